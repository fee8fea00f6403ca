import ConformanceSuite
import DocumentTestSupport
import Sluice
import Testing

/// simdjson reads past the end, and in its own lazy layer the bytes there change the results.
@Suite("Padding")
struct PaddingTests {
  static let fills = Array("0159\"[]{},:eE+-.\\ atrufsln\n".utf8) + [0x00, 0x80, 0xFF]

  static let documents = [
    "1", "-1", "0", "-", "1.5", "1.", "1e", "1e5", "12345678901234567890", "1234567890123456789",
    "tru",
    "true", "fals", "false", "nul", "null", "\"abc\"", "\"abc", "\"a\\", "\"a\\\"", "[", "[1",
    "[1,", "[1,,",
    "[123", "{", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "{}", "[]", "[1]", "[[", "[\"a\"",
    "{\"a\":tru",
    "[1 ", "1 ", "true ", "[1,2,3", "{\"a\" ", "9007199254740993", "0.1",
    "123456789012345678901234567890",
  ]

  /// The result of a document: its events, or an error's code and offset.
  private func outcome(
    _ bytes: [UInt8], _ fill: UInt8, _ checking: JSONChecking, _ reader: inout JSONReader
  ) throws -> String {
    reader.options.checking = checking
    return try unsafe withPadding(fill, behind: bytes) { padded in
      do {
        return try unsafe reader.withDocument(padded: padded) { root in
          var events = Events()
          try events.walk(root)
          let float = (try? root.float).map { "\($0)" } ?? ""
          return "\(events.bytes) \(float)"
        }
      } catch let error as JSONError {
        return "\(error.code) \(error.offset)"
      }
    }
  }

  @Test(
    "bytes after the end change neither verdict nor values",
    arguments: [
      JSONChecking.accessed, .full,
    ])
  func fill(checking: JSONChecking) throws {
    var reader = JSONReader()
    for text in Self.documents {
      let bytes = Array(text.utf8)
      let expected = try outcome(bytes, UInt8(ascii: " "), checking, &reader)
      for fill in Self.fills {
        let found = try outcome(bytes, fill, checking, &reader)
        #expect(found == expected, "\(text) before \(fill)")
      }
    }
  }

  @Test(
    "bytes after the end change nothing for all of JSONTestSuite",
    .enabled(if: Corpus.isThere, Comment(rawValue: Corpus.reasonForSkipping)))
  func corpus() throws {
    let files = try #require(Corpus.current).files("JSONTestSuite")
      .filter { !$0.name.contains("100000") && !$0.name.contains("open_array_object") }
    var reader = JSONReader()
    for file in files {
      for checking in [JSONChecking.accessed, .full] {
        let expected = try outcome(file.bytes, UInt8(ascii: " "), checking, &reader)
        for fill in Array("1\"]}[,e".utf8) + [0] {
          let found = try outcome(file.bytes, fill, checking, &reader)
          #expect(found == expected, "\(file) before \(fill)")
        }
      }
    }
    print("padding: \(files.count) files")
    #expect(files.count > 330)
  }
}
