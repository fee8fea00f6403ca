public import Sluice

/// A token of a stream, valid while it is the tokenizer's current token.
///
/// Costs nothing until its properties are used, and nothing is copied. Can't outlive the tokenizer's
/// next step.
///
/// Sound because the compiler keeps it from outliving the tokenizer's step, which owns the walk.
@safe
public struct JSONToken: ~Escapable {
  /// The kinds of tokens. Commas and colons are checked, but not returned.
  public enum Kind: UInt8, Sendable, Hashable, CaseIterable, BitwiseCopyable {
    case beginObject, endObject, beginArray, endArray, key, string, number
    case `true`, `false`, null

    /// Whether the token is a value by itself: neither a bracket nor a key.
    @inlinable public var isScalar: Bool { rawValue > Kind.key.rawValue }
  }

  @usableFromInline let walk: UnsafeMutablePointer<TokenWalk>

  /// Sound because only tokenizers create tokens, and declare that a token borrows them: until the
  /// token is gone, they can't take a step.
  @inlinable @inline(__always)
  @_lifetime(immortal)
  init(unchecked walk: UnsafeMutablePointer<TokenWalk>) { unsafe self.walk = unsafe walk }

  /// The kind of the token.
  @inlinable public var kind: Kind { unsafe walk.pointee.kind }

  /// Whether it is the value's beginning; false only in values longer than a window.
  @inlinable public var isFirst: Bool { unsafe walk.pointee.isFirst }

  /// Whether it is the value's end. False: more pieces of the value follow.
  @inlinable public var isLast: Bool { unsafe walk.pointee.isLast }

  /// The offset of its first byte in the stream; for a string's first piece, that of the quote.
  @inlinable
  public var offset: Int64 {
    let hasQuote = isFirst && (kind == .string || kind == .key)
    return unsafe walk.pointee.windowOffset &+ Int64(walk.pointee.start) &- (hasQuote ? 1 : 0)
  }

  /// The number of enclosing containers. Both brackets of a container have the same depth: 0 for
  /// the outermost.
  @inlinable
  public var depth: Int {
    unsafe walk.pointee.levels.depth &- (kind == .beginObject || kind == .beginArray ? 1 : 0)
  }

  /// The text; for strings and keys, the part between the quotes.
  @inlinable @inline(__always)
  var text: RawString {
    let start = unsafe walk.pointee.start
    return unsafe RawString(
      base: walk.pointee.bytes + Int(start), count: Int(walk.pointee.end &- start))
  }

  /// The number's position in the window's index, used to read unusual numbers: the walk skips nothing
  /// after a number.
  @usableFromInline
  var position: JSONPosition {
    let index = unsafe walk.pointee.index
    let entry = unsafe walk.pointee.here - 1 - UnsafePointer(index.pointee.tokens)
    return unsafe JSONPosition(
      index: index, token: UInt32(truncatingIfNeeded: entry),
      generation: index.pointee.generation)
  }

  /// The number of bytes that ``withRawBytes(_:)`` lends. O(1).
  @inlinable public var rawCount: Int { text.count }

  /// Lends the token as it is in the stream, without unescaping; for strings and keys, the part
  /// between the quotes. O(1).
  @inlinable
  public func withRawBytes<R, E: Error>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(E) -> R
  ) throws(E) -> R {
    try unsafe body(text.buffer)
  }

  /// A copy of the token as it is in the stream. O(rawCount).
  public var rawBytes: [UInt8] { unsafe Array(text.buffer) }
}
