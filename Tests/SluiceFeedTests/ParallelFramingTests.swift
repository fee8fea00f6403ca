import Sluice
import SluiceFeed
import SluiceSystem
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

private struct Stop: Error {}

/// Framings other than lines: the feed's thread finds the records, and several threads bind them.
@Suite("Framings other than lines, on several threads")
struct ParallelFramingTests {
  private static func options(
    _ framing: FeedFraming, _ checking: JSONChecking, window: Int, threads: Int
  ) -> FeedOptions {
    var options = FeedOptions(
      framing: framing, checking: checking, maximumRecordSize: 4000, windowSize: window,
      parallel: threads)
    options.chunkSize = 3 * window
    return options
  }

  /// Records and rejects from `map`, which reads in parallel.
  private static func mapped(_ source: FeedSource, _ options: FeedOptions) throws -> Delivered {
    let feed = try JSONFeed(source, options: options)
    var bad: [Delivered.Item] = []
    let values = feed.map({ Delivered.Item($0) }, rejected: { bad.append(Delivered.Item($0)) })
    var good: [Delivered.Item] = []
    while let value = try values.next() { good.append(value) }
    var delivered = Delivered()
    delivered.items = (good + bad).sorted { $0.number < $1.number }
    delivered.counts = feed.counts
    delivered.position = feed.position
    return delivered
  }

  /// A feed of records, on lines or not; some are damaged, some too long.
  private static func damaged(_ random: inout SeededGenerator, _ framing: FeedFraming) -> [UInt8] {
    var records = ValueChaosTests.sampleRecords(
      Int.random(in: 0...150, using: &random), seed: random.next())
    for i in records.indices where Int.random(in: 0..<12, using: &random) == 0 {
      let place = Int.random(in: 1..<records[i].count - 1, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: records[i][place] = 0xFF
      case 1: records[i][place] = Array("\"\\{}[]:,\n".utf8).randomElement(using: &random)!
      case 2: records[i].removeSubrange(place...)
      case 3:
        records[i] = Array("[\"".utf8) + Array(repeating: 0x61, count: 5000) + Array("\"]".utf8)
      case 4:
        records[i] = Array(["12", "true", "\"s\"", "-1e5"].randomElement(using: &random)!.utf8)
      default: records[i] = Array("{\"a\":\n [1,\n\n{}]}".utf8)
      }
    }
    return ValueChaosTests.feed(records, framing, isOnLines: random.next() % 3 > 0).bytes
  }

