import Sluice
import SluiceFeed
import TestSupport
import Testing

@Suite("Snippets: framings and bad records")
struct FeedFramingSnippets {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  @Test("the elements of a nested array are records")
  func elements() throws {
    let path = try folder.write(
      #"{"n": 2, "items": [{"size": 2}, {"size": 3}]}"#, to: "items.json")
    var total = 0
    // example Framings.md: let items = FeedFraming.elements(of: try JSONPointer("/items"))
    #expect(total == 5)
  }

  @Test("a prefix before the JSON becomes a part of the record")
  func prefix() throws {
    let path = try folder.write("2026-01-31T12:00:00Z {\"id\":7}\n", to: "web.log")
    var times: [String] = []
    var ids: [Int] = []
    // example Framings.md: var options = FeedOptions()
    #expect(times == ["2026-01-31T12:00:00Z"] && ids == [7])
  }

  @Test("auto reports its choice")
  func auto() throws {
    let path = try folder.write("{\n}{\n}", to: "values.json")
    var count = 0
    // example Framings.md: var feed = try JSONFeed(.file(path), options: FeedOptions(framing:
    #expect(count == 2)
  }

  @Test("bad records are written to a file, and read from it")
  func rejects() throws {
    let path = try folder.write("{\"size\":1}\n{\"size\":2,}\n{\"size\":\"3\"}\n", to: "f.ndjson")
    let rejects = folder["rejects.ndjson"]
    let size = ClosureMapping { try $0["size"].int }
    var total = 0
    do {
      // example BadRecords.md: var feed = try JSONFeed(
    }
    #expect(total == 1)
    var records: [[UInt8]] = []
    // example BadRecords.md: var replay = try RejectReplay(.file(rejects))
    let texts = records.map { String(decoding: $0, as: UTF8.self) }
    #expect(texts == ["{\"size\":2,}", "{\"size\":\"3\"}"])
  }

  @Test("a closure makes values from records, and a handler receives the bad ones")
  func map() throws {
    let feed = try JSONFeed(
      .bytes(Array("{\"size\":1}\n{}\n{\"size\":3}".utf8), name: "three"))
    var report: [String] = []
    // example BadRecords.md: let sizes = feed.map { record in
    var found: [String] = []
    while let (line, size) = try sizes.next() { found.append("\(line): \(size)") }
    #expect(found == ["1: 1", "3: 3"])
    #expect(report == ["three:2: expected a field \"size\" at $, found none (column 1)"])
  }

  @Test("lengths of records")
  func lengths() throws {
    let feed = try JSONFeed(.bytes(Array("{}\n[1]\n".utf8), name: "two"))
    // example JSONFeed+Values.swift: let lengths = feed.map { record in record.length }
    #expect(try lengths.next() == 2)
    #expect(try lengths.next() == 3)
  }

  @Test("lines have a prefix, by a preset or by a pattern")
  func lineForms() throws {
    // example LineForm.swift: var options = FeedOptions()
    var feed = try JSONFeed(
      .bytes(Array("2026-01-31T12:00:00Z {\"id\":7}\n".utf8), name: "pod"), options: options)
    var found: [String] = []
    try feed.forEach { record in
      found.append(try record.cursor["prefix"]["time"].string)
      found.append("\(try record.cursor["id"].int)")
    }
    #expect(found == ["2026-01-31T12:00:00Z", "7"])
    // example LinePattern.swift: let pattern = try LinePattern("{time} {host} {app}[{pid:int}]: ")
    options.lineForm = LineForm(prefix: pattern)
    let line = "12:00:01 web sshd[812]: {\"id\":8}\n"
    var other = try JSONFeed(.bytes(Array(line.utf8), name: "log"), options: options)
    try other.forEach { record in
      found.append("\(try record.cursor["prefix"]["pid"].int)")
    }
    #expect(found.last == "812")
  }

  @Test("limits are options")
  func limits() throws {
    // example BadRecords.md: let options = FeedOptions(badRecords: .skip, maximumBadRecords: 100,
    let text = String(repeating: "x\n", count: 200)
    var feed = try JSONFeed(.bytes(Array(text.utf8), name: "x"), options: options)
    let error = #expect(throws: TooManyBadRecords.self) { try feed.forEach { _ in } }
    #expect(error?.rejected == 101)
  }
}
