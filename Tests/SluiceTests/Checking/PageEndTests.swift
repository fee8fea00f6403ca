import CSimdJSON
import ConformanceSuite
import DocumentTestSupport
import Sluice
import Testing

/// Each text lies at the end of a page, with no more bytes after it than its caller promises, or at the start of one: a
/// read or write beyond that ends the process. Under each kernel: SIMDJSON_FORCE_IMPLEMENTATION.
@Suite("Texts at the ends of pages")
struct PageEndTests {
  private static let padding = PaddedBytes.padding
  /// Bytes that would continue what they follow.
  private static let fills = Array("\"\\1e.]u ".utf8) + [0x80, 0xF0]

  /// Those of the padding's tests, and longer ones around the width of a block.
  private static let documents: [[UInt8]] = {
    var texts = PaddingTests.documents
    for count in [1, 15, 16, 31, 32, 33, 62, 63, 64, 65, 127, 128, 129] {
      func times(_ part: String) -> String { String(repeating: part, count: count) }
      texts.append("[\"\(times("x"))\"]")
      texts.append("{\"k\\n\(times("é"))\":[\(count),{\"\\u00e9\":-1.5e3}]}")
      texts.append("[\(times("1")).\(times("2"))")
      texts.append("\"\(times("\\\\"))\"")
      texts.append(times("["))
      texts.append("[0.\(times("1111111111"))e1]")
    }
    return texts.map { Array($0.utf8) }
  }()

  private func events(_ root: JSONCursor) throws -> String {
    var events = Events()
    try events.walk(root)
    return "\(events.bytes) \((try? root.float).map { "\($0)" } ?? "")"
  }

  /// The values of a document, or its error.
  private func outcome(
    _ bytes: UnsafeBufferPointer<UInt8>, _ reader: inout JSONReader
  ) throws -> String {
    do {
      return try unsafe reader.withDocument(padded: bytes) { try events($0) }
    } catch let error as JSONError {
      return "\(error.code) \(error.offset)"
    }
  }

  @Test("give the values or the error that they give elsewhere", arguments: [false, true])
  func documents(atStart: Bool) throws {
    let memory = try GuardedMemory(4096)
    var reader = JSONReader()
    for checking in [JSONChecking.accessed, .full] {
      reader.options.checking = checking
      for text in Self.documents {
        let expected = try unsafe withPadding(UInt8(ascii: " "), behind: text) {
          try unsafe outcome($0, &reader)
        }
        for fill in Self.fills {
          let placed = unsafe memory.holding(
            text, padding: Self.padding, fill: fill, atStart: atStart)
          let found = try unsafe outcome(placed, &reader)
          #expect(found == expected, "\(String(decoding: text, as: UTF8.self)) before \(fill)")
        }
      }
    }
  }

  @Test("are checked in windows as in one piece")
  func windows() throws {
    let memory = try GuardedMemory(4096)
    for window in [64, 1 << 20] {
      var checker = JSONChecker(windowSize: window)
      for text in Self.documents {
        let expected = refusal(of: text, .full)
        let placed = unsafe memory.holding(text, padding: Self.padding, fill: UInt8(ascii: "\""))
        var found: JSONError?
        do throws(JSONError) { try unsafe checker.check(padded: placed) } catch { found = error }
        #expect(found?.code == expected?.code && found?.offset == expected?.offset)
      }
    }
  }

  /// Characters of one to four bytes, whole and cut.
  private static let characters: [(bytes: [UInt8], isValid: Bool)] = [
    ([0x61], true), ([0xC3, 0xA9], true), ([0xE2, 0x82, 0xAC], true),
    ([0xF0, 0x9F, 0x98, 0x80], true), ([0xC3], false), ([0xE2], false), ([0xE2, 0x82], false),
    ([0xF0], false), ([0xF0, 0x9F], false), ([0xF0, 0x9F, 0x98], false), ([0x80], false),
    ([0xED, 0xA0, 0x80], false), ([0xC0, 0x80], false), ([0xF4, 0x90, 0x80, 0x80], false),
  ]

