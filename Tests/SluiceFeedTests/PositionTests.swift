import Sluice
import SluiceFeed
import SluiceSamples
import TestSupport
import Testing

@Suite("Positions")
struct PositionTests {
  /// A feed of every kind of line.
  static let mixed: [UInt8] = {
    var sample = SampleFeed(shape: .logs, seed: 11)
    var bytes = Array("\u{FEFF}\n".utf8)
    for i in 0..<60 {
      sample.appendRecord(to: &bytes)
      switch i % 7 {
      case 0: bytes += Array("\r\n \n".utf8)
      case 2: bytes += Array("{\"cut\":\"\n".utf8)
      case 4: bytes += Array("{\"a\":1\r\n".utf8)
      case 5: bytes += [0x22, 0xFF, 0x22, 0x0A]
      default: break
      }
    }
    return bytes + Array("{\"last\":true}".utf8)
  }()

  @Test(
    "a feed opened after any record delivers exactly the rest", arguments: [64, 1000, 256 << 10])
  func resume(window: Int) throws {
    let options = FeedOptions(windowSize: window)
    let source = FeedSource.bytes(Self.mixed, name: "mixed")
    let whole = try Delivered(source, options: options)
    #expect(whole.counts.records == 61 && whole.counts.rejected > 20)
    #expect(whole.position.offset == Int64(Self.mixed.count))
    for (i, item) in whole.items.enumerated() {
      let rest = try Delivered(source, options: options, from: item.after)
      #expect(rest.items == Array(whole.items[(i + 1)...]))
      #expect(rest.position == whole.position)
      #expect(rest.counts.bytes == whole.position.offset - item.after.offset)
    }
  }

  /// Records on lines of their own and on several, printed and packed, with damage between them, in each framing.
  static let layouts: [(FeedFraming, String)] = {
    let records = (0..<40).map { i in
      "{\n  \"id\": \(i),\n  \"v\": \"\(String(repeating: "x", count: i * 7 % 40))\"\n}"
    }
    return [
      (.concatenated, records.joined(separator: "\n")),
      (.concatenated, records.joined(separator: "\n\n \n")),
      (.concatenated, records.joined()),
      (.sequence, records.map { "\u{1E}\($0)\n" }.joined()),
      (.sequence, records.map { "\u{1E}\n\($0)\n\n" }.joined()),
      (.rootElements, "[\n" + records.joined(separator: ",\n") + "\n]\n"),
      (.rootElements, "[" + records.joined(separator: "\n,\n\n") + "]"),
      (
        .elements(of: JSONPointer(tokens: ["items"])),
        "{\"n\":\n1,\"items\": [\n\(records.joined(separator: ",\n"))],\n\"z\":[2]\n}"
      ),
    ]
  }()

  @Test(
    "a feed in another framing than lines, opened after any record, has the lines of the whole one",
    arguments: layouts.indices, [64, 1000, 256 << 10])
  func resumedLines(layout: Int, window: Int) throws {
    let (framing, text) = Self.layouts[layout]
    let bytes = Array(text.utf8)
    let folder = try TemporaryFolder()
    try folder.write(text, to: "printed")
    for source in [FeedSource.bytes(bytes, name: "printed"), .file(folder["printed"])] {
      var options = FeedOptions(framing: framing, windowSize: window)
      options.leavesUnfinishedEnd = source.name != "printed"
      let whole = try Delivered(source, options: options)
      #expect(whole.counts.records == 40 && whole.counts.rejected == 0)
      for (i, item) in whole.items.enumerated() {
        let place = Int(item.offset)
        #expect(item.line == Int64(bytes[..<place].count { $0 == 0x0A }) + 1)
        let rest = try Delivered(source, options: options, from: item.after)
        #expect(rest.items == Array(whole.items[(i + 1)...]), "after \(i) of \(source.name)")
        #expect(rest.position == whole.position)
      }
    }
  }

  @Test(
    "an error from the body ends the reading after its record, and another call resumes there",
    arguments: [64, 1000, 256 << 10])
  func stopAndGoOn(window: Int) throws {
    struct Stop: Error {}
    let options = FeedOptions(windowSize: window)
    let whole = try Delivered(.bytes(Self.mixed, name: "mixed"), options: options)
    var feed = try JSONFeed(.bytes(Self.mixed, name: "mixed"), options: options)
    var seen: [Int64] = []
    var stops = 0
    while true {
      do {
        try feed.forEach { record in
          seen.append(record.line)
          #expect(record.positionAfter.recordNumber == record.number)
          throw Stop()
        } rejected: {
          seen.append($0.line)
          throw Stop()
        }
        break
      } catch is Stop {
        stops += 1
        #expect(feed.position == whole.items[stops - 1].after)
      }
    }
    #expect(seen == whole.items.map(\.line))
    #expect(stops == seen.count)
    #expect(feed.counts == whole.counts)
  }

  @Test("an error in a record is located in the record's text")
  func locatedErrors() throws {
    let text = "{\"ok\":1}\n  {\"user\":{\"näme\":1,\"age\":\"x\"}}\r\n{\"ok\":2}\n"
    var feed = try JSONFeed(.bytes(Array(text.utf8), name: "people.ndjson"))
    do {
      try feed.forEach { record in
        if record.line == 2 { _ = try record.cursor["user"]["age"].int }
      } rejected: { _ in
        Issue.record("unexpected reject")
      }
      Issue.record("expected an error")
    } catch let error as JSONError {
      #expect(error.code == .typeMismatch)
      #expect(error.offset == 27)
      #expect(error.line == 1 && error.column == 27)
      #expect(error.path == "$.user.age")
    }
    #expect(feed.position == FeedPosition(offset: 43, line: 2, recordNumber: 2))

    var rejects: [RejectedRecord] = []
    feed = try JSONFeed(.bytes(Array(text.utf8), name: "people.ndjson"))
    try feed.forEach { record in
      do { _ = try record.cursor["ok"].int } catch let error as JSONError {
        rejects.append(record.reject(error))
      }
    } rejected: {
      rejects.append($0)
    }
    let reject = try #require(rejects.first)
    #expect(rejects.count == 1)
    #expect(reject.error.code == .missingField)
    #expect(reject.source == "people.ndjson" && reject.line == 2 && reject.number == 2)
    #expect(reject.offset == 9 && reject.length == 32 && reject.errorOffset == 11)
    #expect(reject.rawBytes == Array("  {\"user\":{\"näme\":1,\"age\":\"x\"}}".utf8))
    #expect(
      reject.description == "people.ndjson:2: expected a field \"ok\" at $, found none (column 3)")
  }
}
