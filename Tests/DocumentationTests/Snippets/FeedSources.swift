import Sluice
import SluiceFeed
import TestSupport
import Testing

@Suite("Snippets: sources of feeds")
struct FeedSourceSnippets {
  @Test("several files make one feed")
  func severalFiles() throws {
    let files = try TemporaryFolder()
    try files.write("{\"a\":1}\n", to: "1.ndjson")
    try files.write("{\"a\":2}\n{\"a\n", to: "2.ndjson.old")
    let folder = files.path
    var places: [String] = []
    var messages: [String] = []
    var feed = try JSONFeed(.glob(folder + "/*.ndjson*"))
    try feed.forEach { record in
      places.append("\(record.number): \(record.source):\(record.line)")
    } rejected: { bad in
      messages.append(bad.description)
    }
    #expect(places == ["1: \(folder)/1.ndjson:1", "2: \(folder)/2.ndjson.old:1"])
    #expect(messages.count == 1 && messages[0].hasPrefix("\(folder)/2.ndjson.old:2: "))
  }

  @Test("a compressed source has a limit")
  func decompression() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("{\"id\":1}\n", to: "feed")
    var options = FeedOptions()
    options.decompression.total = 10 << 30
    var feed = try JSONFeed(.file(path), options: options)
    try feed.forEach { record in
      #expect(try record.cursor["id"].int == 1)
    } rejected: { bad in
      Issue.record("\(bad)")
    }
    #expect(feed.counts.records == 1)
  }

  @Test("a log is followed until it is stopped")
  func following() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      (0..<3).map { "{\"level\":\"\($0)\"}\n" }.joined() + "{\"level\":", to: "log")
    var levels: [String] = []
    var messages: [String] = []
    let stop = FeedStop()
    var feed = try JSONFeed(.follow(path), stop: stop)
    try feed.forEach { record in
      levels.append(try record.cursor["level"].string)
      if levels.count == 3 { stop.stop() }
    } rejected: { bad in
      messages.append(bad.description)
    }
    #expect(levels == ["0", "1", "2"] && messages.isEmpty)
    #expect(feed.position.line == 3)
  }

  private func stream() -> AsyncStream<[UInt8]> {
    AsyncStream { stream in
      stream.yield(Array("{\"size\":1}\n{\"si".utf8))
      stream.yield(Array("ze\":2}\n{\n".utf8))
      stream.finish()
    }
  }

  @Test("values are read from a body in chunks")
  func asyncValues() async throws {
    var total = 0
    let body = AsyncStream<[UInt8]> { stream in
      stream.yield(Array("{\"size\":1}\n{\"si".utf8))
      stream.yield(Array("ze\":2}\n".utf8))
      stream.finish()
    }
    let sizes = ClosureMapping { try $0["size"].int }
    for try await size in try AsyncJSONFeed(body).values(sizes) { total += size }
    #expect(total == 3)
  }

  @Test("records are read from a body in chunks")
  func asyncRecords() async throws {
    let body = stream()
    var total = 0
    var messages: [String] = []
    var feed = try AsyncJSONFeed(body)
    try await feed.forEach { record in
      total += try record.cursor["size"].int
    } rejected: { bad in
      messages.append(bad.description)
    }
    #expect(total == 3 && messages.count == 1)
  }
}
