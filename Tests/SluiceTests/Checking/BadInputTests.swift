import ConformanceSuite
import DocumentTestSupport
import Sluice
import Testing

@Suite("Bad input")
struct BadInputTests {
  static let checkings: [JSONChecking] = [.accessed, .full]

  @Test(
    "refuses empty input, including white space or a byte order mark alone", arguments: checkings
  )
  func empty(checking: JSONChecking) {
    for text in ["", " ", "\n\t\r ", "\u{FEFF}", "\u{FEFF}  \n"] {
      let error = refusal(of: text, JSONOptions(checking: checking))
      #expect(error?.code == .empty, "\(text.debugDescription)")
    }
  }

  @Test("refuses an unclosed string at its start", arguments: checkings)
  func unclosedStrings(checking: JSONChecking) {
    let texts = [
      (#"""#, 0), (#""abc"#, 0), (#"["a"#, 1), (#"{"a"#, 1), (#"{"a":"b"#, 5), (#""\""#, 0),
      (#"["a\\\""#, 1), (#"["a", "b]"#, 6),
    ]
    for (text, offset) in texts {
      let error = refusal(of: text, JSONOptions(checking: checking))
      #expect(error?.code == .unclosedString, "\(text)")
      #expect(error?.offset == offset, "\(text)")
    }
  }

  static let loneSurrogates = [
    #"\uD800"#, #"\uDFFF"#, #"\uD800\uD800"#, #"\uD800x"#, #"\uD800\n"#, #"\uDC00\uD800"#,
    #"\uD83D\u0041"#, #"\uD83D\\uDE00"#, #"a\uD83D"#, #"\ud83d\ude0"#, #"\uD83D\"#,
  ]

  @Test("refuses a lone surrogate", arguments: loneSurrogates.dropLast())
  func surrogate(escape: String) {
    let text = "[\"\(escape)\", 1]"
    #expect(refusal(of: text, .full)?.code == .invalidEscape)
    #expect(refusal(of: "{\"\(escape)\": 1}", .full)?.code == .invalidEscape)
    // Under .accessed, only reading it reports the fault.
    let second = try? reading(text) { root in try root[1].int }
    #expect(second == 1)
    #expect(refusal(of: text) { root in _ = try root[0].string }?.code == .invalidEscape)
    #expect(refusal(of: text) { root in _ = try root[0].text.utf8Count }?.code == .invalidEscape)
    #expect(
      refusal(of: text) { root in try unsafe root[0].text.withUTF8 { _ in } }?.code
        == .invalidEscape)
  }

  @Test("refuses a surrogate in UTF-8", arguments: checkings)
  func encodedSurrogate(checking: JSONChecking) {
    let bytes = Array("[\"".utf8) + [0xED, 0xA0, 0x80] + Array("\"]".utf8)
    let error = refusal(of: bytes, JSONOptions(checking: checking))
    #expect(error?.code == .invalidUTF8)
    #expect(error?.offset == 2)
  }

  @Test(
    "refuses a NUL byte anywhere",
    arguments: [
      "\0", "[1\0]", "[1\0", "[1]\0", "\0[1]", "{\"a\"\0:1}", "[tru\0e]", "[\"a\0b\"]", "1\0",
      "true\0",
    ])
  func nul(text: String) {
    #expect(refusal(of: text, .full) != nil)
    // Never a crash, and never a made-up value.
    let error = refusal(of: text) { root in
      var events = Events()
      try events.walk(root)
    }
    if text != "[1]\0" { #expect(error != nil) }
  }

  @Test("names UTF-16 and UTF-32 in the error", arguments: checkings)
  func foreignEncodings(checking: JSONChecking) {
    let options = JSONOptions(checking: checking)
    let utf16 = Array("[\"é\"]".utf16)
    let little = utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    let big = utf16.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    for bytes in [little, big, [0xFF, 0xFE] + little, [0xFE, 0xFF] + big] {
      let error = refusal(of: bytes, options)
      #expect(error?.code == .unsupportedEncoding)
      #expect(error?.description.contains("UTF-16") == true)
    }
    let wide = "[1]".utf8.flatMap { byte -> [UInt8] in [byte, 0, 0, 0] }
    let error = refusal(of: [0xFF, 0xFE, 0, 0] + wide, options)
    #expect(error?.description.contains("UTF-32") == true)
  }

  @Test("skips a byte order mark, and counts offsets from the input's first byte")
  func byteOrderMark() throws {
    let value = try reading("\u{FEFF}{\"a\": 1}", .full) { root in try root["a"].int }
    #expect(value == 1)
    let error = refusal(of: "\u{FEFF}[1, x]", .full)
    #expect(error?.offset == 7)
    #expect(error?.column == 5)
    #expect(refusal(of: "\u{FEFF}\u{FEFF}[1]", .full) != nil)
  }

  @Test(
    "refuses trailing content under .full",
    arguments: [
      "1 2", "[] []", "{}x", "\"a\" \"b\"", "null,", "[1]]", "{}}", "1}", "true:",
    ])
  func trailing(text: String) {
    #expect(refusal(of: text, .full)?.code == .trailingContent)
  }
}
