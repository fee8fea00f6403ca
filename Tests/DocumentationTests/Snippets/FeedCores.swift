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
    // example SeveralCores.md: var feed = try JSONFeed(.file(path), options: FeedOptions(parallel:
    #expect(total == 2000 * 2001 / 2)
  }

  @Test("parts are collected on their threads")
  func fold() throws {
    var feed = try JSONFeed(.file(path), options: FeedOptions(parallel: 2))
    // example SeveralCores.md: var largest = 0
    #expect(largest == 2000)

    feed = try JSONFeed(.file(path), options: FeedOptions(parallel: 2))
    var messages: [String] = []
    var total = 0
    // example JSONFeed+Fold.swift: try feed.fold(into: { 0 }) { sum, record in
    #expect(total == 2000 * 2001 / 2 && messages.isEmpty)
  }

  @Test("a file is divided among readers")
  func ranges() throws {
    var total = 0
    // example SeveralCores.md: for range in FeedRange.dividing(size, into: 4) {
    #expect(total == 2000 * 2001 / 2)
  }

  @Test("files are divided among readers")
  func parts() throws {
    let paths = [path, path]
    var sums: [Int: Int] = [:]
    var work: [Int: [FeedPart]] = [:]
    // example SeveralCores.md: for part in try FeedPart.dividing(paths, into: 4) {
    // example FeedPart.swift: for part in try FeedPart.dividing(paths, into: 4) {
    #expect(sums.values.reduce(0, +) == 2000 * 2001 && sums.count == 4 && work.count == 4)
  }

  @Test("progress is read on another thread")
  func progress() throws {
    var total = 0
    let size = ClosureMapping { try $0["payload"]["size"].int }
    var feed = try JSONFeed(.file(path))
    func timer(_ look: () -> Void) { look() }
    do {
      // example FeedProgress.swift: let progress = feed.progress
    }
    // example SeveralCores.md: let progress = feed.progress
    #expect(now.counts.records == 2000 && now.fraction == 1)
  }
}
