extension RawString {
  /// The string without escapes of a document that was found to be UTF-8: its bytes are not checked again.
  @inline(never)
  package var checkedString: String {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else {
      return unsafe String(decoding: buffer, as: UTF8.self)
    }
    let bytes = unsafe Span(_unsafeElements: buffer)
    return String(copying: unsafe UTF8Span(unchecked: bytes, isKnownASCII: isASCII))
  }

  /// Whether all bytes are ASCII. For strings of at least eight bytes.
  private var isASCII: Bool {
    let text = unsafe UnsafeRawPointer(base)
    var place = 0
    while place &+ 32 <= count {
      let bytes = unsafe (text + place).loadUnaligned(as: SIMD4<UInt64>.self)
      if bytes & 0x8080_8080_8080_8080 != .zero { return false }
      place &+= 32
    }
    var all: UInt64 = 0
    while place &+ 8 <= count {
      all |= unsafe (text + place).loadUnaligned(as: UInt64.self)
      place &+= 8
    }
    all |= unsafe (text + (count &- 8)).loadUnaligned(as: UInt64.self)
    return all & 0x8080_8080_8080_8080 == 0
  }
}