  @Test(
    "the same records, rejects, places and counts as with one thread",
    arguments: ValueChaosTests.framings, [2, 3])
  func sameAsOne(framing: FeedFraming, threads: Int) throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    for round in 0..<Chaos.rounds(12) {
      let bytes = Self.damaged(&random, framing)
      for checking in [JSONChecking.accessed, .full] {
        let window = [64, 300, 4000][Int(round % 3)]
        var options = Self.options(framing, checking, window: window, threads: threads)
        let source = FeedSource.bytes(bytes, name: "f")
        let many = try Self.mapped(source, options)
        options.parallel = 1
        #expect(try Delivered(source, options: options) == many, "seed \(seed), round \(round)")
      }
    }
  }

  @Test("noise gives the same result as with one thread", arguments: ValueChaosTests.framings)
  func noise(framing: FeedFraming) throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let alphabet = Array("{}[]\",:\\\n\n 1et\u{1E}\u{1E}".utf8) + [0xFF]
    for round in 0..<Chaos.rounds(60) {
      var bytes = (0..<Int.random(in: 0...300, using: &random)).map { _ in
        alphabet.randomElement(using: &random)!
      }
      if framing == .rootElements { bytes.insert(0x5B, at: 0) }
      if framing == ValueChaosTests.items { bytes = Array("{\"items\":[".utf8) + bytes }
      let checking: JSONChecking = round % 2 == 0 ? .accessed : .full
      var options = Self.options(framing, checking, window: 16, threads: 2)
      let source = FeedSource.bytes(bytes, name: "noise")
      let many = try Self.mapped(source, options)
      options.parallel = 1
      #expect(try Delivered(source, options: options) == many, "seed \(seed), round \(round)")
    }
  }

  /// Values and rejects in order, from a mapping; abandoned after every `stopAfter` of them, and
  /// resumed.
  private static func steps(
    _ bytes: [UInt8], _ options: FeedOptions, stopAfter: Int
  ) throws -> (steps: [String], counts: FeedCounts) {
    let mapping = ClosureMapping { cursor in
      let raw = String(decoding: try cursor.rawBytes, as: UTF8.self)
      // The mapping refuses some, which join the feed's own rejects.
      if raw.utf8.count % 7 == 3 { throw Stop() }
      return raw
    }
    var feed = try JSONFeed(.bytes(bytes, name: "f"), options: options)
    var steps: [String] = []
    while true {
      var count = 0
      func add(_ step: String) throws {
        steps.append(step)
        count += 1
        if count == stopAfter { throw Stop() }
      }
      do {
        try feed.forEach(mapping) {
          try add($0)
        } rejected: { bad in
          try add("\(bad) \(bad.number) \(bad.positionAfter)")
        }
        steps.append("\(feed.position)")
        return (steps, feed.counts)
      } catch is Stop {
        steps.append("\(feed.position)")
      }
    }
  }

  @Test(
    "stopped anywhere and resumed, they lose nothing and repeat nothing",
    arguments: ValueChaosTests.framings, [1, 2, 7, .max])
  func readOn(framing: FeedFraming, stopAfter: Int) throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    for _ in 0..<3 {
      let bytes = Self.damaged(&random, framing)
      var options = Self.options(framing, .full, window: 200, threads: 2)
      let many = try Self.steps(bytes, options, stopAfter: stopAfter)
      options.parallel = 1
      let one = try Self.steps(bytes, options, stopAfter: stopAfter)
      #expect(many == one, "seed \(seed)")
    }
  }

  @Test(
    "parts are delivered in order, and each record is in one of them",
    arguments: ValueChaosTests.framings)
  func fold(framing: FeedFraming) throws {
    let records = (0..<3000).map { Array("{\"n\":\($0)}".utf8) }
    let (bytes, starts) = ValueChaosTests.feed(records, framing, isOnLines: false)
    let options = Self.options(framing, .full, window: 500, threads: 3)
    var feed = try JSONFeed(.bytes(bytes, name: "f"), options: options)
    var places: [Int] = []
    var numbers: [Int64] = []
    var sum = 0
    try feed.fold(into: { ([Int](), [Int64](), 0) }) { part, record in
      part.0.append(Int(record.offset))
      part.1.append(record.number)
      part.2 += try record.cursor["n"].int
    } part: {
      places += $0.0
      numbers += $0.1
      sum += $0.2
    } rejected: {
      throw $0
    }
    #expect(places == starts && numbers == Array(1...3000) && sum == 2999 * 3000 / 2)
    #expect(feed.position.offset == Int64(bytes.count) && feed.counts.records == 3000)
  }

  @Test(
    "a feed abandoned while parallel continues one by one", arguments: ValueChaosTests.framings)
  func thenSequential(framing: FeedFraming) throws {
    let records = (0..<2000).map { Array("{\"n\":\($0)}".utf8) }
    let (bytes, _) = ValueChaosTests.feed(records, framing, isOnLines: true)
    let options = Self.options(framing, .accessed, window: 300, threads: 2)
    var feed = try JSONFeed(.bytes(bytes, name: "f"), options: options)
    var got: [Int] = []
    #expect(throws: Stop.self) {
      try feed.forEach(ClosureMapping { try $0["n"].int }) {
        got.append($0)
        if $0 == 777 { throw Stop() }
      }
    }
    #expect(feed.position.recordNumber == 778 && feed.counts.records == 778)
    try feed.forEach { record in
      #expect(record.number == Int64(got.count + 1))
      got.append(try record.cursor["n"].int)
    } rejected: {
      throw $0
    }
    #expect(got == Array(0..<2000) && feed.position.offset == Int64(bytes.count))
  }

  /// Waits for a second thread; gives up after a minute.
  private final class Meeting: Sendable {
    private let threads = LockedValue<Set<UInt>>([])

    var count: Int { threads.withLock { $0.count } }

    func attend() {
      threads.withLock { _ = $0.insert(TestThread.current) }
      var waited = 0
      while count < 2, waited < 60_000 {
        usleep(1000)
        waited += 1
      }
    }
  }

  @Test(
    "several threads bind records at the same time",
    arguments: ValueChaosTests.framings + [.lines])
  func severalThreads(framing: FeedFraming) throws {
    let records = (0..<3000).map { Array("{\"n\":\($0)}".utf8) }
    let bytes =
      framing == .lines
      ? Array(records.joined(separator: [0x0A]))
      : ValueChaosTests.feed(records, framing, isOnLines: true).bytes
    let folder = try TemporaryFolder()
    for source in [.bytes(bytes, name: "f"), FeedSource.file(folder.put(bytes, to: "f"))] {
      let meeting = Meeting()
      let options = Self.options(framing, .accessed, window: 300, threads: 2)
      var feed = try JSONFeed(source, options: options)
      var count = 0
      try feed.fold(into: { 0 }) { count, record in
        meeting.attend()
        count += 1
      } part: {
        count += $0
      }
      #expect(count == 3000 && meeting.count == 2)
    }
  }

  @Test("an auto feed is read as chosen, and each of several files under its own name")
  func files() throws {
    let folder = try TemporaryFolder()
    var options = Self.options(.auto, .full, window: 300, threads: 2)
    var paths: [String] = []
    for file in 0..<3 {
      let records = (0..<400).map { Array("{\"n\":\(1000 * file + $0)}".utf8) }
      let bytes = ValueChaosTests.feed(records, .rootElements, isOnLines: true).bytes
      // The second lacks its end: nothing shows that its last record is complete.
      paths.append(folder.put(file == 1 ? bytes.dropLast(2) : bytes, to: "\(file)"))
    }
    let many = try Self.mapped(.files(paths), options)
    var feed = try JSONFeed(.files(paths), options: options)
    var messages: [String] = []
    try feed.forEach(ClosureMapping { try $0["n"].int }, { _ in }) { messages.append("\($0)") }
    #expect(feed.framing == .rootElements)
    #expect(messages.count == 1 && messages[0].hasPrefix("\(folder.path)/1:"))
    options.parallel = 1
    #expect(try Delivered(.files(paths), options: options) == many)
    #expect(many.counts.records == 1199 && many.counts.rejected == 1)
  }

  @Test("a document is one record", arguments: [1, 2])
  func document(threads: Int) throws {
    let bytes = Array(" {\"n\":[1,\n2]}\n ".utf8)
    let options = Self.options(.document, .full, window: 64, threads: threads)
    let found = try Self.mapped(.bytes(bytes, name: "d"), options)
    #expect(found.good == ["{\"n\":[1,\n2]}"] && found.position.offset == Int64(bytes.count))
    #expect(found.items[0].line == 1 && found.position.line == 2)
  }

  @Test(
    "the limits of bad records apply at the same record as with one thread", arguments: [1, 2, 3])
  func limits(threads: Int) throws {
    let records = (0..<3000).map { Array(($0 % 100 == 99 ? "{!}" : "{\"n\":\($0)}").utf8) }
    var options = Self.options(.concatenated, .full, window: 256, threads: threads)
    options.maximumBadRecords = 5
    let bytes = ValueChaosTests.feed(records, .concatenated, isOnLines: true).bytes
    var feed = try JSONFeed(.bytes(bytes, name: "f"), options: options)
    var (good, bad) = (0, 0)
    #expect(throws: TooManyBadRecords.self) {
      try feed.forEach(ClosureMapping { try $0["n"].int }) { _ in
        good += 1
      } rejected: { _ in
        bad += 1
      }
    }
    #expect(bad == 6 && good == 594 && feed.position.recordNumber == 600)
    #expect(feed.counts.rejected == 6)
  }

  @Test("records on lines of a pipe are delivered once their line arrives")
  func prompt() throws {
    let pipe = try OpenPipe()
    var feed = try JSONFeed(
      .fileDescriptor(pipe.output, name: "pipe"),
      options: FeedOptions(framing: .concatenated, parallel: 2))
    var got: [Int] = []
    // The second record proves the first.
    try pipe.write("{\"n\":-1}\n{\"n\":0}\n{\"n\":")
    try feed.forEach(ClosureMapping { try $0["n"].int }) { value in
      got.append(value)
      if value < 0 { return }
      if value < 20 {
        // Only now is the next one whole.
        try pipe.write("\(value + 1)}\n{\"n\":")
      } else if value == 20 {
        try pipe.write("21}")
        pipe.end()
      }
    } rejected: {
      throw $0
    }
    #expect(got == Array(-1...21))
  }
}
