public import Sluice

/// A token of a stream, lent while the tokenizer stands at it.
///
/// Costs nothing until something is asked of it, and nothing is copied. Can't outlive the tokenizer's
/// next step.
public struct JSONToken: ~Escapable {
  /// What kinds of tokens there are. Commas and colons are checked, and not handed out.
  public enum Kind: UInt8, Sendable, Hashable, CaseIterable, BitwiseCopyable {
    case beginObject, endObject, beginArray, endArray, key, string, number
    case `true`, `false`, null

    /// Whether the token is a value by itself: neither a bracket nor a key.
    @inlinable public var isScalar: Bool { rawValue > Kind.key.rawValue }
  }

  @usableFromInline let walk: UnsafeMutablePointer<TokenWalk>

  /// Sound because only tokenizers make one, which say that it borrows them: until it is gone they
  /// can't take a step.
  @inlinable @inline(__always)
  @_lifetime(immortal)
  init(unchecked walk: UnsafeMutablePointer<TokenWalk>) { self.walk = walk }

  /// What kind of token it is.
  @inlinable public var kind: Kind { walk.pointee.kind }

  /// Whether it is the value's beginning: so it is, but for values longer than a window.
  @inlinable public var isFirst: Bool { walk.pointee.isFirst }

  /// Whether it is the value's end. False: more pieces of the value follow.
  @inlinable public var isLast: Bool { walk.pointee.isLast }

  /// The offset in the stream of its first byte: of a string's first piece, that of the quote.
  @inlinable
  public var offset: Int64 {
    let hasQuote = isFirst && (kind == .string || kind == .key)
    return walk.pointee.windowOffset &+ Int64(walk.pointee.start) &- (hasQuote ? 1 : 0)
  }

  /// How many containers are around it. A container's brackets have the same depth: 0 for the
  /// outermost.
  @inlinable
  public var depth: Int {
    walk.pointee.levels.depth &- (kind == .beginObject || kind == .beginArray ? 1 : 0)
  }

  /// The text: of strings and keys what is between the quotes.
  @inlinable @inline(__always)
  var text: RawString {
    let start = walk.pointee.start
    return RawString(
      base: walk.pointee.bytes + Int(start), count: Int(walk.pointee.end &- start))
  }

  /// The place of a number in the window's index, where unusual ones are read: behind a number nothing
  /// else is passed over.
  @usableFromInline
  var position: JSONPosition {
    let index = walk.pointee.index
    let entry = walk.pointee.here - 1 - UnsafePointer(index.pointee.tokens)
    return JSONPosition(
      index: index, token: UInt32(truncatingIfNeeded: entry),
      generation: index.pointee.generation)
  }

  /// How many bytes ``withRawBytes(_:)`` lends. O(1).
  @inlinable public var rawCount: Int { text.count }

  /// Lends the token as it stands in the stream: of strings and keys what is between the quotes,
  /// escapes as they are written. O(1).
  @inlinable
  public func withRawBytes<R, E: Error>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(E) -> R
  ) throws(E) -> R {
    try body(text.buffer)
  }

  /// A copy of the token as it stands in the stream. O(rawCount).
  public var rawBytes: [UInt8] { Array(text.buffer) }
}
