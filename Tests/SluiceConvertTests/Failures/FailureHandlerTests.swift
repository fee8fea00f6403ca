import Foundation
import Sluice
import SluiceConvert
import SluiceFeed
import SluiceSystem
import Testing

private struct Fussy: Convertible {
  struct Reason: Error, CustomStringConvertible { let description = "too fussy" }
  static func convert<T>(fromValue value: T?) throws -> Fussy? { throw Reason() }
}

private struct Silent: Convertible {
  static func convert<T>(fromValue value: T?) throws -> Silent? { nil }
}

@Suite("The failure handler")
struct FailureHandlerTests {
  @Test("it receives the error, the type, the place and the value of each failure")
  func sees() throws {
    let seen = LockedValue<[String]>([])
    try Conversion.withFailureHandler({ failure in
      let place = failure.location.map { "\($0.line):\($0.column) \($0.path)" } ?? "-"
      let value = failure.value.map { "\($0)" } ?? "-"
      let offset = failure.cursor?.offset ?? -1
      let error = failure.error as? ConversionError
      seen.withLock {
        $0.append("\(failure.target) \(place) \(value) \(offset) \(error.map(String.init) ?? "-")")
      }
    }) {
      try withJSON("{\"a\":\n [true, \"x\"]}") { root in
        var (list, url): ([Int], URL?) = ([], nil)
        try list <-- root["a"]
        try url <-- root["a"][0]
        list <-- ["y"]
      }
    }
    #expect(
      seen.withLock { $0 } == [
        "Int 2:9 $.a[1] - 14 Invalid value for supported type",
        "URL 2:3 $.a[0] - 8 Unsupported type", "Int - y -1 Invalid value for supported type",
      ])
  }

  @Test("it receives errors of a custom convert, and nil without an error")
  func own() throws {
    var (fussy, silent): (Fussy?, Silent?) = (nil, nil)
    let log = try failures {
      fussy <-- 1
      silent <-- 1
      silent <-- nil as Int?
      try withJSON("[1]") { root in
        fussy <-- root
        silent <-- root
      }
    }
    #expect(log.count == 4)
    #expect(log[0] == "too fussy: expected Fussy, found Int 1")
    #expect(
      log[2] == "too fussy: expected Fussy at $, found an array (line 1, column 1)", "\(log[2])")
  }

  @Test(
    "a text that can't be converted is quoted with at most 60 bytes",
    arguments: ["é", "👨‍👩‍👧‍👦", "7x", "漢"])
  func quotes(part: String) throws {
    let text = String(repeating: part, count: 200)
    var int: Int?
    let log = failures { int <-- text }
    let quoted = try #require(log.first?.split(separator: "\"").dropFirst().first)
    #expect(quoted.utf8.count <= 57 && quoted.utf8.count > 50, "\(log)")
  }

  @Test("a long value is shown in one short line")
  func short() {
    var int = 0
    let log = failures { int <-- String(repeating: "line\n", count: 1000) }
    #expect(log.count == 1 && !log[0].contains("\n") && log[0].count < 160)
  }

  @Test("far into a large document the offset replaces the line")
  func large() throws {
    let text = "[" + String(repeating: "1,", count: 200_000) + "\"x\"]"
    var list: [Int] = []
    let log = try failures { _ = try withJSON(text) { list <-- $0 } }
    #expect(list.count == 200_000)
    #expect(log == ["Invalid value for supported type: expected Int at byte 400001"])
  }

  @Test("places are relative to a feed's record")
  func feeds() throws {
    let lines = Array("{\"id\": 1}\n{\"id\": \"x\"}\n[]\n{\"id\": 3}\n".utf8)
    struct Event: JSONDeserializable {
      var id = 0
      init(dictionary: JSONMembers) { id <-- dictionary["id"] }
    }
    var (ids, rejected): ([Int], [String]) = ([], [])
    let log = try failures {
      var feed = try JSONFeed(.bytes(lines, name: "events"))
      try feed.forEach(.converted(to: Event.self)) {
        ids.append($0.id)
      } rejected: {
        rejected.append($0.description)
      }
    }
    #expect(ids == [1, 0, 3])
    #expect(
      rejected == ["events:3: expected Event at $, found an array: Unsupported type (column 1)"])
    #expect(
      log.first
        == "Invalid value for supported type: expected Int at $.id, found string \"x\" (line 1, column 8)"
    )
  }

  @Test("a damaged document is reported, and the lookup is nil")
  func damaged() throws {
    var reader = JSONReader()
    let log = try failures {
      try reader.withDocument(#"{"a": 1 "b": 2}"#) { root in
        var int = 7
        guard let members = JSONMembers(root) else { throw ConversionError.unsupportedType }
        int <-- members["b"]
        #expect(int == 7)
      }
    }
    #expect(log.count == 1)
  }

  @Test("the handler of the process receives failures without another handler; nil receives none")
  func process() async {
    await #expect(processExitsWith: .success) {
      let count = LockedValue(0)
      Conversion.failureHandler = { _ in count.withLock { $0 += 1 } }
      var int = 0
      int <-- "x"
      Conversion.withFailureHandler({ _ in }) { _ = int <-- "x" }
      #expect(count.withLock { $0 } == 1)
      Conversion.failureHandler = nil
      int <-- "x"
      #expect(count.withLock { $0 } == 1)
    }
  }

  @Test("the log writes one line for each failure")
  func log() throws {
    let pipe = Pipe()
    var int = 0
    Conversion.withFailureHandler(
      Conversion.log(to: pipe.fileHandleForWriting.fileDescriptor)
    ) {
      int <-- "x"
      int <-- [] as [Int]
    }
    try pipe.fileHandleForWriting.close()
    let text = String(
      decoding: try #require(try pipe.fileHandleForReading.readToEnd()), as: UTF8.self)
    #expect(
      text == """
        Invalid value for supported type: expected Int, found String "x"
        Unsupported type: expected Int, found an array of 0 elements

        """)
  }

  @Test(
    "by default debug builds write failures to standard error; release builds do not")
  func standardError() async throws {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      var int = 0
      int <-- "seven"
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #if DEBUG
      #expect(
        text.contains("Invalid value for supported type: expected Int, found String \"seven\"\n"))
    #else
      #expect(!text.contains("seven"))
    #endif
  }
}
