import Sluice
import SluiceFeed
import Testing

@Suite("Sources: formats that are not read here")
struct ForeignFormatTests {
  private static let formats: [(name: String, bytes: [UInt8], advice: String)] = [
    ("LZ4", [0x02, 0x21, 0x4C, 0x18, 9, 9], "lz4 -dc"),
    ("lzip", Array("LZIP\u{1}\u{14}".utf8), "lzip -dc"),
    ("compress(1)", [0x1F, 0x9D, 0x90, 0x7B], "gzip -dc"),
    ("Snappy", [0xFF, 0x06, 0, 0] + Array("sNaPpY".utf8), "snzip -dc"),
    ("7z", [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C, 0, 4], "7z x -so"),
    ("Parquet", Array("PAR1".utf8) + [0x15, 0x04, 0x15, 0x90], "convert it"),
    ("ORC", Array("ORC".utf8) + [0x0A, 0x06, 0x08, 0x01], "convert it"),
    ("Avro", Array("Obj\u{1}\u{4}\u{16}avro.schema".utf8), "convert it"),
    ("Arrow", Array("ARROW1\0\0".utf8) + [0xFF, 0xFF], "convert it"),
    ("SQLite", Array("SQLite format 3\0\u{10}\0".utf8), "write its rows as JSON"),
  ]

  @Test("are one error that names the format and says what to do", arguments: 0..<formats.count)
  func named(number: Int) throws {
    let (name, head, advice) = ForeignFormatTests.formats[number]
    let bytes = head + Array("\n{\"id\":1}\n{\"id\":2}\n".utf8)
    for options in [FeedOptions(), FeedOptions(framing: .auto), FeedOptions(parallel: 2)] {
      let result = try DeliveredUntilFailure(.bytes(bytes, name: "x.bin"), options: options)
      let error = try #require(result.error)
      #expect(error.code == .unsupportedEncoding && result.good.isEmpty && result.bad == 0)
      for part in [name, "(x.bin)", advice] {
        #expect(error.description.contains(part), "\(error)")
      }
      // Through a pipe, byte by byte, and compressed again.
      #expect(throws: JSONError.self) { try Pipe.delivered(bytes, options: options) { _ in 1 } }
      for compression in Compression.allCases {
        let packed = try DeliveredUntilFailure(
          .bytes(compression.compress(bytes), name: "packed"), options: options)
        #expect(packed.good == ["{\"id\":1}", "{\"id\":2}"], "the text of an archive is a text")
      }
    }
  }

  @Test("are not detected in a damaged first line of text")
  func lines() throws {
    for line in [
      "BZh9 is not JSON", "BZh91AY", "PAR1", "PAR1,PAR2,PAR3,PAR4", "ORCHESTRATOR started, at last",
      "ORC", "ORC\tx", "LZIP", "SQLite format 3", "ARROW1", "Obj", "PK", "7z", "7", "P", "[", "O",
      "B", "BZ", "BZh",
      "BZh9",
    ] {
      let delivered = try Delivered("\(line)\n{\"a\":2}\n")
      #expect(delivered.good.last == "{\"a\":2}", "\(line)")
      #expect(delivered.items.count == 2, "\(line)")
      let piped = try Pipe.delivered(Array("\(line)\n{\"a\":2}\n".utf8)) { _ in 1 }
      #expect(piped == delivered, "\(line)")
      let short = try Delivered(line)
      #expect(short.items.count == 1, "\(line)")
    }
  }

  @Test("never match the start of a JSON text in any encoding")
  func noJSON() throws {
    // Possible first characters of a text, and possible second ones.
    for first in ["{", "[", "\"", "-", "0", "7", "t", "f", "n", " ", "\n", "\t", "\u{1E}"] {
      for second in ["\"", "1", "e", "a", "r", "u", "}", "]", " ", "\u{22}", "z", "\u{4D18}"] {
        for encoding in TestEncoding.allCases {
          for mark in [true, false] {
            let bytes = encoding.encode(first + second + "    ", mark: mark)
            #expect(isRead(bytes), "\(first)\(second) in \(encoding)")
          }
        }
        #expect(isRead(Array((first + second).utf8)))
      }
    }
  }

  private func isRead(_ bytes: [UInt8]) -> Bool {
    unsafe bytes.withUnsafeBufferPointer { unsafe Packing($0) == .plain }
  }
}
