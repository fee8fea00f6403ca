/// A string in an open document: its bytes stay in place until the caller asks for a `String`.
///
/// Compares, hashes and writes without making a `String`. If it has escapes, each of these unescapes into a temporary
/// copy. Like a cursor, it can't outlive the document.
public struct JSONString: ~Escapable {
  @usableFromInline package let raw: RawString
  /// The offset of the string's quote, for errors.
  @usableFromInline let offset: Int

  @inlinable @inline(__always)
  @_lifetime(immortal)
  package init(unchecked position: JSONPosition) {
    raw = RawString(position)
    offset = position.offset
  }

  /// A string, or a piece of one, that is not a token of an index. A quote must follow it.
  @inlinable @inline(__always)
  @_lifetime(immortal)
  package init(unchecked raw: RawString, at offset: Int) {
    self.raw = raw
    self.offset = offset
  }

  @usableFromInline @inline(never)
  func invalidEscape() -> JSONError { JSONError(.invalidEscape, at: offset) }

  /// The number of bytes between the quotes, with escapes unchanged. O(1).
  @inlinable public var rawCount: Int { get throws(Never) { raw.count } }

  /// Whether any character is written as an escape. O(n).
  @inlinable public var hasEscapes: Bool { get throws(Never) { raw.hasEscapes } }

  /// Lends the unescaped UTF-8: the document's own bytes, or, if there are escapes, a temporary copy. Throws
  /// `invalid-escape` and the errors of `body`.
  @inlinable
  public func withUTF8<R>(_ body: (UnsafeBufferPointer<UInt8>) throws -> R) throws -> R {
    guard let result = try unsafe raw.withUTF8(body) else { throw invalidEscape() }
    return result
  }

  /// The number of UTF-8 bytes, unescaped. O(n). Throws `invalid-escape`.
  @inlinable
  public var utf8Count: Int {
    get throws(JSONError) {
      if !raw.hasEscapes { return raw.count }
      guard let count = unsafe raw.withUTF8({ $0.count }) else {
        throw invalidEscape()
      }
      return count
    }
  }

  /// An owned copy. Throws `invalid-escape`.
  @inlinable
  public var string: String {
    get throws(JSONError) {
      guard let string = raw.string else { throw invalidEscape() }
      return string
    }
  }

  /// Whether both have the same characters, byte for byte in unescaped UTF-8. (Swift's `String` also treats canonically
  /// equivalent strings as equal; JSON does not.) An invalid escape equals nothing.
  @inlinable
  public static func == (left: borrowing JSONString, right: StaticString) -> Bool {
    unsafe left.raw.equals(
      UnsafeBufferPointer(start: right.utf8Start, count: right.utf8CodeUnitCount))
  }

  @inlinable @_disfavoredOverload
  public static func == (left: borrowing JSONString, right: String) -> Bool {
    var right = right
    let raw = left.raw
    return right.withUTF8 { unsafe raw.equals($0) }
  }

  public static func == (left: borrowing JSONString, right: borrowing JSONString) -> Bool {
    let (a, b) = (left.raw, right.raw)
    return unsafe a.withUTF8 { unsafe b.equals($0) } ?? false
  }

  /// Feeds the unescaped bytes to a hasher: equal strings hash equally, however they are escaped.
  public func hash(into hasher: inout Hasher) {
    var copy = hasher
    let done: Void? = unsafe raw.withUTF8 { bytes in
      unsafe copy.combine(bytes: UnsafeRawBufferPointer(bytes))
      copy.combine(0xFF as UInt8)
    }
    if done != nil { hasher = copy }
  }

  /// Whether the unescaped string starts with `prefix`.
  public func hasPrefix(_ prefix: String) -> Bool {
    var prefix = prefix
    let raw = raw
    return prefix.withUTF8 { wanted in
      unsafe raw.withUTF8 {
        unsafe $0.count >= wanted.count && $0.prefix(wanted.count).elementsEqual(wanted)
      }
        ?? false
    }
  }
}
