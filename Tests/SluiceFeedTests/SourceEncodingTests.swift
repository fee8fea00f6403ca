import Sluice
import SluiceFeed
import TestSupport
import Testing

/// An encoding, and how the tests produce it.
enum TestEncoding: String, CaseIterable {
  case utf16LE, utf16BE, utf32LE, utf32BE

  func encode(_ text: String, mark: Bool) -> [UInt8] {
    var bytes: [UInt8] = []
    let text = mark ? "\u{FEFF}" + text : text
    switch self {
    case .utf16LE:
      for unit in text.utf16 {
        unsafe withUnsafeBytes(of: unit.littleEndian) { unsafe bytes += $0 }
      }
    case .utf16BE:
      for unit in text.utf16 { unsafe withUnsafeBytes(of: unit.bigEndian) { unsafe bytes += $0 } }
    case .utf32LE:
      for scalar in text.unicodeScalars {
        unsafe withUnsafeBytes(of: scalar.value.littleEndian) { unsafe bytes += $0 }
      }
    case .utf32BE:
      for scalar in text.unicodeScalars {
        unsafe withUnsafeBytes(of: scalar.value.bigEndian) { unsafe bytes += $0 }
      }
    }
    return bytes
  }

  var unitSize: Int { self == .utf16LE || self == .utf16BE ? 2 : 4 }
}

@Suite("Sources: UTF-16 and UTF-32")
struct SourceEncodingTests {
  /// Characters of one to four bytes, bad lines, CRLF, and no newline at the end.
  static let text =
    "{\"a\":\"\u{E9}\u{20AC}\u{1D11E}\"}\r\n{\"cut\":\"\n\n"
    + (0..<400).map { "{\"n\":\($0),\"t\":\"\u{1F600} z\u{FC}rich \u{FEFF}\"}\n" }.joined()
    + "[1,\"\u{10FFFF}\"]"

  @Test(
    "a feed yields what its text in UTF-8 yields, cut anywhere", arguments: TestEncoding.allCases,
    [true, false])
  func sameAsUTF8(encoding: TestEncoding, mark: Bool) throws {
    var random = SeededGenerator(seed: mark ? 0xB03 : 0xA53)
    let seed = random.state
    let bytes = encoding.encode(Self.text, mark: mark)
    for window in [16, 17, 1000, 128 << 10] {
      let options = FeedOptions(windowSize: window)
      let whole = try Delivered(.bytes(Array(Self.text.utf8), name: "UTF-8"), options: options)
      #expect(whole.counts.records == 402 && whole.counts.rejected == 1)
      #expect(try Delivered(.bytes(bytes, name: "memory"), options: options) == whole)
      for largest in [1, 5, 5000] {
        let piped = try Pipe.delivered(bytes, options: options) { _ in
          Int.random(in: 1...largest, using: &random)
        }
        #expect(piped == whole, "seed \(seed), window \(window)")
      }
      for compression in Compression.allCases {
        let packed = compression.compress(bytes, cutAt: [1, 3, 1001])
        #expect(try Delivered(.bytes(packed, name: "packed"), options: options) == whole)
      }
    }
  }

  @Test("a feed resumes from a position, which counts in UTF-8", arguments: TestEncoding.allCases)
  func positions(encoding: TestEncoding) throws {
    let whole = try Delivered(.bytes(Array(Self.text.utf8), name: "UTF-8"))
    let source = FeedSource.bytes(encoding.encode(Self.text, mark: true), name: "text")
    for i in stride(from: 0, to: whole.items.count, by: 50) {
      let rest = try Delivered(source, from: whole.items[i].after)
      #expect(rest.items == Array(whole.items[(i + 1)...]))
    }
  }

  @Test(
    "an invalid character is an error with its offset, after the records before it",
    arguments: TestEncoding.allCases)
  func damage(encoding: TestEncoding) throws {
    let lines = "{\"a\":1}\n{\"a\":2}\n{\"a\":\""
    let sound = encoding.encode(lines, mark: false)
    let tail = encoding.encode("\"}\n{\"a\":4}\n", mark: false)
    let bad: [[UInt8]] =
      switch encoding {
      case .utf16LE: [[0, 0xD8], [0, 0xDC], [0, 0xD8, 0, 0xD8]]
      case .utf16BE: [[0xD8, 0], [0xDC, 0], [0xD8, 0, 0xD8, 0]]
      case .utf32LE: [[0, 0xD8, 0, 0], [0, 0, 0x11, 0], [1, 2, 3, 4]]
      case .utf32BE: [[0, 0, 0xD8, 0], [0, 0x11, 0, 0], [1, 2, 3, 4]]
      }
    for bytes in bad {
      for window in [16, 128 << 10] {
        let result = try DeliveredUntilFailure(
          .bytes(sound + bytes + tail, name: "feed.txt"), options: FeedOptions(windowSize: window))
        #expect(result.good == ["{\"a\":1}", "{\"a\":2}"] && result.bad == 0)
        let error = try #require(result.error)
        #expect(error.code == .unsupportedEncoding && error.offset == sound.count, "\(error)")
        #expect(error.description.contains("(byte \(sound.count) of feed.txt)"), "\(error)")
      }
    }
  }

