import CSimdJSON

/// The bytes of a string between its quotes, unchanged from the document, with escapes.
///
/// Its length costs nothing to find: only white space and the closing quote come before the next token. Sound because
/// stage 1 refuses a document with an unclosed string, and anything but white space after a closing quote would be a
/// token of its own.
@usableFromInline
@safe
package struct RawString: BitwiseCopyable {
  @usableFromInline package let base: UnsafePointer<UInt8>
  @usableFromInline package let count: Int

  /// The string (or key) at a position whose byte is a quote.
  @inlinable @inline(__always)
  package init(_ position: JSONPosition) {
    let bytes = unsafe position.index.pointee.bytes
    let start = position.offset &+ 1
    var close = position.offset(of: position.token &+ 1) &- 1
    if unsafe bytes[close] != Byte.quote {
      close = unsafe RawString.closingQuote(before: close, after: start, in: bytes)
    }
    unsafe base = unsafe bytes + start
    count = close &- start
  }

  @inlinable @inline(__always)
  package init(base: UnsafePointer<UInt8>, count: Int) {
    unsafe self.base = unsafe base
    self.count = count
  }

  /// Moves back over white space to the quote.
  @usableFromInline
  static func closingQuote(
    before end: Int, after start: Int, in bytes: UnsafePointer<UInt8>
  ) -> Int {
    var close = end
    while close > start, unsafe bytes[close] != Byte.quote { close &-= 1 }
    return close
  }

  /// Whether there is anything to unescape. O(count), 8 bytes at a time.
  @inlinable @inline(__always)
  package var hasEscapes: Bool { unsafe csj_has_backslash(base, count) }

  @inlinable @inline(__always)
  package var buffer: UnsafeBufferPointer<UInt8> {
    unsafe UnsafeBufferPointer(start: base, count: count)
  }

  /// Lends the string's UTF-8: the document's own bytes, or, with escapes, a temporary copy. Returns nil for an invalid
  /// escape.
  @inlinable
  package func withUTF8<R, E: Error>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(E) -> R
  ) throws(E) -> R? {
    if !hasEscapes { return unsafe try body(buffer) }
    return try unsafe withUnescaped(body)
  }

  /// The kernel writes in steps, up to the padding's size beyond the end of the unescaped text (64 bytes at most were
  /// measured), and the result is never longer than the raw text: the room below is enough.
  ///
  /// Kept apart from the plain case, whose caller would otherwise get a large stack frame.
  @inlinable @inline(never)
  func withUnescaped<R, E: Error>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(E) -> R
  ) throws(E) -> R? {
    let room = count + PaddedBytes.padding
    // A size known to the compiler is part of the stack frame and costs nothing; most strings fit. The standard
    // library's function doesn't pass typed errors, so the error is carried around it.
    let result: Result<R?, E> = unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 512)
    {
      scratch in
      guard let small = scratch.baseAddress else { return .success(nil) }
      let isSmall = room <= scratch.count
      let start = unsafe isSmall ? small : .allocate(capacity: room)
      defer { if !isSmall { unsafe start.deallocate() } }
      guard let end = unsafe csj_unescape(base, start) else { return .success(nil) }
      do throws(E) {
        return unsafe .success(try body(UnsafeBufferPointer(start: start, count: end - start)))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// Unescapes into `destination`, which has room for `count` + ``PaddedBytes/padding`` bytes. Returns how many were
  /// written, or nil for an invalid escape.
  @inlinable
  package func unescape(into destination: UnsafeMutablePointer<UInt8>) -> Int? {
    guard let end = unsafe csj_unescape(base, destination) else { return nil }
    return unsafe end - destination
  }

  /// Whether the unescaped string equals `other`; false for an invalid escape.
  @usableFromInline
  package func equals(_ other: UnsafeBufferPointer<UInt8>) -> Bool {
    if !hasEscapes {
      return unsafe count == other.count
        && (count == 0 || csj_equal(base, other.baseAddress!, count))
    }
    return unsafe withUnescaped { text in
      unsafe text.count == other.count
        && (text.isEmpty || csj_equal(text.baseAddress!, other.baseAddress!, text.count))
    } ?? false
  }

  /// Whether the unescaped string has the same bytes as `name`.
  package func equals(_ name: String) -> Bool {
    var name = name
    return name.withUTF8 { unsafe equals($0) }
  }

  /// An owned `String`, or nil for an invalid escape.
  @inlinable
  package var string: String? {
    if hasEscapes { return unescapedString }
    return unsafe count <= 15 ? smallString : String(decoding: buffer, as: UTF8.self)
  }

  /// A `String` of up to 15 bytes, which Swift stores without an allocation. Making it from two words takes a third
  /// less time than decoding the bytes.
  ///
  /// Sound because the bytes up to the 15th are readable, being text or padding, and two words of which the second
  /// begins at byte 7 fill the 15 bytes that are given.
  @inlinable
  var smallString: String {
    unsafe String(unsafeUninitializedCapacity: 15) { memory in
      guard let start = memory.baseAddress, memory.count >= 15 else { return 0 }
      let out = UnsafeMutableRawPointer(start)
      unsafe out.storeBytes(of: csj_load64(base) & RawString.mask(count), as: UInt64.self)
      if count > 8 {
        let rest = unsafe csj_load64(base + 7) & RawString.mask(count &- 7)
        unsafe (out + 7).storeBytes(of: rest, as: UInt64.self)
      }
      return count
    }
  }

  /// The first `count` bytes of a word.
  @inlinable @inline(__always)
  static func mask(_ count: Int) -> UInt64 {
    count >= 8 ? .max : (1 &<< (8 &* UInt64(truncatingIfNeeded: count))) &- 1
  }

  @usableFromInline
  var unescapedString: String? {
    unsafe withUnescaped { unsafe String(decoding: $0, as: UTF8.self) }
  }
}