  @Test("without a byte after them are UTF-8 or not, and are written", arguments: characters)
  func withoutPadding(character: [UInt8], isValid: Bool) throws {
    let memory = try GuardedMemory(4096)
    for before in 0..<200 {
      let text = [UInt8](repeating: UInt8(ascii: "a"), count: before) + character
      let placed = unsafe memory.holding(text, padding: 0, fill: 0)
      #expect(unsafe csj_is_utf8(placed.baseAddress, placed.count) == isValid, "\(before)")
      var writer = JSONWriter()
      let isWritten = (try? unsafe writer.value(utf8: placed)) != nil
      #expect(isWritten == isValid, "\(before)")
      if isValid { #expect(try writer.takeBytes() == [0x22] + text + [0x22]) }
    }
  }

  @Test(
    "are unescaped into exactly the room that is asked for",
    arguments: [
      ("", ""), ("\\n", "\n"), ("\\u00e9", "é"), ("\\ud83d\\ude00", "😀"), ("\\u20AC", "€"),
      ("\\\\\\\"", "\\\""),
    ])
  func strings(escape: String, meaning: String) throws {
    let source = try GuardedMemory(4096), out = try GuardedMemory(4096)
    for before in 0..<140 {
      let plain = String(repeating: "p", count: before)
      let raw = Array((plain + escape).utf8)
      for fill in Self.fills {
        let text = unsafe source.holding(
          raw + [UInt8(ascii: "\"")], padding: Self.padding, fill: fill)
        let room = unsafe out.last(raw.count + Self.padding)
        let end = unsafe csj_unescape(text.baseAddress!, room.baseAddress!)
        let count = unsafe try #require(end) - room.baseAddress!
        #expect(unsafe String(decoding: room[..<count], as: UTF8.self) == plain + meaning)
      }
    }
  }

  @Test(
    "with an escape that the end cuts are refused",
    arguments: ["\\u", "\\u0", "\\u00e", "\\ud83d", "\\ud83d\\", "\\ud83d\\u", "\\ud83d\\ude0"])
  func cutEscapes(escape: String) throws {
    let source = try GuardedMemory(4096), out = try GuardedMemory(4096)
    for before in 0..<140 {
      // A quote after a backslash would be escaped.
      let raw = [UInt8](repeating: 0x70, count: before) + Array(escape.utf8)
      let isQuoted = raw.last == UInt8(ascii: "\\")
      let close = Array((isQuoted ? "\"\"" : "\"").utf8)
      for fill in Array("\"0aAu".utf8) {
        let text = unsafe source.holding(raw + close, padding: Self.padding, fill: fill)
        let room = unsafe out.last(raw.count + close.count - 1 + Self.padding)
        #expect(unsafe csj_unescape(text.baseAddress!, room.baseAddress!) == nil, "\(before)")
      }
    }
  }

  @Test("that are numbers are read whole, however long")
  func numbers() throws {
    let memory = try GuardedMemory(8192)
    for digits in [1, 2, 7, 8, 9, 15, 16, 17, 19, 20, 31, 32, 33, 300, 800, 1022, 1030, 4000] {
      let many = String(repeating: "7", count: digits)
      for text in [
        many, "-" + many, "0." + many, many + "e-" + "\(digits)", "-" + many + "." + many,
      ] {
        for fill in Array(", \n]".utf8) {
          let placed = unsafe memory.holding(
            Array(text.utf8), padding: Self.padding, fill: fill)
          var value = 0.0
          let isRead = unsafe csj_parse_double(placed.baseAddress!, &value)
          let expected = Reference.double(text)
          #expect(isRead == expected.isFinite)
          if isRead { #expect(value.bitPattern == expected.bitPattern, "\(text.prefix(40))") }
        }
      }
    }
  }

  @Test("that are windows of a stream have the same tokens")
  func streams() throws {
    let memory = try GuardedMemory(4096)
    let engine = try unsafe #require(unsafe csj_engine_create())
    defer { unsafe csj_engine_destroy(engine) }
    func tokens(_ start: UnsafeMutablePointer<UInt8>, _ count: Int) -> [UInt32] {
      var found = unsafe csj_window()
      let status = unsafe csj_stage1_window(engine, start, UInt64(count), &found)
      guard status == CSJ_OK, let tokens = unsafe found.tokens else { return [status.rawValue] }
      return unsafe Array(UnsafeBufferPointer(start: tokens, count: Int(found.count)))
    }
    for text in Self.documents {
      let room = Int(CSJ_WINDOW_TAIL) + Self.padding
      var elsewhere = text + [UInt8](repeating: 0x20, count: room)
      let expected = unsafe elsewhere.withUnsafeMutableBufferPointer {
        unsafe tokens($0.baseAddress!, text.count)
      }
      _ = unsafe memory.holding(text, padding: room, fill: UInt8(ascii: "\""))
      let found = unsafe tokens(memory.last(text.count + room).baseAddress!, text.count)
      #expect(found == expected, "\(String(decoding: text, as: UTF8.self))")
    }
  }
}
