/// The encodings that RFC 4627 allowed besides UTF-8: recognised by the first bytes and transcoded.
///
/// Without a byte order mark, the position of the zeros identifies the encoding, because JSON begins with an ASCII
/// character (RFC 4627 section 3):
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

  /// The encoding of a document, by RFC 4627; nil for UTF-8, as far as the first bytes tell.
  package init?(detectedIn bytes: UnsafeBufferPointer<UInt8>) {
    guard let (encoding, _) = unsafe TextEncoding.detected(in: bytes) else { return nil }
    self = encoding
  }

  /// The encoding of a feed, whose first line may be damaged. Nil unless there is a byte order mark, or the first bytes
  /// are two characters in RFC 4627's form, the first of them ASCII. So a NUL inside a line of UTF-8 is not read as
  /// another encoding, nor is a byte before the NULs that a crash left.
  package init?(detectedInFeed bytes: UnsafeBufferPointer<UInt8>) {
    guard let (encoding, isMarked) = unsafe TextEncoding.detected(in: bytes),
      unsafe isMarked || encoding.beginsWithTwoCharacters(bytes)
    else { return nil }
    self = encoding
  }

  /// The name of the family in errors: `UTF-16`, `UTF-32`.
  package var family: String { unitSize == 2 ? "UTF-16" : "UTF-32" }

  /// How many of the first bytes are needed.
  package static let headSize = 8

  /// The only function that examines marks and zeros.
  private static func detected(
    in bytes: UnsafeBufferPointer<UInt8>
  ) -> (TextEncoding, isMarked: Bool)? {
    func byte(_ i: Int) -> UInt8? { unsafe i < bytes.count ? bytes[i] : nil }
    switch (byte(0), byte(1), byte(2), byte(3)) {
    case (0xFF, 0xFE, 0, 0): return (.utf32LittleEndian, true)
    case (0, 0, 0xFE, 0xFF): return (.utf32BigEndian, true)
    case (0xFF, 0xFE, _, _): return (.utf16LittleEndian, true)
    case (0xFE, 0xFF, _, _): return (.utf16BigEndian, true)
    case (0, 0, 0, .some(1...)): return (.utf32BigEndian, false)
    case (0, .some(1...), _, _): return (.utf16BigEndian, false)
    case (.some(1...), 0, 0, 0): return (.utf32LittleEndian, false)
    case (.some(1...), 0, _, _): return (.utf16LittleEndian, false)
    default: return nil
    }
  }

  /// Whether the first unit is an ASCII character, and the second is a character other than NUL; in UTF-16, the second
  /// must be ASCII too.
  private func beginsWithTwoCharacters(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard bytes.count >= 2 * unitSize else { return false }
    let (first, second) = unsafe (unit(at: 0, in: bytes), unit(at: unitSize, in: bytes))
    guard (1..<0x80).contains(first), second > 0 else { return false }
    return unitSize == 2 ? second < 0x80 : Unicode.Scalar(second) != nil
  }

  /// Whether recognising a feed's encoding needs more than these first bytes.
  package static func isUndecided(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    switch bytes.count {
    case 0, 1: true
    case 2, 3: unsafe bytes[0] == 0 || bytes[1] == 0 || bytes[0] == 0xFF && bytes[1] == 0xFE
    case 4..<headSize:
      switch unsafe detected(in: bytes) {
      case (.utf32LittleEndian, false)?, (.utf32BigEndian, false)?: true
      default: false
      }
    default: false
    }
  }

  private var unitSize: Int {
    switch self {
    case .utf16LittleEndian, .utf16BigEndian: 2
    case .utf32LittleEndian, .utf32BigEndian: 4
    }
  }

  private var isBigEndian: Bool { self == .utf16BigEndian || self == .utf32BigEndian }

  /// Appends the text as UTF-8, without its byte order mark. O(bytes). At most one and a half times as large.
  ///
  /// Throws `unsupported-encoding` for bytes that are not text in this encoding: half a character at the end, an
  /// unpaired surrogate, a number beyond Unicode.
  package func transcode(
    _ bytes: UnsafeBufferPointer<UInt8>, into utf8: inout PaddedBytes
  ) throws(JSONError) {
    let room = bytes.count / 2 * 3 + 4
    try utf8.reserve(utf8.count + room)
    _ = try unsafe utf8.append(upTo: room) { (target) throws(JSONError) -> Int in
      let piece = unsafe transcode(bytes, at: 0, isLast: true, into: target)
      if let fault = piece.fault { throw error(fault, at: Int64(piece.read), in: nil) }
      return piece.written
    }
  }

  /// The result of transcoding a piece of text.
  package struct TranscodedPiece {
    /// How many bytes of the text were transcoded.
    package var read = 0
    /// How many bytes of UTF-8 they made.
    package var written = 0
    /// What is wrong with the next character.
    package var fault: String?
  }

  /// Transcodes the whole characters at the front of `bytes`, as far as there is room. A character that is cut at the
  /// end is left for the next piece, unless this is the last. O(bytes).
  ///
  /// `offset` is the position of the piece in the text. Only the text's start can have a byte order mark.
  package func transcode(
    _ bytes: UnsafeBufferPointer<UInt8>, at offset: Int64, isLast: Bool,
    into target: UnsafeMutableRawBufferPointer
  ) -> TranscodedPiece {
    var piece = TranscodedPiece()
    if offset == 0, bytes.count >= unitSize, unsafe unit(at: 0, in: bytes) == 0xFEFF {
      piece.read = unitSize
    }
    while true {
      // No character needs more than four bytes in any encoding.
      guard target.count - piece.written >= 4 else { return piece }
      guard bytes.count - piece.read >= unitSize else { break }
      let first = unsafe unit(at: piece.read, in: bytes)
      if first < 0x80 {
        unsafe target[piece.written] = UInt8(truncatingIfNeeded: first)
        piece.written += 1
        piece.read += unitSize
        continue
      }
      let isPair = unitSize == 2 && first & 0xFC00 == 0xD800
      if isPair, bytes.count - piece.read < 4 { break }
      guard let scalar = unsafe scalar(first, at: piece.read, isPair: isPair, in: bytes) else {
        piece.fault = unitSize == 2 ? "an unpaired surrogate" : "a number that is not a character"
        return piece
      }
      for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
        unsafe target[piece.written] = byte
        piece.written += 1
      }
      piece.read += isPair ? 4 : unitSize
    }
    if isLast, piece.read < bytes.count { piece.fault = "half a character at the end" }
    return piece
  }

  /// The error for a fault at an offset of the source with that name.
  package func error(_ fault: String, at offset: Int64, in source: String?) -> JSONError {
    let place = source.map { " of \($0)" } ?? ""
    return JSONError(
      .unsupportedEncoding, at: Int(clamping: offset),
      name: "\(rawValue) text with \(fault) (byte \(offset)\(place))")
  }

  @inline(__always)
  private func unit(at i: Int, in bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
    let raw = UnsafeRawBufferPointer(bytes)
    if unitSize == 2 {
      let unit = unsafe raw.loadUnaligned(fromByteOffset: i, as: UInt16.self)
      return UInt32(isBigEndian ? UInt16(bigEndian: unit) : UInt16(littleEndian: unit))
    }
    let unit = unsafe raw.loadUnaligned(fromByteOffset: i, as: UInt32.self)
    return isBigEndian ? UInt32(bigEndian: unit) : UInt32(littleEndian: unit)
  }

  private func scalar(
    _ first: UInt32, at i: Int, isPair: Bool, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Unicode.Scalar? {
    guard isPair else { return Unicode.Scalar(first) }
    let second = unsafe unit(at: i + 2, in: bytes)
    guard second & 0xFC00 == 0xDC00 else { return nil }
    return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
  }
}