  @Test("half a character at the end is an error", arguments: TestEncoding.allCases)
  func cut(encoding: TestEncoding) throws {
    let bytes = encoding.encode("{\"a\":1}\n{\"a\":2}\n", mark: true)
    for cut in 1..<encoding.unitSize {
      let result = try DeliveredUntilFailure(.bytes(Array(bytes.dropLast(cut)), name: "cut"))
      #expect(result.good == ["{\"a\":1}"] && result.error?.code == .unsupportedEncoding)
    }
  }

  @Test("a NUL in the first line of UTF-8 is a bad record, and not another encoding")
  func strayNULs() throws {
    for start in [
      "{\u{0}\"a\":1}", "\u{0}{\"a\":1}", "\u{0}\u{0}\u{0}\u{0}", "{\u{0}\u{0}\"", "1\u{0}",
    ] {
      let delivered = try Delivered("\(start)\n{\"a\":2}\n", .full)
      #expect(delivered.good == ["{\"a\":2}"] && delivered.bad.count == 1, "\(delivered)")
    }
  }

  @Test("a byte and the NULs left after it by a crash are a bad record, and not UTF-32")
  func crashNULs() throws {
    let rest = "\n{\"a\":2}\n"
    for start in ["1", "{", "\"", "x"] {
      for count in [3, 4, 5, 7, 8, 11, 4093] {
        let bytes = Array((start + String(repeating: "\0", count: count) + rest).utf8)
        let delivered = try Delivered(.bytes(bytes, name: "crash"))
        #expect(delivered.good == ["{\"a\":2}"] && delivered.bad.count == 1, "\(start) \(count)")
        #expect(try Pipe.delivered(bytes) { _ in 1 } == delivered, "\(start) \(count)")
      }
    }
    // The reverse: NULs first, and then the line continues. Four are a gap, which is passed over.
    for count in [1, 2, 3, 4, 6, 7] {
      let text = String(repeating: "\0", count: count) + "{\"a\":1}" + rest
      let delivered = try Delivered(.bytes(Array(text.utf8), name: "crash"))
      if count < 4 {
        #expect(delivered.good == ["{\"a\":2}"] && delivered.bad.count == 1, "\(count)")
      } else {
        let spaces = String(repeating: " ", count: count)
        #expect(delivered.good == ["\(spaces){\"a\":1}", "{\"a\":2}"], "\(count)")
        #expect(delivered.bad.isEmpty)
      }
    }
    let short = try Delivered(.bytes([0x31, 0, 0, 0], name: "short"))
    #expect(short.bad.count == 1 && short.good.isEmpty)
  }

  @Test("two characters are enough to detect an encoding", arguments: TestEncoding.allCases)
  func twoCharacters(encoding: TestEncoding) throws {
    for text in ["[]", "1\n", "{}\n", "\"\u{1D11E}\"\n", " 7"] {
      let bytes = encoding.encode(text, mark: false)
      // In UTF-16 both must be ASCII.
      guard encoding.unitSize == 4 || text.utf8.allSatisfy({ $0 < 0x80 }) else { continue }
      let delivered = try Delivered(.bytes(bytes, name: "short"))
      #expect(delivered.good.count == 1 && delivered.bad.isEmpty, "\(text)")
    }
  }

  @Test("a feed of one or two bytes is read as it is")
  func tiny() throws {
    #expect(try Delivered("1").good == ["1"])
    #expect(try Delivered("[]").good == ["[]"])
    #expect(try Delivered("").items.isEmpty)
    for start in [[0x1F], [0x28], [0x28, 0xB5], [0xFF], [0xFF, 0xFE], [0x50, 0x2A]] as [[UInt8]] {
      let delivered = try Delivered(.bytes(start, name: "start"))
      let isMark = start == [0xFF, 0xFE]
      #expect(delivered.bad.count == (isMark ? 0 : 1) && delivered.good.isEmpty)
    }
  }
}
