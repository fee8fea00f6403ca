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
    var feed = try JSONFeed(.file(path))
    var total = 0
    var bad: [RejectedRecord] = []
    try feed.forEach { record in
      total += try record.cursor["payload"]["size"].int
    } rejected: { reject in
      bad.append(reject)
    }
    #expect(total == 5)
    #expect(bad.map(\.line) == [2])
  }

  @Test("an unwanted record becomes a reject")
  func rejecting() throws {
    try folder.append("{}\n{\"payload\": {\"size\": 4}}\n", to: "feed.ndjson")
    var feed = try JSONFeed(.file(path))
    var total = 0
    var bad: [RejectedRecord] = []
    try feed.forEach { record in
      do {
        total += try record.cursor["payload"]["size"].int
      } catch let error as JSONError {
        bad.append(record.reject(error))
      }
    } rejected: { reject in
      bad.append(reject)
    }
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
    enum LogField: String, CaseIterable {
      case level, user
      case duration = "duration_ms"
    }
    var picker = FieldPicker<LogField>()
    try feed.forEach { record in
      let fields = try picker.pick(from: record.cursor)
      if try fields[.level].text == "error" { slowest = max(slowest, try fields[.duration].double) }
      if let user = fields[ifPresent: .user], !user.isNull { users.insert(try user.string) }
    } rejected: { reject in
      bad.append(reject)
    }
    #expect(slowest == 2.5)
    #expect(users == ["mara", "lin"])
    #expect(bad.map(\.line) == [3])
  }

  @Test("a mapping makes values, and its rejects are reported")
  func values() throws {
    try folder.append("{}\n{\"payload\": {\"size\": 4}}\n", to: "feed.ndjson")
    var total = 0
    var bad: [RejectedRecord] = []
    let size = ClosureMapping { try $0["payload"]["size"].int }
    let values = try JSONFeed(.file(path)).values(size) { bad.append($0) }
    while let value = try values.next() { total += value }
    #expect(total == 9)
    #expect(bad.map(\.line) == [2, 4])
  }

  @Test("values can be awaited")
  func awaited() async throws {
    let feed = try JSONFeed(.bytes(Array("{\"size\":1}\n{\"size\":2}".utf8), name: "two"))
    let sizes = ClosureMapping { try $0["size"].int }
    var total = 0
    for try await size in feed.values(sizes) { total += size }
    #expect(total == 3)
  }

  @Test("a validation reports faults line by line")
  func validation() throws {
    try folder.append("{}\n{\"payload\": {\"size\": 4}}\n", to: "feed.ndjson")
    let size = ClosureMapping { try $0["payload"]["size"].int }
    var report: [String] = []
    var feed = try JSONFeed(.file(path))
    let result = try feed.validate(size)
    for fault in result.faults {
      report.append("line \(fault.line): \(fault.error.code)")
    }
    #expect(report == ["line 2: unclosed-string", "line 4: missing-field"])
  }

  @Test("a feed continues where another stopped")
  func resuming() throws {
    let source = FeedSource.bytes(
      Array("{\"id\":1}\n{\"id\":2}\n{\"id\":3}\n".utf8), name: "three")
    var ids: [Int] = []
    var bad: [RejectedRecord] = []
    var first = try JSONFeed(source)
    var place = FeedPosition.start
    do {
      try first.forEach { record in
        ids.append(try record.cursor["id"].int)
        place = record.positionAfter
        if ids.count == 2 { throw Enough() }
      } rejected: { reject in
        bad.append(reject)
      }
    } catch is Enough {}
    #expect(ids == [1, 2])
    var second = try JSONFeed(source, from: place)
    try second.forEach { record in
      ids.append(try record.cursor["id"].int)
    } rejected: { reject in
      bad.append(reject)
    }
    #expect(ids == [1, 2, 3])
    #expect(bad.isEmpty)
  }
}
