import Sluice

/// A format that feeds may arrive in but that is not read here. Its first bytes identify it, so that the
/// result is one error with advice, instead of a bad record for each accidental line.
///
/// No JSON text begins with any of these, in any encoding. If the bytes are letters, which a damaged first
/// line could have, more evidence is required.
package struct ForeignFormat: Equatable {
  /// With its article: `an lzip file`.
  private let name: String
  private let magic: [UInt8]
  /// Whether a control character must be nearby: for a magic of letters.
  private var isBinary = false
  private let advice: String

  private init(
    _ name: String, _ magic: [UInt8], isBinary: Bool = false, _ advice: String
  ) {
    self.name = name
    self.magic = magic
    self.isBinary = isBinary
    self.advice = advice
  }

  /// Whether a source begins like this; nil: this needs more of it.
  func isBegun(by head: UnsafeBufferPointer<UInt8>) -> Bool? {
    guard head.count >= magic.count else { return unsafe magic.starts(with: head) ? nil : false }
    guard unsafe head.starts(with: magic) else { return false }
    let rest = unsafe head[magic.count...]
    if isBinary {
      if unsafe rest.contains(where: { $0 < 0x20 && ![0x09, 0x0A, 0x0D].contains($0) }) {
        return true
      }
      return head.count < PeekableInput.most ? nil : false
    }
    return true
  }

  package func error(_ source: String) -> JSONError {
    JSONError(.unsupportedEncoding, at: 0, name: "\(name) (\(source)): \(advice)")
  }

  private static func piped(_ program: String) -> String {
    "only gzip, Zstandard, bzip2, xz and LZ4 are decompressed here; for others, \(program) FILE |"
      + " sluice … -"
  }

  private static let converted = "convert it to newline-delimited JSON first"

  static let all: [ForeignFormat] = [
    ForeignFormat(
      "an LZ4 file of the legacy format", LoadedFormat.legacyLZ4,
      "it has neither an end mark nor checksums; lz4 -dc FILE | sluice … -"),
    ForeignFormat("an lzip file", Array("LZIP\u{1}".utf8), piped("lzip -dc")),
    ForeignFormat("a file of compress(1)", [0x1F, 0x9D], piped("gzip -dc")),
    ForeignFormat(
      "a Snappy file", [0xFF, 0x06, 0, 0] + Array("sNaPpY".utf8), piped("snzip -dc")),
    ForeignFormat(
      "a 7z archive", [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C],
      "unpack it first; of one file, 7z x -so FILE | sluice … -"),
    ForeignFormat("a Parquet file", Array("PAR1".utf8), isBinary: true, converted),
    ForeignFormat("an encrypted Parquet file", Array("PARE".utf8), isBinary: true, converted),
    ForeignFormat("an ORC file", Array("ORC".utf8), isBinary: true, converted),
    ForeignFormat("an Avro file", Array("Obj\u{1}".utf8), converted),
    ForeignFormat("an Arrow file", Array("ARROW1\0\0".utf8), converted),
    ForeignFormat(
      "a SQLite database", Array("SQLite format 3\0".utf8),
      "write its rows as JSON first (json_object)"),
  ]
}
