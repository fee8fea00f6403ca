import Sluice
import SluiceFeed
import TestSupport
import Testing

@Suite("Snippets: feeds on several cores")
struct FeedCoresSnippets {
  let folder: TemporaryFolder
  let path: String
  let size: Int64

  init() throws {
    folder = try TemporaryFolder()
    let lines = (1...2000).map { "{\"payload\":{\"size\":\($0)},\"size\":\($0)}" }
    let text = lines.joined(separator: "\n")
    size = Int64(text.utf8.count)
    path = try folder.write(text, to: "events.ndjson")
  }

  @Test("a mapping's values come in order")
  func mapping() throws {
    var total = 0
    var feed = try JSONFeed(.file(path), options: FeedOptions(parallel: 2))
    let size = ClosureMapping { try $0["payload"]["size"].int }
    try feed.forEach(size) { total += $0 }
    #expect(total == 2000 * 2001 / 2)
  }

  @Test("parts are collected on their threads")
  func fold() throws {
    var feed = try JSONFeed(.file(path), options: FeedOptions(parallel: 2))
    var largest = 0
    try feed.fold(into: { 0 }) { most, record in
      most = max(most, try record.cursor["payload"]["size"].int)
    } part: { most in
      largest = max(largest, most)
    }
    #expect(largest == 2000)

    feed = try JSONFeed(.file(path), options: FeedOptions(parallel: 2))
    var messages: [String] = []
    var total = 0
    try feed.fold(into: { 0 }) { sum, record in
      sum += try record.cursor["size"].int
    } part: { sum in
      total += sum
    } rejected: { bad in
      messages.append(bad.description)
    }
    #expect(total == 2000 * 2001 / 2 && messages.isEmpty)
  }

  @Test("a file is divided among readers")
  func ranges() throws {
    var total = 0
    for range in FeedRange.dividing(size, into: 4) {
      var feed = try JSONFeed(.file(path), in: range)
      try feed.forEach { record in total += try record.cursor["size"].int }
    }
    #expect(total == 2000 * 2001 / 2)
  }

  @Test("files are divided among readers")
  func parts() throws {
    let paths = [path, path]
    var sums: [Int: Int] = [:]
    var work: [Int: [FeedPart]] = [:]
    for part in try FeedPart.dividing(paths, into: 4) {
      var feed = try JSONFeed(.file(part.path), in: part.range)
      try feed.forEach { record in sums[part.number, default: 0] += try record.cursor["size"].int }
    }
    for part in try FeedPart.dividing(paths, into: 4) {
      work[part.number, default: []].append(part)
    }
    #expect(sums.values.reduce(0, +) == 2000 * 2001 && sums.count == 4 && work.count == 4)
  }

  @Test("progress is read on another thread")
  func progress() throws {
    var total = 0
    let size = ClosureMapping { try $0["payload"]["size"].int }
    var feed = try JSONFeed(.file(path))
    func timer(_ look: () -> Void) { look() }
    do {
      let progress = feed.progress
      timer { print(progress.snapshot.bytesPerSecond) }
    }
    let progress = feed.progress
    try feed.forEach(size) { total += $0 }
    let now = progress.snapshot
    print(now.counts.records, now.fraction ?? 0, Int(now.bytesPerSecond))
    #expect(now.counts.records == 2000 && now.fraction == 1)
  }
}
