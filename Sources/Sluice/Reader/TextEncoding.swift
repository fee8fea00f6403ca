/// The encodings that RFC 4627 allowed beside UTF-8, found by the first bytes and transcoded.
///
/// Without a byte order mark the place of the zeros says it, as JSON begins with an ASCII character
/// (RFC 4627 section 3):
///
/// ```
/// 00 00 00 xx   UTF-32BE        00 xx         UTF-16BE
/// xx 00 00 00   UTF-32LE        xx 00         UTF-16LE
/// ```
package enum TextEncoding: String {
  case utf16LittleEndian = "UTF-16LE"
  case utf16BigEndian = "UTF-16BE"
  case utf32LittleEndian = "UTF-32LE"
  case utf32BigEndian = "UTF-32BE"

  /// Nil: UTF-8, as far as the first bytes say.
  package init?(detectedIn bytes: UnsafeBufferPointer<UInt8>) {
    func byte(_ i: Int) -> UInt8? { i < bytes.count ? bytes[i] : nil }
    switch (byte(0), byte(1), byte(2), byte(3)) {
    case (0xFF, 0xFE, 0, 0): self = .utf32LittleEndian
    case (0, 0, 0xFE, 0xFF): self = .utf32BigEndian
    case (0xFF, 0xFE, _, _): self = .utf16LittleEndian
    case (0xFE, 0xFF, _, _): self = .utf16BigEndian
    case (0, 0, 0, .some(1...)): self = .utf32BigEndian
    case (0, .some(1...), _, _): self = .utf16BigEndian
    case (.some(1...), 0, 0, 0): self = .utf32LittleEndian
    case (.some(1...), 0, _, _): self = .utf16LittleEndian
    default: return nil
    }
  }

  private var unitSize: Int {
    switch self {
    case .utf16LittleEndian, .utf16BigEndian: 2
    case .utf32LittleEndian, .utf32BigEndian: 4
    }
  }

  private var isBigEndian: Bool { self == .utf16BigEndian || self == .utf32BigEndian }

  /// Appends the text as UTF-8, without its byte order mark. O(bytes). At most half as large again.
  ///
  /// Throws `unsupported-encoding` for what is no text in this encoding: half a unit at the end, an
  /// unpaired surrogate, a number beyond Unicode.
  package func transcode(
    _ bytes: UnsafeBufferPointer<UInt8>, into utf8: inout PaddedBytes
  ) throws(JSONError) {
    guard bytes.count.isMultiple(of: unitSize) else {
      throw damaged("half a character at the end", bytes.count)
    }
    let room = bytes.count / 2 * 3 + 4
    _ = try utf8.append(upTo: room) { (target) throws(JSONError) -> Int in
      var written = 0
      var i = 0
      while i < bytes.count {
        let (scalar, size) = try scalar(at: i, in: bytes)
        // The mark is only one at the start.
        if i > 0 || scalar != "\u{FEFF}" {
          for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
            target[written] = byte
            written += 1
          }
        }
        i += size
      }
      return written
    }
  }

  private func unit(at i: Int, in bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
    var unit: UInt32 = 0
    for k in 0..<unitSize {
      unit = unit << 8 | UInt32(bytes[isBigEndian ? i + k : i + unitSize - 1 - k])
    }
    return unit
  }

  private func scalar(
    at i: Int, in bytes: UnsafeBufferPointer<UInt8>
  ) throws(JSONError) -> (Unicode.Scalar, size: Int) {
    let first = unit(at: i, in: bytes)
    if let scalar = Unicode.Scalar(first) { return (scalar, unitSize) }
    guard unitSize == 2 else { throw damaged("a number that is no character", i) }
    guard first < 0xDC00, i + 4 <= bytes.count, case let second = unit(at: i + 2, in: bytes),
      (0xDC00...0xDFFF).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw damaged("an unpaired surrogate", i) }
    return (scalar, 4)
  }

  private func damaged(_ what: String, _ offset: Int) -> JSONError {
    JSONError(
      .unsupportedEncoding, at: offset, name: "\(rawValue) text with \(what) (byte \(offset))")
  }
}

extension JSONReader {
  /// Opens a document in UTF-8, UTF-16 or UTF-32, told apart by its first bytes. Other encodings
  /// than UTF-8 are transcoded, and offsets of errors then count in the UTF-8 text.
  package mutating func withDocument<R>(
    inAnyEncoding bytes: UnsafeBufferPointer<UInt8>, _ body: (JSONCursor) throws -> R
  ) throws -> R {
    guard let encoding = TextEncoding(detectedIn: bytes) else {
      return try withDocument(unpadded: bytes, body)
    }
    var utf8 = PaddedBytes()
    try encoding.transcode(bytes, into: &utf8)
    return try withDocument(utf8, body)
  }
}
