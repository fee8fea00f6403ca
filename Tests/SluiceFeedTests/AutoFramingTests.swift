import Sluice
import SluiceFeed
import SluiceSamples
import TestSupport
import Testing

@Suite("The framing that auto chooses")
struct AutoFramingTests {
  static func framing(_ bytes: [UInt8]) throws -> FeedFraming {
    var options = FeedOptions(framing: .auto)
    var feed = try JSONFeed(.bytes(bytes, name: "auto"), options: options)
    #expect(feed.framing == .auto)
    try feed.forEach { _ in
    } rejected: { _ in
    }
    // The choice does not depend on how the bytes arrive, and it is used to read the feed.
    let whole = try Delivered(.bytes(bytes, name: "auto"), options: options)
    #expect(try Pipe.delivered(bytes, options: options) { _ in 1 } == whole)
    options.framing = feed.framing
    #expect(try Delivered(.bytes(bytes, name: "auto"), options: options) == whole)
    return feed.framing
  }

  @Test(
    "follows the first lines",
    arguments: [
      ("", .lines), ("\n \n", .lines), ("{}", .lines), ("{}\n{}\n", .lines), ("[1]\n[2]\n", .lines),
      ("[1,2]", .rootElements), (" [1,2] \n\n", .rootElements), ("[]\n", .rootElements),
      ("[1]\n\n \n[2]", .lines), ("[1]\nx", .lines), ("{\"a\":[1]}", .lines), ("7\n8\n", .lines),
      ("\"a\"\r\n\"b\"\r\n", .lines),
      ("\u{FEFF}{}\n{", .lines),
      ("\u{1E}{}\n", .sequence), (" \n\u{1E}1\n", .sequence),
      ("{}{}\n", .concatenated), ("{} [1]\n", .concatenated), ("1 2 3\n", .concatenated),
      ("{\n\"a\": 1\n}\n", .concatenated), ("{\n}{\n}", .concatenated),
      ("{\"a\":\n[1]} {}\n", .concatenated), ("[\n1] [2]", .concatenated),
      ("[\n{\"a\":1},\n{\"a\":2}\n]", .rootElements), ("[{\"a\":1},\n{\"a\":2}]\n", .rootElements),
      ("[\n", .lines), ("[\n\n  1\n]", .rootElements),
      // Damage costs least with lines.
      ("{\"a\":1\n{\"b\":2}\n", .lines), ("{\"a\":\"x\n{}\n", .lines), ("{} x\n{}\n", .lines),
      ("[1,2\n[3]\n", .lines), ("\u{0}\n{}\n", .lines), ("}\n{}\n", .lines),
    ] as [(String, FeedFraming)])
  func chosen(text: String, framing: FeedFraming) throws {
    #expect(try Self.framing(Array(text.utf8)) == framing, "\(text)")
  }

  @Test(
    "always reads two lines of valid NDJSON as lines", arguments: 0..<40 as Range<UInt64>)
  func validLines(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var sample = SampleFeed(shape: seed % 2 == 0 ? .events : .logs, seed: seed)
    var bytes: [UInt8] = []
    let others = ["[1,[2]]", "7", "\"}{\"", "null", "[]", "", " ", "{\"a\":\"\\n[\"}", "[{}, {}]"]
    for _ in 0..<Int.random(in: 0...5, using: &random) {
      if Bool.random(using: &random) {
        sample.appendRecord(to: &bytes)
      } else {
        bytes += Array((others.randomElement(using: &random)! + "\r\n").utf8)
      }
    }
    bytes += Array("[]\n[]".utf8)
    #expect(try Self.framing(bytes) == .lines, "seed \(seed)")
  }

  @Test(
    "judges a first line longer than the inspected bytes by its beginning",
    arguments: [
      ("[", #"{"a":["\u00e9",true]}"#, ",", "]", .rootElements),
      ("[", "true", ",", "]", .rootElements),
      ("[\"", "a", "", "\",\n1]", .rootElements), ("", #"{"a":[1,"é"]}"#, "", "", .concatenated),
      ("", "[1,2]", " ", "", .concatenated), ("{\"a\":[", "1", ",", "]}\n{}", .lines),
      ("[1,2,]", "1", ",", "", .lines), ("", "x", "", "", .lines), ("", " ", "", "[1]", .lines),
    ] as [(String, String, String, String, FeedFraming)])
  func longLine(
    before: String, repeated: String, between: String, behind: String, framing: FeedFraming
  ) throws {
    let unit = Array((repeated + between).utf8)
    var bytes = Array(before.utf8)
    for _ in 0..<(5 << 18) / unit.count { bytes += unit }
    bytes += Array((repeated + behind).utf8)
    var feed = try JSONFeed(.bytes(bytes, name: "long"), options: FeedOptions(framing: .auto))
    try feed.forEach { _ in
    } rejected: { _ in
    }
    #expect(feed.framing == framing)
  }

  @Test("can't be requested in the middle of a feed")
  func position() throws {
    let place = FeedPosition(offset: 3, line: 1, recordNumber: 1)
    let error = #expect(throws: JSONError.self) {
      _ = try JSONFeed(
        .bytes(Array("{}\n{}\n".utf8), name: "x"), options: FeedOptions(framing: .auto), from: place
      )
    }
    #expect(error?.code == .invalidValue)
  }

  @Test(
    "framings have names that can be parsed again",
    arguments: [
      "lines", "concatenated", "sequence", "elements", "elements:/a~1b/0", "document", "auto",
    ])
  func names(name: String) throws {
    #expect(try FeedFraming(name).description == name)
    #expect(throws: JSONError.self) { try FeedFraming("x" + name) }
  }
}
