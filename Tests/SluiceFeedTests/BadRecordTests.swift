import Sluice
import SluiceFeed
import SluiceSamples
import TestSupport
import Testing

@Suite("Bad records")
struct BadRecordTests {
  /// Records 2, 4 and 5 are bad JSON; record 6 is not a number.
  static let text = "1\n{\n3\n[\n\"\\\n\"six\"\n7\n"
  static let numbers = ClosureMapping { try $0.int }

  static func feed(_ policy: BadRecordPolicy, _ text: String = text) throws -> JSONFeed {
    try JSONFeed(
      .bytes(Array(text.utf8), name: "test"), options: FeedOptions(badRecords: policy))
  }

  @Test("without a policy, the first one ends the reading, and the next call resumes after it")
  func stop() throws {
    var feed = try Self.feed(.stop)
    var lines: [Int64] = []
    for bad in [2, 4, 5] as [Int64] {
      let error = #expect(throws: RejectedRecord.self) {
        try feed.forEach { lines.append($0.line) }
      }
      #expect(error?.line == bad)
    }
    try feed.forEach { lines.append($0.line) }
    #expect(lines == [1, 3, 6, 7])

    var mapped = try Self.feed(.stop, "1\n\"2\"\n")
    #expect(throws: RejectedRecord.self) { try mapped.forEach(Self.numbers) { _ in } }
  }

  @Test("they can be skipped, by every way of reading")
  func skip() throws {
    var feed = try Self.feed(.skip)
    var count = 0
    try feed.forEach { _ in count += 1 }
    #expect(count == 4 && feed.counts.records == 4 && feed.counts.rejected == 3)

    var sum = 0
    var mapped = try Self.feed(.skip)
    try mapped.forEach(Self.numbers) { sum += $0 }
    #expect(sum == 11 && mapped.counts.rejected == 4)

    let values = try Self.feed(.skip).values(Self.numbers)
    var found: [Int] = []
    while let value = try values.next() { found.append(value) }
    #expect(found == [1, 3, 7])

    let lines = try Self.feed(.skip).map { record in (record.line, record.rawBytes.count) }
    var total = 0
    while let (line, length) = try lines.next() { total += Int(line) * 10 + length }
    #expect(total == 170 + 8)
  }

  @Test("the first ones can be kept")
  func collect() throws {
    let feed = try Self.feed(.collect(limit: 3))
    let values = feed.values(Self.numbers)
    while try values.next() != nil {}
    #expect(feed.badRecords.map(\.line) == [2, 4, 5])
    #expect(feed.counts.rejected == 4)
  }

  @Test("they can go to a file, which returns them unchanged")
  func rejectFile() throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let path = folder["rejects.ndjson"]
    var bytes = Array(Self.text.utf8)
    bytes += [0x22, 0xFF, 0x22, 0x0A]
    for _ in 0..<2 {
      var feed = try JSONFeed(
        .bytes(bytes, name: "test"), options: FeedOptions(badRecords: .reject(to: path)))
      try feed.forEach(Self.numbers) { _ in }
      #expect(feed.counts.rejected == 5)
    }
    var replay = try RejectReplay(.file(path))
    var rejects: [Reject] = []
    try replay.forEach { rejects.append($0) }
    #expect(rejects.count == 10)
    let raws = try rejects.map { try $0.wholeRecord() }
    #expect(
      raws.prefix(4).map { String(decoding: $0, as: UTF8.self) } == ["{", "[", "\"\\", "\"six\""])
    #expect(raws[4] == [0x22, 0xFF, 0x22] && Array(raws[5...]) == Array(raws[..<5]))
    let codes = ["incomplete", "incomplete", "invalid-escape", "type-mismatch", "invalid-utf8"]
    #expect(rejects.prefix(5).map(\.code) == codes)
    #expect(rejects[3].record == 6 && rejects[3].line == 6 && rejects[3].source == "test")
    #expect(rejects[3].path == "$" && rejects[3].offset == 11 && rejects[3].length == 5)
  }

  @Test("a reject file that can't be written, or is in use, is an error before the first record")
  func unusableRejectFile() throws {
    #expect(throws: JSONError.self) { _ = try Self.feed(.reject(to: "/nowhere/rejects")) }
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let path = folder["rejects.ndjson"]
    let first = try Self.feed(.reject(to: path))
    let error = #expect(throws: JSONError.self) { _ = try Self.feed(.reject(to: path)) }
    #expect(error?.code == .io && error?.description.contains("in use") == true)
    #expect(first.counts.rejected == 0)
  }

  // The next reject continued it, and no replay got past that line.
  @Test("a reject that a killed writer left unfinished is cut off, another unfinished line refused")
  func unfinishedReject() throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let path = folder["rejects.ndjson"]
    var feed = try Self.feed(.reject(to: path))
    try feed.forEach { _ in }
    feed = try Self.feed(.stop, "")
    let whole = try folder.bytes("rejects.ndjson")
    let first = try #require(whole.firstIndex(of: UInt8(ascii: "\n"))) + 1
    // Without its newline, as editors leave it, the last reject is whole.
    for count in [1, 5, 11, first - 2, first - 1] {
      try folder.write(Array(whole + whole[..<count]), to: "rejects.ndjson")
      feed = try Self.feed(.reject(to: path), "{\n")
      try feed.forEach { _ in }
      feed = try Self.feed(.stop, "")
      var rejects = 0
      var replay = try RejectReplay(.file(path))
      try replay.forEach { _ in rejects += 1 }
      #expect(rejects == (count == first - 1 ? 5 : 4))
      #expect(try folder.bytes("rejects.ndjson").starts(with: whole))
    }
    try folder.write(Array("notes".utf8), to: "rejects.ndjson")
    let error = #expect(throws: JSONError.self) { _ = try Self.feed(.reject(to: path)) }
    #expect(error?.description.contains("ends in the middle of a line") == true)
    #expect(try folder.bytes("rejects.ndjson") == Array("notes".utf8))
  }

  @Test("raw bytes of every kind survive a reject file")
  func everyByte() throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let path = folder["rejects.ndjson"]
    var random = SeededGenerator(seed: 17)
    let records = (0..<300).map { i in
      (0...(i % 40)).map { _ -> UInt8 in
        let byte = UInt8.random(in: i % 2 == 0 ? 0...0x7F : 0...0xFF, using: &random)
        return byte == 0x0A ? 0x0B : byte
      } + [0x7D]
    }
    var feed = try JSONFeed(
      .bytes(Array(records.joined(separator: [0x0A])), name: "noise"),
      options: FeedOptions(checking: .full, badRecords: .reject(to: path)))
    try feed.forEach { _ in }
    var replay = try RejectReplay(.file(path))
    var found: [[UInt8]] = []
    try replay.forEach { found.append(try $0.wholeRecord()) }
    #expect(found == records)
  }

  @Test("a handler replaces the policy")
  func handler() throws {
    var feed = try Self.feed(.collect(limit: 9))
    var bad: [Int64] = []
    try feed.forEach { _ in
    } rejected: {
      bad.append($0.line)
    }
    #expect(bad == [2, 4, 5] && feed.badRecords.isEmpty)
    let values = try Self.feed(.stop).map({ $0.line }, rejected: { bad.append($0.line) })
    while try values.next() != nil {}
    #expect(bad == [2, 4, 5, 2, 4, 5])
  }

  @Test("too many of them stop the feed, in every framing and way of reading")
  func maximum() throws {
    for framing in [FeedFraming.lines, .concatenated] {
      let bytes = Array("{} tru\n".utf8).repeated(50)
      for allowed in [0, 1, 7] {
        let options = FeedOptions(
          framing: framing, badRecords: .skip, maximumBadRecords: allowed)
        var feed = try JSONFeed(.bytes(bytes, name: "test"), options: options)
        let error = #expect(throws: TooManyBadRecords.self) { try feed.forEach { _ in } }
        #expect(error?.rejected == Int64(allowed + 1) && error?.limit == .count(allowed))
        #expect(error?.last?.number == error?.records)
        #expect(feed.counts.rejected == Int64(allowed + 1))
      }
    }
    let options = FeedOptions(badRecords: .skip, maximumBadRecords: 2)
    let mapped = try JSONFeed(
      .bytes(Array("1\n[]\n[]\n4\n[]\n6".utf8), name: "test"), options: options)
    let values = mapped.values(Self.numbers)
    #expect(try values.next() == 1)
    #expect(try values.next() == 4)
    #expect(throws: TooManyBadRecords.self) { try values.next() }
    var validated = try JSONFeed(
      .bytes(Array("[]\n[]\n[]\n".utf8), name: "test"), options: options)
    #expect(throws: TooManyBadRecords.self) { try validated.validate(Self.numbers) }
  }

  @Test("too large a share of them stops the feed, once there are enough records")
  func share() throws {
    let text = "x\n" + String(repeating: "1\n", count: 9) + String(repeating: "x\n", count: 90)
    var options = FeedOptions(badRecords: .skip, maximumBadShare: 0.25, minimumForShare: 10)
    var feed = try JSONFeed(.bytes(Array(text.utf8), name: "test"), options: options)
    let error = #expect(throws: TooManyBadRecords.self) { try feed.forEach { _ in } }
    // 4 of 13 is the first share above a quarter.
    #expect(error?.rejected == 4 && error?.records == 13 && error?.limit == .share(0.25))
    options.minimumForShare = 1000
    var short = try JSONFeed(.bytes(Array(text.utf8), name: "test"), options: options)
    try short.forEach { _ in }
    #expect(short.counts.rejected == 91)
  }

  @Test("221 damaged events among 242,425 cost no good one, and no bad one is delivered")
  func bar() throws {
    // Three kinds of damage, far apart: cut, bad UTF-8, wrong type.
    let count = 242_425
    let sizes = ClosureMapping { try $0["id"].int64 }
    var sample = SampleFeed(shape: .logs, seed: 9)
    var random = SeededGenerator(seed: 0xBA12)
    let marked = (0..<221).map { $0 * (count / 221) + Int.random(in: 0..<500, using: &random) }
    var next = marked[...]
    var bytes: [UInt8] = []
    var wrong: [Int64: Int] = [:]
    for i in 0..<count {
      let start = bytes.count
      bytes += Array("{\"id\":\(i),\"log\":".utf8)
      let inner = bytes.count
      sample.appendRecord(to: &bytes)
      bytes.removeLast()
      bytes += Array("}\n".utf8)
      guard next.first == i else { continue }
      let kind = (marked.count - next.count) % 3
      next = next.dropFirst()
      wrong[Int64(i + 1)] = kind
      switch kind {
      case 0: bytes.replaceSubrange(inner + 9..<bytes.count, with: [0x0A])
      case 1: bytes[inner + 40] = 0xC3
      default: bytes.replaceSubrange(start..<inner, with: Array("{\"id\":\"\(i)\",\"log\":".utf8))
      }
    }
    #expect(
      wrong.values.filter { $0 == 0 }.count == 74 && wrong.values.filter { $0 == 2 }.count == 73)
    var feed = try JSONFeed(
      .bytes(bytes, name: "events"), options: FeedOptions(checking: .full))
    var good: Int64 = 0
    var sum: Int64 = 0
    var bad: [Int64: String] = [:]
    try feed.forEach(sizes) {
      good += 1
      sum += $0
    } rejected: {
      bad[$0.line] = $0.error.code.description
    }
    #expect(good == Int64(count - 221) && bad.count == 221)
    let all = Int64(count) * Int64(count - 1) / 2
    #expect(sum == all - wrong.keys.reduce(0) { $0 + $1 - 1 })
    for (line, kind) in wrong {
      let codes = [["incomplete", "unclosed-string"], ["invalid-utf8"], ["type-mismatch"]][kind]
      #expect(codes.contains(bad[line] ?? "lost"))
    }
  }
}

extension [UInt8] {
  fileprivate func repeated(_ count: Int) -> [UInt8] {
    Array(repeatElement(self, count: count).joined())
  }
}
