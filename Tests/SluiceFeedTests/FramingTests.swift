import Sluice
import SluiceFeed
import Testing

@Suite("Framing: a line is a record")
struct FramingTests {
  @Test(
    "line ends, blank lines and the end of the feed",
    arguments: [
      ("", [], 0),
      ("\n", [], 1),
      (" \t\r\n\r\n\n", [], 3),
      ("{}", ["1"], 1),
      ("{}\n", ["1"], 1),
      ("{}\r\n", ["1"], 1),
      ("{}\r", ["1"], 1),
      ("{\"a\":1}\n{\"a\":2}\n", ["1", "2"], 2),
      ("{\"a\":1}\r\n{\"a\":2}\r\n", ["1", "2"], 2),
      ("{\"a\":1}\n\n \r\n{\"a\":2}", ["1", "4"], 4),
      ("\n\n[1]\n", ["3"], 3),
      ("  {\"a\":1}  \n\t[2]\t\n", ["1", "2"], 2),
      ("1\n\"x\"\ntrue\nnull\n-0.5e3\n", ["1", "2", "3", "4", "5"], 5),
      ("{\"a\":1}\n   ", ["1"], 2),
      ("\u{FEFF}{\"a\":1}\n{}", ["1", "2"], 2),
      ("\u{FEFF}", [], 0),
      ("{}\n\u{FEFF}{}\n{}", ["1", "2:invalid-literal", "3"], 3),
    ] as [(String, [String], Int64)])
  func lines(text: String, outline: [String], lines: Int64) throws {
    for checking in [JSONChecking.accessed, .full] {
      for window in [16, 128 << 10] {
        let delivered = try Delivered(text, checking, window: window)
        #expect(delivered.outline == outline)
        #expect(delivered.counts.lines == lines)
        #expect(delivered.position.offset == Int64(text.utf8.count))
      }
    }
  }

  @Test(
    "a bad line is isolated, and reports why",
    arguments: [
      // Stage 1 detects these.
      ("{\"a\":\"x}", "unclosed-string", 5),
      ("{\"a\":\"x\u{1}\"}", "control-character", 7),
      ("{\"a\":\"x\ty\"}", "control-character", 7),
      ("{\"a\\\":1}", "unclosed-string", 1),
      ("\"", "unclosed-string", 0),
      // The brackets reveal these.
      ("{\"a\":1", "incomplete", 6),
      ("{\"a\":[1,2]", "incomplete", 10),
      ("\"a\":1}", "trailing-content", 3),
      ("{\"a\":1}}]", "trailing-content", 7),
      ("{\"a\":1]", "unexpected-token", 6),
      ("1 2", "trailing-content", 2),
      ("{} x", "trailing-content", 3),
      ("}", "unexpected-token", 0),
      (",", "unexpected-token", 0),
      ("\u{0}", "invalid-literal", 0),
      ("{}\u{0}", "trailing-content", 2),
      ("nul", "invalid-literal", 0),
      ("01", "invalid-number", 0),
      ("\"\\x\"", "invalid-escape", 1),
    ] as [(String, String, Int)])
  func isolated(bad: String, code: String, offset: Int) throws {
    for checking in [JSONChecking.accessed, .full] {
      for window in [16, 128 << 10] {
        for end in ["\n", "\r\n"] {
          let text = "{\"n\":1}\(end)\(bad)\(end)\(end){\"n\":2}\(end)"
          let delivered = try Delivered(text, checking, window: window)
          #expect(delivered.outline == ["1", "2:\(code)", "4"])
          #expect(delivered.good == ["{\"n\":1}", "{\"n\":2}"])
          let reject = try #require(delivered.bad.first)
          #expect(reject.bytes == Array(bad.utf8))
          #expect(reject.offset == 7 + Int64(end.utf8.count))
          #expect(reject.length == Int64(bad.utf8.count))
          #expect(reject.number == 2)
          #expect(reject.errorOffset == offset)
          #expect(delivered.counts.records == 2 && delivered.counts.rejected == 1)
        }
        // The same as the last line, without a line end.
        let last = try Delivered("{\"n\":1}\n\(bad)", checking, window: window)
        #expect(last.outline == ["1", "2:\(code)"])
        #expect(last.bad.first?.errorOffset == offset)
      }
    }
  }

