import Sluice

/// Makes the digests of values, with a stack of its own for nesting. One thread uses it at a time; its
/// memory is reused.
struct DigestWalk {
  private struct Frame {
    let container: UInt32
    let isObject: Bool
    /// The member that was visited last; before the first, the container.
    var last: UInt32
    /// The key of that member.
    var key: ValueDigest
    /// Where the container's members begin.
    let start: Int
  }

  private struct Member {
    let key: ValueDigest
    let value: ValueDigest
    let place: Int
  }

  private static let noKey = ValueDigest(high: 0, low: 0)

  private var frames: [Frame] = []
  private var members: [Member] = []

  /// The digest of a value. Of several fields with one key, that one counts which the feed's options say.
  /// Throws what is wrong with the value, `duplicate-key` and `depth-exceeded`. O(size · log fields).
  mutating func digest(of value: JSONPosition) throws(JSONError) -> ValueDigest {
    guard DigestWalk.opens(value) else { return try value.scalarDigest() }
    frames.removeAll(keepingCapacity: true)
    members.removeAll(keepingCapacity: true)
    try enter(value)
    while true {
      let top = frames.count - 1
      let frame = frames[top]
      let container = value.at(frame.container)
      let next =
        frame.isObject
        ? try container.nextField(after: frame.last) : try container.nextElement(after: frame.last)
      guard let next else {
        container.leaveHint(behindLast: frame.last)
        let digest = try close(frame, of: value)
        frames.removeLast()
        guard let parent = frames.last else { return digest }
        add(parent.key, digest)
        continue
      }
      let member = value.at(next)
      try member.refuseMissingValue()
      frames[top].last = next
      let key = frame.isObject ? try value.at(next &- 2).textDigest() : DigestWalk.noKey
      frames[top].key = key
      if DigestWalk.opens(member) { try enter(member) } else { add(key, try member.scalarDigest()) }
    }
  }

  private static func opens(_ value: JSONPosition) -> Bool {
    value.byte == UInt8(ascii: "{") || value.byte == UInt8(ascii: "[")
  }

  private mutating func enter(_ container: JSONPosition) throws(JSONError) {
    let limit = unsafe Int(container.context.pointee.depthLimit)
    guard frames.count < limit else {
      throw JSONError(.depthExceeded, at: container.offset, name: "\(limit)")
    }
    frames.append(
      Frame(
        container: container.token, isObject: container.byte == UInt8(ascii: "{"),
        last: container.token, key: DigestWalk.noKey, start: members.count))
  }

  private mutating func add(_ key: ValueDigest, _ value: ValueDigest) {
    members.append(Member(key: key, value: value, place: members.count))
  }

  /// The digest of a container whose members were visited.
  private mutating func close(_ frame: Frame, of root: JSONPosition) throws(JSONError)
    -> ValueDigest
  {
    defer { members.removeLast(members.count - frame.start) }
    guard frame.isObject else {
      var hasher = DigestHasher(UInt8(ascii: "["))
      for member in members[frame.start...] { hasher.combine(member.value) }
      hasher.combine(members.count - frame.start)
      return hasher.finalize()
    }
    members[frame.start...].sort { left, right in
      left.key == right.key ? left.place < right.place : left.key < right.key
    }
    let policy = unsafe root.context.pointee.duplicateKeys
    var hasher = DigestHasher(UInt8(ascii: "{"))
    var (count, next) = (0, frame.start)
    while next < members.count {
      let first = next
      while next < members.count, members[next].key == members[first].key { next += 1 }
      if next - first > 1, policy == .reject {
        throw JSONError(
          .duplicateKey, at: root.offset(of: frame.container), name: "in an object of the key")
      }
      hasher.combine(members[first].key)
      hasher.combine(members[policy == .lastWins ? next - 1 : first].value)
      count += 1
    }
    hasher.combine(count)
    return hasher.finalize()
  }
}
