public import Sluice

/// A token of a stream, lent while the tokenizer stands at it.
///
/// Two or three words of it are looked at when something is asked, and nothing is copied. Can't
/// outlive the tokenizer's next step.
public struct JSONToken: ~Escapable {
  /// What kinds of tokens there are. Commas and colons are checked, and not handed out.
  public enum Kind: UInt8, Sendable, Hashable, CaseIterable {
    case beginObject, endObject, beginArray, endArray, key, string, number
    case `true`, `false`, null

    /// Whether the token is a value by itself: neither a bracket nor a key.
    @inlinable public var isScalar: Bool { rawValue > Kind.key.rawValue }
  }

  /// What kind of token it is.
  public let kind: Kind
  /// Whether it is the value's beginning: so it is, but for values longer than a window.
  public let isFirst: Bool
  /// Whether it is the value's end. False: more pieces of the value follow.
  public let isLast: Bool
  /// The offset in the stream of its first byte: of a string's first piece, that of the quote.
  public let offset: Int64
  /// How many containers are around it. A container's brackets have the same depth: 0 for the
  /// outermost.
  public let depth: Int
  /// The text: of strings and keys what is between the quotes.
  @usableFromInline let text: RawString
  /// The token in the window's index: where numbers are read.
  @usableFromInline let position: JSONPosition

  /// Sound because only tokenizers make one, which say that it borrows them: until it is gone they
  /// can't take a step.
  @inlinable @inline(__always)
  @_lifetime(immortal)
  init(
    unchecked kind: Kind, _ text: RawString, _ position: JSONPosition, offset: Int64, depth: Int,
    isFirst: Bool, isLast: Bool
  ) {
    self.kind = kind
    self.text = text
    self.position = position
    self.offset = offset
    self.depth = depth
    self.isFirst = isFirst
    self.isLast = isLast
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
