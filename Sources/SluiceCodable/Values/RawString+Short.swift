import Sluice

/// Strings of up to 15 bytes, which Swift keeps in the two words of the string itself.
extension RawString {
  /// The string, put together from its words: the standard library's way takes three times as long. For strings without
  /// escapes, of up to 15 bytes. Nil if its bytes still have to be checked, or if strings are made otherwise here.
  ///
  /// Sound because ``knowsWords`` compared such words with those of the standard library's strings, and because the bytes
  /// are ASCII or were found to be UTF-8. The 16 bytes that are read are text or padding.
  @inline(__always)
  func shortString(isUTF8: Bool) -> String? {
    guard RawString.knowsWords else { return nil }
    let (first, second) = words
    let isASCII = (first | second) & 0x8080_8080_8080_8080 == 0
    guard isASCII || isUTF8 else { return nil }
    return unsafe RawString.string(first, second, count, isASCII)
  }

  /// Its bytes, and zeros.
  @inline(__always)
  private var words: (UInt64, UInt64) {
    let text = unsafe UnsafeRawPointer(base)
    let first = unsafe UInt64(littleEndian: text.loadUnaligned(as: UInt64.self))
    if count <= 8 { return (first & RawString.mask(count), 0) }
    let second = unsafe UInt64(littleEndian: (text + 8).loadUnaligned(as: UInt64.self))
    return (first, second & RawString.mask(count &- 8))
  }

  /// The first `count` bytes of a word, of up to eight.
  @inline(__always)
  private static func mask(_ count: Int) -> UInt64 {
    count >= 8 ? .max : (1 &<< (8 &* UInt64(truncatingIfNeeded: count))) &- 1
  }

  /// A small string: its last byte has the length, and that it is small, and ASCII or not.
  @unsafe
  @inline(__always)
  private static func string(
    _ first: UInt64, _ second: UInt64, _ count: Int, _ isASCII: Bool
  ) -> String {
    let form: UInt64 = (isASCII ? 0xE0 : 0xA0) | UInt64(truncatingIfNeeded: count)
    var words = (first, second | form &<< 56)
    // Without a copy, which would count references.
    return unsafe withUnsafeMutableBytes(of: &words) {
      unsafe $0.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: String.self).move()
    }
  }

  /// Whether the standard library makes small strings of these words.
  private static let knowsWords: Bool = {
    guard MemoryLayout<String>.size == 16, MemoryLayout<(UInt64, UInt64)>.size == 16 else {
      return false
    }
    let long: [UInt8] = Array("abcdefghijklmno".utf8)
    let texts =
      (0...15).map { Array(long[..<$0]) } + [Array("é".utf8), Array("1234567€90abc".utf8)]
    return texts.allSatisfy { text in
      let made = String(decoding: text, as: UTF8.self)
      let known = unsafe unsafeBitCast(made, to: (UInt64, UInt64).self)
      return unsafe (text + [UInt8](repeating: 0, count: 16)).withUnsafeBufferPointer { bytes in
        let raw = unsafe RawString(base: bytes.baseAddress!, count: text.count)
        let (first, second) = raw.words
        let isASCII = text.allSatisfy { $0 < 0x80 }
        let form: UInt64 = (isASCII ? 0xE0 : 0xA0) | UInt64(text.count)
        return known.0 == first && known.1 == second | form &<< 56
      }
    }
  }()
}
