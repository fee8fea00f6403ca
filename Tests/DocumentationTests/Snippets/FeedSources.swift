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
    // example Sources.md: var feed = try JSONFeed(.glob(folder + "/*.ndjson*"))
    #expect(places == ["1: \(folder)/1.ndjson:1", "2: \(folder)/2.ndjson.old:1"])
    #expect(messages.count == 1 && messages[0].hasPrefix("\(folder)/2.ndjson.old:2: "))
  }

  @Test("an archive's files are sources of their own")
  func archives() throws {
    let folder = try TemporaryFolder()
    let archive = folder["x.tar"]
    try folder.write([UInt8](TarSample.bytes), to: "x.tar")
    var places: [String] = []
    var messages: [String] = []
    // example Sources.md: var options = FeedOptions(checking: .full)
    #expect(places == ["\(archive)!a.ndjson:1", "\(archive)!2026/b.ndjson:1"])
    #expect(messages.count == 1 && messages[0].hasPrefix("\(archive)!2026/b.ndjson:2: "))
  }

  @Test("a compressed source has a limit")
  func decompression() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("{\"id\":1}\n", to: "feed")
    // example Sources.md: var options = FeedOptions()
    try feed.forEach { record in
      let id = try record.cursor["id"].int
      #expect(id == 1)
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
    // example Sources.md: let stop = FeedStop()
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
    // example Sources.md: let sizes = ClosureMapping { try $0["size"].int }
    #expect(total == 3)
  }

  @Test("records are read from a body in chunks")
  func asyncRecords() async throws {
    let body = stream()
    var total = 0
    var messages: [String] = []
    // example AsyncJSONFeed.swift: var feed = try AsyncJSONFeed(body)
    #expect(total == 3 && messages.count == 1)
  }
}

/// An archive of three files.
private enum TarSample {
  static var bytes: [UInt8] {
    member("a.ndjson", "{\"id\":1}\n") + member("notes", "no JSON\n")
      + member("2026/b.ndjson", "{\"id\":2}\n{\n") + [UInt8](repeating: 0, count: 1024)
  }

  private static func member(_ name: String, _ text: String) -> [UInt8] {
    var head = [UInt8](repeating: 0, count: 512)
    let size = "0000000000" + String(text.utf8.count, radix: 8)
    for (field, start) in [
      (name, 0), (String(size.suffix(11)), 124), ("        ", 148), ("0", 156),
    ] {
      for (i, byte) in field.utf8.enumerated() { head[start + i] = byte }
    }
    let sum = "000000" + String(head.reduce(0) { $0 + Int($1) }, radix: 8)
    for (i, byte) in sum.suffix(6).utf8.enumerated() { head[148 + i] = byte }
    head[154] = 0
    let bytes = Array(text.utf8)
    return head + bytes + [UInt8](repeating: 0, count: (512 - bytes.count % 512) % 512)
  }
}
