import CSimdJSON
import Sluice

extension SubtreeScan {
  enum Found {
    case none
    case one(UInt32)
    case several([UInt32])
  }

  /// The values of all fields of this name in a value, in the order of RFC 9535: those of an object before those of the
  /// objects in it. Follows the document's duplicate-key policy in each object. One walk over the value.
  static func fields(
    named name: String, in root: JSONPosition
  ) throws(JSONError) -> Found {
    try unsafe withUTF8(of: name) { (name) throws(JSONError) -> Found in
      guard let start = name.baseAddress else { return .none }
      var search = unsafe NameSearch(root, start, name.count)
      return try search.run()
    }
  }
}

/// Finds the fields of one name in a subtree.
///
/// Sound because it is used up while its maker keeps the name.
@safe
private struct NameSearch {
  private struct Match {
    let object: UInt32
    var value: UInt32
  }

  private let root: JSONPosition
  private let name: UnsafePointer<UInt8>
  private let count: Int
  private let duplicateKeys: DuplicateKeys
  /// The first match; all are in `matches` if there are several.
  private var first: Match?
  private var matches: [Match] = []
  private var isSorted = true

  init(_ root: JSONPosition, _ name: UnsafePointer<UInt8>, _ count: Int) {
    self.root = root
    unsafe self.name = unsafe name
    self.count = count
    duplicateKeys = unsafe root.context.pointee.duplicateKeys
  }

  mutating func run() throws(JSONError) -> SubtreeScan.Found {
    if !findByKinds() {
      (first, matches, isSorted) = (nil, [], true)
      try findByWalk()
    }
    guard !matches.isEmpty else { return first.map { .one($0.value) } ?? .none }
    // Stable, because the values of an object are in its order already.
    if !isSorted { matches.sort { ($0.object, $0.value) < ($1.object, $1.value) } }
    return .several(
      duplicateKeys != .firstWins || !isSorted ? try counting() : matches.map(\.value))
  }

  private mutating func findByWalk() throws(JSONError) {
    var scan = SubtreeScan(root)
    while let value = try scan.nextValue() {
      guard scan.isInObject, unsafe root.key(value &- 2, equals: name, count: count) else {
        continue
      }
      add(Match(object: scan[scan.depth - 1], value: value))
    }
  }

  /// Searches the kinds of the tokens, if the document is known to be valid. Objects are found from their matches
  /// backwards, as long as that takes no more than two walks over all. False: it must be walked over.
  private mutating func findByKinds() -> Bool {
    guard let kinds = unsafe root.index.pointee.kinds, unsafe root.context.pointee.isValid else {
      return false
    }
    let end = unsafe root.token == root.index.pointee.first ? root.end : root.after(root.token)
    var budget = 2 &* Int(end &- root.token)
    var token = root.token &+ 1
    /// The first match, whose object is needed only if there is another.
    var lonely: UInt32?
    while true {
      let key = unsafe csj_next_key(
        root.index.pointee.bytes, root.index.pointee.tokens, kinds, token, end, name, count)
      guard key < end else { break }
      token = key &+ 1
      guard unsafe root.key(key, equals: name, count: count) else { continue }
      guard let before = lonely else {
        guard first == nil else {
          guard let object = unsafe object(around: key, kinds, &budget) else { return false }
          add(Match(object: object, value: key &+ 2))
          continue
        }
        lonely = key
        continue
      }
      lonely = nil
      for key in [before, key] {
        guard let object = unsafe object(around: key, kinds, &budget) else { return false }
        add(Match(object: object, value: key &+ 2))
      }
    }
    if let lonely { first = Match(object: root.token, value: lonely &+ 2) }
    return true
  }

  /// The object that a key is in. Nil if that takes too long.
  private func object(
    around key: UInt32, _ kinds: UnsafePointer<UInt8>, _ budget: inout Int
  ) -> UInt32? {
    var token = key
    var closed = 0
    while token > root.token {
      token &-= 1
      let kind = unsafe kinds[Int(token)]
      if Byte.closes(kind) {
        closed &+= 1
      } else if Byte.opens(kind) {
        if closed == 0 {
          budget &-= Int(key &- token)
          return budget < 0 ? nil : token
        }
        closed &-= 1
      }
      if Int(key &- token) > budget { return nil }
    }
    return nil
  }

  private mutating func add(_ match: Match) {
    guard let first else { return first = match }
    if matches.isEmpty { matches.append(first) }
    if let last = matches.last {
      if last.object == match.object, duplicateKeys == .firstWins { return }
      if last.object > match.object { isSorted = false }
    }
    matches.append(match)
  }

  /// The values that count, of sorted matches.
  private func counting() throws(JSONError) -> [UInt32] {
    var values: [UInt32] = []
    values.reserveCapacity(matches.count)
    var object: UInt32 = .max
    for match in matches {
      guard match.object == object else {
        object = match.object
        values.append(match.value)
        continue
      }
      switch duplicateKeys {
      case .firstWins: break
      case .lastWins: values[values.count - 1] = match.value
      case .reject: throw root.at(match.value).duplicateKey()
      }
    }
    return values
  }
}