  @Test("invalid UTF-8 costs only its own line", arguments: [16, 128 << 10])
  func invalidUTF8(window: Int) throws {
    for bad in [[0xFF], [0xC3], [0xE3, 0x81], [0xED, 0xA0, 0x80], [0xC0, 0xAF]] as [[UInt8]] {
      var bytes = Array("{\"n\":1}\n{\"s\":\"".utf8)
      bytes += bad
      bytes += Array("\"}\n{\"n\":\"ü\"}\n".utf8)
      let delivered = try Delivered(
        .bytes(bytes, name: "test"), options: FeedOptions(windowSize: window))
      #expect(delivered.outline == ["1", "2:invalid-utf8", "3"])
      #expect(delivered.bad.first?.errorOffset == 6)
    }
  }

  @Test("a backslash before the newline does not extend a string past it")
  func escapedNewline() throws {
    let lines = [
      #"{"a":1}"#, #"{"b":"x\"#, #""}"#, #"{"c":3}"#, #"\"#, #""\"#, "1", #"{"d":"\"#, #""}"#,
    ]
    for checking in [JSONChecking.accessed, .full] {
      for window in [16, 256 << 10] {
        let delivered = try Delivered(lines.joined(separator: "\n"), checking, window: window)
        #expect(delivered.items.map(\.line) == Array(1...9))
        #expect(delivered.good == [#"{"a":1}"#, #"{"c":3}"#, "1"])
      }
    }
  }

  @Test("two unclosed strings that would cancel out are two bad lines")
  func cancellingQuotes() throws {
    let text = "{\"a\":1}\n{\"a\":\"x}\n{\"b\":\"y}\n{\"a\":\"\n\"}\n{\"c\":3}\n"
    for checking in [JSONChecking.accessed, .full] {
      #expect(
        try Delivered(text, checking).outline == [
          "1", "2:unclosed-string", "3:unclosed-string", "4:unclosed-string", "5:unclosed-string",
          "6",
        ])
    }
  }

  @Test(
    "faults that .accessed leaves open are rejected under .full, and never move a record's end")
  func accessedIsLazy() throws {
    let lazy = [
      "{\"a\":1}{\"b\":2}", "{\"a\" 1}", "{\"a\":[1,2}", "{\"a\":01}", "[1,,2]", "{\"a\":\"\\x\"}",
    ]
    let text = lazy.map { $0 + "\n{\"good\":true}\n" }.joined()
    let accessed = try Delivered(text, .accessed)
    #expect(accessed.counts.records == 12 && accessed.counts.rejected == 0)
    let full = try Delivered(text, .full)
    #expect(full.counts.records == 6 && full.counts.rejected == 6)
    #expect(full.good.allSatisfy { $0 == "{\"good\":true}" })
    #expect(full.bad.map(\.bytes) == lazy.map { Array($0.utf8) })
  }

  @Test("a cursor never leaves its record, whatever the record lacks")
  func cursorStaysInside() throws {
    let text = "{\"a\":[1,2}\n{\"b\":[3]}\n[[1,[2]\n[4]\n{\"x\":{}\n"
    var feed = try JSONFeed(.bytes(Array(text.utf8), name: "test"))
    var codes: [String] = []
    try feed.forEach { record in
      do {
        if try record.cursor.kind == .object {
          #expect(try record.cursor[ifPresent: "b"] != nil)
          codes.append("found")
        } else {
          codes.append("\(try record.cursor.count)")
        }
      } catch let error as JSONError {
        let reject = record.reject(error)
        codes.append("\(reject.line):\(reject.error.code):\(reject.error.offset)")
      }
    } rejected: {
      codes.append("rejected \($0.line)")
    }
    #expect(
      codes == ["1:incomplete:10", "found", "3:incomplete:7", "1", "5:incomplete:7"])
  }
}
