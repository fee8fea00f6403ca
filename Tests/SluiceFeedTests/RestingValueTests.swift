import Sluice
import SluiceFeed
import TestSupport
import Testing

/// Values of followed logs that are not lines: the text after them may come tomorrow.
@Suite("Values at rest")
struct RestingValueTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  /// What is written, each piece only once all records of the one before have come.
  struct Log: Sendable, CustomTestStringConvertible {
    let framing: FeedFraming
    let name: String
    /// The pieces, each with the records that are whole with it; negative: the length of a reject.
    let pieces: [(text: String, records: [Int])]

    var testDescription: String { name }
  }

  private static let logs = [
    Log(
      framing: .sequence, name: "a sequence",
      pieces: [
        ("\u{1E}{\"n\":1}\n", [1]), ("\u{1E}{\"n\":2}\n\u{1E}{\"n\":", []), ("3}", [2, 3]),
        ("\n", []), ("\u{1E}\n{\"n\":4}\n", [4]),
        // A bad text is over with its line, and does not take the next one with it.
        ("\u{1E}{\"n\":0 x\n", [-8]), ("\u{1E}{\"n\":5}\n", [5]),
      ]),
    Log(
      framing: .concatenated, name: "values on lines",
      pieces: [
        ("{\"n\":1}\n", [1]), ("{\"n\":2}\n{\"n\"", [2]), (":3}\n", [3]),
        ("{\"n\":4,\"a\":[1]}", [4]),
        ("\n{\"n\":5}\n", [5]),
      ]),
    Log(
      framing: .concatenated, name: "values without space",
      pieces: [("{\"n\":1}", [1]), ("{\"n\":2}{\"n\":3,\"a\":{}", [2]), ("}{\"n\":4}", [3, 4])]),
    Log(
      framing: .concatenated, name: "values on several lines",
      pieces: [
        ("{\n  \"n\": 1\n}\n", [1]), ("{\n  \"n\": 2,\n  \"a\": [\n    {}\n", []),
        ("  ]\n}\n", [2]),
        ("{\n  \"n\": 3\n}", [3]),
      ]),
    Log(
      framing: .auto, name: "values that auto takes for concatenated ones",
      pieces: [("{\"n\":1}{\"n\":2}\n", [1, 2]), ("{\"n\":3}", [3]), (" {\"n\":4}", [4])]),
  ]

  @Test("waited for the next record, which might come tomorrow", arguments: logs)
  func alone(log: Log) throws {
    let path = folder.put(log.pieces[0].text, to: "log")
    var options = FeedOptions(checking: .full)
    options.framing = log.framing
    let stop = FeedStop()
    var feed = try JSONFeed(.follow(path), options: options, stop: stop)
    var next = 1
    var seen: [Int] = []
    var awaited = log.pieces[0].records
    func take(_ record: Int) {
      seen.append(record)
      if !awaited.isEmpty { awaited.removeFirst() }
      // From within the call that takes the last record: a feed that waited for more would wait for ever.
      while awaited.isEmpty, next < log.pieces.count {
        folder.put(log.pieces[next].text, to: "log", appending: true)
        awaited = log.pieces[next].records
        next += 1
      }
      if awaited.isEmpty { stop.stop() }
    }
    try feed.forEach { record in
      take(try record.cursor["n"].int)
    } rejected: { bad in
      take(-bad.rawBytes.count)
    }
    #expect(seen == log.pieces.flatMap(\.records))
    #expect(feed.position.recordNumber == Int64(seen.count))
  }

  // No element was taken of a log that had come to its array's end: for ever, as no more was to come.
  @Test(
    "of an array that has ended are taken, wherever the feed begins",
    arguments: [
      (FeedFraming.rootElements, "[\n{\"n\":1}\n,{\"n\":2}\n,{\"n\":3}\n]\n"),
      (.rootElements, "[{\"n\":1},{\"n\":2},{\"n\":3}]"),
      (.rootElements, "[\n  {\n    \"n\":1\n  },\n  {\"n\":2},\n  {\"n\":3}\n]\n"),
      (
        .elements(of: JSONPointer(tokens: ["rows"])),
        "{\"a\":[0],\"rows\":[\n{\"n\":1}\n,{\"n\":2},{\"n\":3}\n]}\n"
      ),
      (
        .elements(of: JSONPointer(tokens: ["rows"])), "{\"rows\":[{\"n\":1},{\"n\":2},{\"n\":3}]"
      ),
    ])
  func ended(framing: FeedFraming, text: String) throws {
    let watch = try HangWatch()
    defer { watch.end() }
    let path = folder.put(text, to: "log")
    var options = FeedOptions(checking: .full)
    options.framing = framing
    var position = FeedPosition.start
    for begun in 0..<3 {
      let stop = FeedStop()
      var feed = try JSONFeed(
        .follow(path), options: options, from: position, stop: stop)
      var seen: [Int] = []
      try feed.forEach { record in
        seen.append(try record.cursor["n"].int)
        stop.stop()
      } rejected: { bad in
        Issue.record("a reject: \(bad)")
      }
      #expect(seen == [begun + 1])
      position = feed.position
    }
    #expect(position.recordNumber == 3)
  }

  @Test("that may still change are not taken, wherever the text has paused")
  func unfinished() throws {
    for (framing, text, whole) in [
      (FeedFraming.sequence, "\u{1E}{\"n\":1}\n\u{1E}12", 8), (.concatenated, "{\"n\":1}\n12", 8),
      (.concatenated, "{\"n\":1} \"a", 8), (.sequence, "\u{1E}{\"n\":1}\n\u{1E}{\"n\":2", 8),
      (.concatenated, "{\"n\":1} [{}", 8), (.sequence, "\u{1E}{\"n\":1}\n\u{1E}", 8),
    ] {
      let path = folder.put(text, to: "log")
      var options = FeedOptions(checking: .full)
      options.framing = framing
      let stop = FeedStop()
      var feed = try JSONFeed(.follow(path), options: options, stop: stop)
      var seen: [Int] = []
      try feed.forEach { record in
        seen.append(try record.cursor["n"].int)
        stop.stop()
      } rejected: { _ in
        Issue.record("a reject of \(text)")
      }
      #expect(seen == [1])
      #expect(feed.position.offset <= Int64(whole + (framing == .sequence ? 1 : 0)), "\(text)")
    }
  }
}
