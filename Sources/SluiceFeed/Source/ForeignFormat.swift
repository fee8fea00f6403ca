import Sluice

/// A format that feeds may arrive in but that is not read here. Its first bytes identify it, so that the
/// result is one error with advice, instead of a bad record for each accidental line.
///
/// No JSON text begins with any of these, in any encoding. If the bytes are letters, which a damaged first
/// line could have, more evidence is required.
package struct ForeignFormat: Equatable {
  /// With its article: `an xz archive`.
  private let name: String
  private let magic: [UInt8]
  /// What must directly follow the magic; empty: anything.
  private var continuations: [[UInt8]] = []
  /// Whether a control character must be nearby: for a magic of letters.
  private var isBinary = false
  private let advice: String

  private init(
    _ name: String, _ magic: [UInt8], then continuations: [[UInt8]] = [], isBinary: Bool = false,
    _ advice: String
  ) {
    self.name = name
    self.magic = magic
    self.continuations = continuations
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
    guard !continuations.isEmpty else { return true }
    if continuations.contains(where: { unsafe rest.starts(with: $0) }) { return true }
    return continuations.contains { unsafe $0.starts(with: rest) } ? nil : false
  }

  package func error(_ source: String) -> JSONError {
    JSONError(.unsupportedEncoding, at: 0, name: "\(name) (\(source)): \(advice)")
  }

  private static func piped(_ program: String) -> String {
    "only gzip and Zstandard are decompressed here; for others, \(program) FILE | sluice … -"
  }

  private static let unzipped =
    "unpack it first; of one file, unzip -p FILE | sluice … -"
  private static let converted = "convert it to newline-delimited JSON first"

  static let all: [ForeignFormat] = [
    ForeignFormat(
      "a bzip2 file", Array("BZh".utf8),
      // The level, then the number of the first block (pi), or, in an empty file, that of the end (its
      // square root).
      then: (UInt8(ascii: "1")...UInt8(ascii: "9")).flatMap {
        [[$0, 0x31, 0x41, 0x59, 0x26, 0x53, 0x59], [$0, 0x17, 0x72, 0x45, 0x38, 0x50, 0x90]]
      }, piped("bzip2 -dc")),
    ForeignFormat("an xz file", [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], piped("xz -dc")),
    ForeignFormat("an LZ4 file", [0x04, 0x22, 0x4D, 0x18], piped("lz4 -dc")),
    ForeignFormat("an LZ4 file", [0x02, 0x21, 0x4C, 0x18], piped("lz4 -dc")),
    ForeignFormat("an lzip file", Array("LZIP\u{1}".utf8), piped("lzip -dc")),
    ForeignFormat("a file of compress(1)", [0x1F, 0x9D], piped("gzip -dc")),
    ForeignFormat(
      "a Snappy file", [0xFF, 0x06, 0, 0] + Array("sNaPpY".utf8), piped("snzip -dc")),
    ForeignFormat("a zip archive", [0x50, 0x4B, 0x03, 0x04], unzipped),
    ForeignFormat("a zip archive", [0x50, 0x4B, 0x05, 0x06], unzipped),
    ForeignFormat("a zip archive", [0x50, 0x4B, 0x07, 0x08], unzipped),
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
