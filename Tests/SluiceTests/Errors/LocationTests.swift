import DocumentTestSupport
import Sluice
import Testing

@Suite("Locations of errors")
struct LocationTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let text: String
    let line: Int
    let column: Int
    let path: String
    var testDescription: String { text.debugDescription }
  }

  /// The fault is always the word `oops`.
  static let cases = [
    Case(text: "oops", line: 1, column: 1, path: "$"),
    Case(text: "[oops]", line: 1, column: 2, path: "$[0]"),
    Case(text: "[1,\n oops]", line: 2, column: 2, path: "$[1]"),
    Case(text: "[1,\r\n oops]", line: 2, column: 2, path: "$[1]"),
    Case(text: "[1,\r\n\r\n2,\r\noops]", line: 4, column: 1, path: "$[2]"),
    Case(text: "{\n\t\t\"a\":\toops}", line: 2, column: 8, path: "$.a"),
    Case(text: "{\"é😀\": oops}", line: 1, column: 8, path: "$[\"é😀\"]"),
    Case(text: "[\"日本語\", oops]", line: 1, column: 9, path: "$[1]"),
    Case(text: "{\"a\": {\"b\": [0, {\"c\": oops}]}}", line: 1, column: 23, path: "$.a.b[1].c"),
    Case(text: "{\"a\": [1, 2], \"b\": oops}", line: 1, column: 20, path: "$.b"),
    Case(text: "{\"a b\": oops}", line: 1, column: 9, path: "$[\"a b\"]"),
    Case(text: "{\"a\\\"b\": oops}", line: 1, column: 10, path: "$[\"a\\\"b\"]"),
    Case(text: "{\"x\": \"}],\", \"y\": oops}", line: 1, column: 19, path: "$.y"),
  ]

  @Test("gives the fault's line, column and path", arguments: cases)
  func place(of example: Case) throws {
    let error = try #require(refusal(of: example.text, .full))
    #expect(error.code == .invalidLiteral)
    #expect(error.line == example.line)
    #expect(error.column == example.column)
    #expect(error.path == example.path)
    let location = try #require(error.location)
    // The mark is before the fault, whatever the characters' widths in bytes.
    #expect(location.excerpt.dropFirst(location.mark).hasPrefix("oops"))
    #expect(!location.excerpt.contains { $0.isNewline || $0 == "\t" })
    #expect(location.excerpt.count <= 60)
    #expect(error.description.contains("line \(example.line), column \(example.column)"))
  }

  @Test("an excerpt from a long line shows only the enclosingPath")
  func longLine() throws {
    let text = "[" + String(repeating: "\"ü\",", count: 10_000) + "oops]"
    let error = try #require(refusal(of: text, .full))
    let location = try #require(error.location)
    #expect(location.column == 40_002)
    #expect(location.path == "$[10000]")
    #expect(
      location.excerpt == String(repeating: "\"ü\",", count: 10).suffix(30) + "oops]"
        || location.excerpt.dropFirst(location.mark).hasPrefix("oops]"))
    #expect(location.mark == 30)
  }

  @Test(
    "an excerpt from a long run of wide characters begins with a whole character",
    arguments: [
      "é", "日", "😀",
    ])
  func wideExcerpt(character: String) throws {
    for shift in 0..<4 {
      let text =
        "[\"" + String(repeating: "x", count: shift) + String(repeating: character, count: 500)
        + "\", oops]"
      let location = try #require(refusal(of: text, .full)?.location)
      #expect(location.column == 506 + shift)
      #expect(!location.excerpt.contains("\u{FFFD}"))
      #expect(location.excerpt.hasPrefix(character))
      #expect(location.mark == 30)
    }
  }

  @Test("a message says what was expected, what was found and where")
  func message() throws {
    let text = "{\"folders\": [\n  {\"size\": \"256 Error!\"}\n]}"
    let error = try #require(refusal(of: text) { root in _ = try root["folders"][0]["size"].int64 })
    #expect(
      error.description
        == "expected Int64 at $.folders[0].size, found string \"256 Error!\" (line 2, column 12)")
  }

  @Test(
    "reports the first of several faults",
    arguments: [
      ("[1 2, \"unclosed", JSONError.Code.unexpectedToken, 3),
      ("[tru, \"\u{1}\"]", .invalidLiteral, 1),
      ("[1, \"\\q\", \"unclosed", .invalidEscape, 5), ("[\"unclosed, 1 2", .unclosedString, 1),
      ("{\"a\" 1, \"\\", .unexpectedToken, 5), ("[01, \"", .invalidNumber, 1),
      ("[1, \"a\u{2}\", 1 2]", .controlCharacter, 6),
      ("[1, 2\"a\", \"b]", .invalidNumber, 4), ("\"a\\", .invalidEscape, 2),
    ])
  func firstFault(text: String, code: JSONError.Code, offset: Int) {
    let error = refusal(of: text, .full)
    #expect(error?.code == code)
    #expect(error?.offset == offset)
  }

  @Test("a cursor's offset counts from the text's first byte, leading white space included")
  func cursorOffset() throws {
    let offsets = try reading(" \n\t[1, {\"a\": 2}]") { root in
      (root.offset, try root[0].offset, try root[1]["a"].offset)
    }
    #expect(offsets == (3, 4, 13))
  }

  @Test("an error caught inside has its offset, and gets the rest on request")
  func locatedLater() throws {
    let text = "[1,\n\"x\"]"
    let error = try reading(text) { root -> JSONError? in
      do throws(JSONError) {
        _ = try root[1].int
        return nil
      } catch {
        return error
      }
    }
    let inside = try #require(error)
    #expect(inside.location == nil)
    #expect(inside.offset == 4)
    let located = unsafe Array(text.utf8).withUnsafeBufferPointer { unsafe inside.located(in: $0) }
    #expect(located.line == 2)
    #expect(located.path == "$[1]")
  }

  @Test("every code has a stable name and a message of its own")
  func codes() {
    let names = Set(Self.refusals.map { refusal(of: $0.text, .full)?.code.description ?? "none" })
    #expect(names == Set(Self.refusals.map(\.name)))
    for (text, name) in Self.refusals {
      let error = refusal(of: text, .full)
      #expect(error?.code.description == name, "\(text.debugDescription)")
      #expect(error?.summary.isEmpty == false)
    }
  }

  static let refusals: [(text: String, name: String)] = [
    ("", "empty"), ("\"", "unclosed-string"), ("\"\u{1}\"", "control-character"),
    ("\"\\x\"", "invalid-escape"), ("tru", "invalid-literal"), ("01", "invalid-number"),
    ("]", "unexpected-token"),
    ("[", "incomplete"), ("1 1", "trailing-content"), ("1e999", "number-out-of-range"),
    ("1\0[\0", "unsupported-encoding"),
  ]
}
