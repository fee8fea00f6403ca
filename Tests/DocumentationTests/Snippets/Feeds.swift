import Sluice
import SluiceFeed
import TestSupport
import Testing

struct Enough: Error {}

@Suite("Snippets: SluiceFeed")
struct FeedSnippets {
  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = try folder.write(
      #"{"payload": {"size": 2}}"# + "\n{\"pay\n" + #"{"payload": {"size": 3}}"# + "\n",
      to: "feed.ndjson")
  }

  @Test("a bad line is reported, and the others are read")
  func reading() throws {
    // example SluiceFeed.md 1: var feed = try JSONFeed(.file(path))
    #expect(total == 5)
    #expect(bad.map(\.line) == [2])
  }

  @Test("an unwanted record becomes a reject")
  func rejecting() throws {
    try folder.append("{}\n{\"payload\": {\"size\": 4}}\n", to: "feed.ndjson")
    var feed = try JSONFeed(.file(path))
    var total = 0
    var bad: [RejectedRecord] = []
    // example SluiceFeed.md: try feed.forEach { record in
    #expect(total == 9)
    #expect(bad.map(\.line) == [2, 4])
  }

  @Test("a picker reads the fields of an enumeration")
  func picking() throws {
    let log = try folder.write(
      #"{"level": "error", "duration_ms": 2.5, "user": "mara"}"# + "\n"
        + #"{"level": "error", "duration_ms": 1.5, "user": null}"# + "\n{\"level\"\n"
        + #"{"level": "info", "duration_ms": 9, "user": "lin"}"# + "\n", to: "log.ndjson")
    var feed = try JSONFeed(.file(log))
    var slowest = 0.0
    var users: Set<String> = []
    var bad: [RejectedRecord] = []
    // example FieldPicker.swift: enum LogField: String, CaseIterable {
    #expect(slowest == 2.5)
    #expect(users == ["mara", "lin"])
    #expect(bad.map(\.line) == [3])
  }

  @Test("a mapping makes values, and its rejects are reported")
  func values() throws {
    try folder.append("{}\n{\"payload\": {\"size\": 4}}\n", to: "feed.ndjson")
    var total = 0
    var bad: [RejectedRecord] = []
    // example SluiceFeed.md: let size = ClosureMapping { try $0["payload"]["size"].int }
    #expect(total == 9)
    #expect(bad.map(\.line) == [2, 4])
  }

  @Test("values can be awaited")
  func awaited() async throws {
    let feed = try JSONFeed(.bytes(Array("{\"size\":1}\n{\"size\":2}".utf8), name: "two"))
    let sizes = ClosureMapping { try $0["size"].int }
    var total = 0
    // example JSONFeed+Values.swift: for try await size in feed.values(sizes) { total += size }
    #expect(total == 3)
  }

  @Test("a validation reports faults line by line")
  func validation() throws {
    try folder.append("{}\n{\"payload\": {\"size\": 4}}\n", to: "feed.ndjson")
    let size = ClosureMapping { try $0["payload"]["size"].int }
    var report: [String] = []
    // example SluiceFeed.md 2: var feed = try JSONFeed(.file(path))
    #expect(report == ["line 2: unclosed-string", "line 4: missing-field"])
  }

  @Test("a feed continues where another stopped")
  func resuming() throws {
    let source = FeedSource.bytes(
      Array("{\"id\":1}\n{\"id\":2}\n{\"id\":3}\n".utf8), name: "three")
    var ids: [Int] = []
    var bad: [RejectedRecord] = []
    // example Windows.md: var first = try JSONFeed(source)
    #expect(ids == [1, 2])
    // example Windows.md: var second = try JSONFeed(source, from: place)
    #expect(ids == [1, 2, 3])
    #expect(bad.isEmpty)
  }
}
