import Sluice

/// Walks over the tokens of a value in their order, and with it over all containers in it, parents first.
///
/// Checks the order of the tokens, not the scalars. Takes no stack for nesting; its own is as deep as the value.
///
/// Sound because a scan lives only as long as the position it starts from.
struct SubtreeScan {
  private let root: JSONPosition
  private let depthLimit: Int
  private var token: UInt32
  /// The containers that are open.
  private var open: [UInt32] = []
  /// Whether the innermost of them is an object.
  private(set) var isInObject = false
  private var isBehindValue = false
  /// Whether the value that was returned last is a container.
  private var entering = false

  init(_ root: JSONPosition) {
    self.root = root
    depthLimit = unsafe Int(root.context.pointee.depthLimit)
    token = root.token
    // As deep as most documents: the array is not moved while it grows.
    if Byte.opens(root.byte) { open.reserveCapacity(16) }
  }

  /// The next container, or nil at the end of the value. Throws the faults that it meets, and `depth-exceeded`.
  mutating func nextContainer() throws(JSONError) -> UInt32? {
    while let value = try nextValue() {
      if Byte.opens(root.byte(at: value)) { return value }
    }
    return nil
  }

  /// How many containers are around the value that was returned last.
  var depth: Int { open.count }

  /// The container that is open at this level.
  subscript(level: Int) -> UInt32 { open[level] }

  /// The next value, or nil at the end. The key of a field is two tokens before its value. A container's contents
  /// follow it.
  @inline(__always)
  mutating func nextValue() throws(JSONError) -> UInt32? {
    if entering { try enter() }
    while true {
      guard isBehindValue else { return try value() }
      guard !open.isEmpty else { return nil }
      guard token < root.end else {
        throw root.unclosed(isInObject ? .commaOrBrace : .commaOrBracket)
      }
      let byte = root.byte(at: token)
      if byte == Byte.comma {
        token &+= 1
        isBehindValue = false
        if isInObject { try skipKey(.key) }
      } else if byte == (isInObject ? Byte.closeBrace : Byte.closeBracket) {
        token &+= 1
        open.removeLast()
        isInObject = open.last.map { root.byte(at: $0) == Byte.openBrace } ?? false
      } else {
        throw root.unexpected(token, isInObject ? .commaOrBrace : .commaOrBracket)
      }
    }
  }

  /// The value at the token.
  @inline(__always)
  private mutating func value() throws(JSONError) -> UInt32 {
    guard token < root.end else { throw root.unclosed(.value) }
    let value = token
    switch root.byte(at: value) {
    case Byte.openBrace, Byte.openBracket:
      guard open.count < depthLimit else {
        throw JSONError(.depthExceeded, at: root.offset(of: value), name: "\(depthLimit)")
      }
      entering = true
    case Byte.comma, Byte.colon, Byte.closeBrace, Byte.closeBracket:
      throw root.unexpected(value, .value)
    default: break
    }
    token &+= 1
    isBehindValue = true
    return value
  }

  /// Goes into the container that was returned last.
  @inline(__always)
  private mutating func enter() throws(JSONError) {
    entering = false
    let container = token &- 1
    isInObject = root.byte(at: container) == Byte.openBrace
    open.append(container)
    guard token < root.end,
      root.byte(at: token) != (isInObject ? Byte.closeBrace : Byte.closeBracket)
    else { return }
    isBehindValue = false
    if isInObject { try skipKey(.keyOrBrace) }
  }

  @inline(__always)
  private mutating func skipKey(_ expected: JSONError.Expectation) throws(JSONError) {
    guard token &+ 1 < root.end else { throw root.unclosed(token < root.end ? .colon : expected) }
    guard root.byte(at: token) == Byte.quote else { throw root.unexpected(token, expected) }
    guard root.byte(at: token &+ 1) == Byte.colon else { throw root.unexpected(token &+ 1, .colon) }
    token &+= 2
  }
}
