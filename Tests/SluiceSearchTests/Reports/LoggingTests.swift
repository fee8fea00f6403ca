import Foundation
import Sluice
import SluiceSearch
import Testing

@Suite("What is logged")
struct LoggingTests {
  private static let text =
    #"[{"id": 1, "name": "a"}, {"name": "b", "x": {"name": "c"}}, {"email": "d"}, {"id": 2, "name": "e", "email": "f"}]"#

  private func logged(_ level: JSONParserLogLevel) throws -> [SearchLogSink.Message] {
    let messages = Messages()
    _ = try AccountParser(logLevel: level, log: messages.sink).parse(Self.text)
    let others = Messages()
    _ = try accountSearch.logging(level, to: others.sink).parseAll(Self.text)
    #expect(others.all == messages.all)
    return messages.all
  }

  @Test("log levels: silent logs nothing")
  func silent() throws { #expect(try logged(.silent).isEmpty) }

  @Test("log levels: mandatory logs missing mandatory fields of objects that have others")
  func mandatory() throws {
    let messages = try logged(.logMandatoryFields)
    let text = "⛔️Account MISSING MANDATORY FIELDS:\n– id"
    #expect(messages.map(\.text) == [text, text])
    #expect(messages.allSatisfy { $0.level == .error && $0.source == "SluiceSearch" })
    #expect(messages.map { $0.metadata["path"] } == ["$[1]", "$[1].x"])
    #expect(messages[0].metadata["model"] == "Account" && messages[0].metadata["line"] == "1")
  }

  @Test("log levels: all logs missing optional fields, too, including those of models")
  func all() throws {
    let messages = try logged(.logAllFields)
    let optional = "⚠️Account MISSING OPTIONAL FIELDS:\n– email"
    let mandatory = "⛔️Account MISSING MANDATORY FIELDS:\n– id"
    #expect(messages.map(\.text) == [optional, mandatory, optional, mandatory, optional])
    #expect(messages.map(\.level) == [.warning, .error, .warning, .error, .warning])
    #expect(messages.map { $0.metadata["path"] } == ["$[0]", "$[1]", "$[1]", "$[1].x", "$[1].x"])
  }

  @Test("each object is logged once, even if its parser asks for it repeatedly")
  func once() throws {
    final class Asking: JSONParser<Int> {
      override class func modelFields() -> Fields {
        Fields(mandatory: ["a"], optional: ["b", "c"])
      }
      override func parseObject(_ data: JSON) -> Int? {
        printAbsentFields(in: data)
        if let inner = data["in"] {
          printAbsentFields(in: inner)
          // Searched here first, and by the outer search after the rejection.
          _ = parse(json: inner)
        }
        printAbsentFields(in: data)
        return nil
      }
    }
    let messages = Messages()
    let parser = Asking(logLevel: .logAllFields, log: messages.sink)
    let misses = NearMissList()
    _ = try parser.parseAll(#"{"a": 1, "b": 2, "in": {"a": 3}}"#, nearMisses: misses)
    #expect(
      messages.texts == [
        "⚠️Int MISSING OPTIONAL FIELDS:\n– c", "⚠️Int MISSING OPTIONAL FIELDS:\n– b\n– c",
      ])
    #expect(misses.all.map(\.path) == ["$", "$.in"])
  }

  @Test("unreadable values are logged with what was expected and found")
  func unreadable() throws {
    let messages = Messages()
    let search = accountSearch.logging(.logAllFields, to: messages.sink)
    _ = try search.parseAll(
      #"[{"id": "x", "name": "a", "email": "e"}, {"id": 1, "name": "b", "email": 5}]"#)
    #expect(
      messages.texts == [
        "⛔️Account UNREADABLE MANDATORY FIELDS:\n– id: expected Int, found string \"x\"",
        "⚠️Account UNREADABLE OPTIONAL FIELDS:\n– email: expected a string, found number 5",
      ])
  }

  @Test("a parser without mandatory fields logs nothing")
  func undeclared() throws {
    let messages = Messages()
    _ = try SimpleValueJSONParser<Int>(logLevel: .logAllFields, log: messages.sink).parse(
      #"[{"a": "x"}, {"b": 1}]"#)
    #expect(messages.all.isEmpty)
  }

  @Test("levels are those of swift-log, in its order, and a description has the place")
  func shape() {
    #expect(
      SearchLogSink.Message.Level.allCases.map(\.rawValue) == [
        "trace", "debug", "info", "notice", "warning", "error", "critical",
      ])
    #expect(SearchLogSink.Message.Level.warning < .error)
    #expect(JSONParserLogLevel.silent < .logAllFields)
    #expect(JSONParserLogLevel.allCases.map(\.rawValue) == [0, 1, 2])
    let message = SearchLogSink.Message(
      level: .error, text: "a\n– b", metadata: ["path": "$.x", "line": "2", "column": "3"])
    #expect(message.description == "error SluiceSearch: $.x (line 2, column 3)\na\n– b")
  }

  @Test("the default sink writes each message whole, and a closed stream does no harm")
  func descriptors() throws {
    let pipe = Pipe()
    let sink = SearchLogSink(descriptor: pipe.fileHandleForWriting.fileDescriptor)
    sink.write(SearchLogSink.Message(level: .warning, text: "a line of this test"))
    try pipe.fileHandleForWriting.close()
    let written = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    #expect(written == "warning SluiceSearch:\na line of this test\n")
    SearchLogSink(descriptor: -1).write(SearchLogSink.Message(level: .error, text: "nowhere"))
  }
}
