import CArchive

/// An archive of files: each of its files is a source of its own.
///
/// A tar archive is recognized by the checksum in its first block of 512 bytes, which all of its variants have. Only as
/// many bytes are waited for as it takes to tell: no header has a newline, and text begins with one soon.
package enum ArchiveFormat {
  case tar, zip
  /// Nothing but the end of a directory, which libarchive recognizes only in order.
  case emptyZip

  /// The bytes that identify any of them.
  static let headSize = 512

  /// Nil: it is something else, or there are too few bytes to tell.
  package init?(_ head: UnsafeBufferPointer<UInt8>) {
    if let kind = ArchiveFormat.zipBeginnings.firstIndex(where: { unsafe head.starts(with: $0) }) {
      self = kind == 0 ? .emptyZip : .zip
    } else if unsafe ArchiveFormat.isTar(head) {
      self = .tar
    } else {
      return nil
    }
  }

  var name: String { self == .tar ? "tar archive" : "zip archive" }

  /// With its article: `a tar archive`.
  var words: String { "a " + name }

  /// Whether the decision needs more than these first bytes.
  static func isUndecided(_ head: UnsafeBufferPointer<UInt8>) -> Bool {
    guard head.count < headSize, let first = unsafe head.first else { return head.isEmpty }
    if head.count < 4, zipBeginnings.contains(where: { unsafe $0.starts(with: head) }) {
      return true
    }
    // JSON text, white space, byte order marks, and what no name begins with.
    if first <= 0x20 || "{[\"".utf8.contains(first) || first >= 0xEF { return false }
    return unsafe !head.contains(UInt8(ascii: "\n")) && !isScalar(head)
  }

  /// The end of an archive without files, a file, a part of a divided archive.
  private static let zipBeginnings: [[UInt8]] = [
    [0x50, 0x4B, 0x05, 0x06], [0x50, 0x4B, 0x03, 0x04], [0x50, 0x4B, 0x07, 0x08],
  ]

  /// Whether these are a number, `true`, `false` or `null`, and white space.
  private static func isScalar(_ head: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let end = unsafe head.firstIndex(where: { [0x20, 0x09, 0x0D].contains($0) }) else {
      return false
    }
    let word = unsafe head[..<end]
    return unsafe word.allSatisfy { (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }
      || ["true", "false", "null"].contains { unsafe word.elementsEqual($0.utf8) }
  }

  /// Whether the octal number at 148 is the sum of the block's bytes, its own as spaces (POSIX, pax, "ustar
  /// Interchange Format"). Old programs summed signed bytes.
  private static func isTar(_ head: UnsafeBufferPointer<UInt8>) -> Bool {
    guard head.count >= headSize, unsafe head[0] != 0 else { return false }
    let field = 148..<156
    var written = 0
    var digits = 0
    for i in field {
      let byte = unsafe head[i]
      if (0x30...0x37).contains(byte) {
        written = written * 8 + Int(byte - 0x30)
        digits += 1
      } else if byte == 0x20, digits == 0 {
        continue
      } else if byte == 0 || byte == 0x20 {
        break
      } else {
        return false
      }
    }
    var (sum, signed) = (0, 0)
    for i in 0..<headSize {
      let byte = field.contains(i) ? 0x20 : unsafe head[i]
      sum += Int(byte)
      signed += Int(Int8(bitPattern: byte))
    }
    return digits > 0 && (written == sum || written == signed)
  }

  /// The format's number in the C interface.
  func number(isPlaced: Bool) -> Int32 {
    switch self {
    case .tar: Int32(CARCH_TAR)
    case .zip where isPlaced: Int32(CARCH_ZIP)
    case .zip, .emptyZip: Int32(CARCH_ZIP_IN_ORDER)
    }
  }
}
