import Sluice
import SluiceFeed
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What a feed delivered, in order, and the position each time.
private struct Step: Equatable, CustomStringConvertible {
  var value: Int?
  var reject: String?
  var position: FeedPosition

  var description: String {
    "\(value.map(String.init) ?? reject ?? "") at \(position.offset),\(position.line),\(position.recordNumber)"
  }
}

private struct Stop: Error {}

private let numbers = ClosureMapping { try $0["n"].int }

/// Records, blank lines, CRLF, and lines damaged in every way.
private func text(_ random: inout SeededGenerator, lines: Int) -> [UInt8] {
  var text: [UInt8] = random.next() % 2 == 0 ? [0xEF, 0xBB, 0xBF] : []
  for number in 0..<lines {
    switch random.next() % 24 {
    case 0: text += Array("  ".utf8)
    case 1: text += Array("".utf8)
    case 2: text += Array("{\"n\":\(number)".utf8)
    case 3: text += Array("{\"n\":\"\(number)\"}".utf8)
    case 4: text += Array("{\"n\":\(number),\"s\":\"".utf8) + [0xFF] + Array("\"}".utf8)
    case 5: text += Array("{\"s\":\"open,\"n\":\(number)}".utf8)
    case 6:
      text += Array("{\"n\":\(number),\"long\":\"".utf8)
      text += [UInt8](repeating: 0x61, count: 3000) + Array("\"}".utf8)
    default: text += Array("{\"s\":\"x\(number)\",\"n\":\(number)}".utf8)
    }
    text += random.next() % 5 == 0 ? [0x0D, 0x0A] : [0x0A]
  }
  if random.next() % 2 == 0 { text += Array("{\"n\":-1}".utf8) }
  return text
}

private func options(
  parallel: Int, framing: FeedFraming = .lines, piece: Int = 700
) -> FeedOptions {
  var options = FeedOptions(
    framing: framing, checking: .full, maximumRecordSize: 2000, windowSize: 256,
    parallel: parallel)
  options.chunkSize = piece
  return options
}

@Suite("Feeds on several threads")
struct ParallelTests {
  /// A plain file, which the threads read by themselves, and a compressed one and bytes in memory,
  /// which the caller cuts into pieces.
  private func sources(_ bytes: [UInt8], in folder: TemporaryFolder) -> [FeedSource] {
    [
      .file(folder.put(bytes, to: "plain")),
      .file(folder.put(Compression.gzip.compress(bytes), to: "packed")),
      .bytes(bytes, name: "f"),
    ]
  }

  private func read(
    _ source: FeedSource, _ options: FeedOptions, stopAfter: Int = .max
  ) throws -> [Step] {
    var feed = try JSONFeed(source, options: options)
    var delivered: [Step] = []
    while true {
      let before = delivered.count
      func add(_ next: Step) throws {
        delivered.append(next)
        if delivered.count - before == stopAfter { throw Stop() }
      }
      // The feed's own position: inside, it is read from the reject; outside, from the feed.
      do {
        try feed.forEach(numbers) { value in
          try add(Step(value: value, position: .start))
        } rejected: { bad in
          let reject = "\(bad)".dropFirst(bad.source.utf8.count)
          try add(Step(reject: String(reject), position: bad.positionAfter))
        }
        delivered.append(Step(position: feed.position))
        return delivered
      } catch is Stop {
        if delivered[delivered.count - 1].value != nil {
          delivered[delivered.count - 1].position = feed.position
        }
      }
    }
  }

  @Test(
    "deliver the same values, rejects and positions in the same order as one thread",
    arguments: [2, 3, 5])
  func sameAsOne(threads: Int) throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder()
    for _ in 0..<Chaos.rounds(12) {
      let bytes = text(&random, lines: 300)
      let one = try read(.bytes(bytes, name: "f"), options(parallel: 1))
      for source in sources(bytes, in: folder) {
        #expect(
          try read(source, options(parallel: threads)) == one, "\(source.name), seed \(seed)")
      }
    }
  }

  @Test("stopped anywhere and resumed, they lose nothing and repeat nothing", arguments: [1, 2, 7])
  func readOn(stopAfter: Int) throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let bytes = text(&random, lines: 200)
    let one = try read(.bytes(bytes, name: "f"), options(parallel: 1), stopAfter: stopAfter)
    let folder = try TemporaryFolder()
    for source in sources(bytes, in: folder) {
      #expect(
        try read(source, options(parallel: 2), stopAfter: stopAfter) == one,
        "\(source.name), seed \(seed)")
    }
  }

  @Test("a feed that was read in parallel continues one by one")
  func thenSequential() throws {
    let bytes = Array((0..<2000).map { "{\"n\":\($0)}" }.joined(separator: "\n").utf8)
    let folder = try TemporaryFolder()
    for source in sources(bytes, in: folder) {
      var feed = try JSONFeed(source, options: options(parallel: 3))
      var got: [Int] = []
      for last in [777, 1400] {
        #expect(throws: Stop.self) {
          try feed.forEach(numbers) {
            got.append($0)
            if $0 == last { throw Stop() }
          } rejected: {
            throw $0
          }
        }
        #expect(feed.position.recordNumber == last + 1 && feed.counts.records == last + 1)
      }
      try feed.forEach { record in
        #expect(record.number == Int64(got.count + 1) && record.line == record.number)
        got.append(try record.cursor["n"].int)
      } rejected: {
        throw $0
      }
      #expect(got == Array(0..<2000))
      #expect(feed.position.offset == bytes.count)
    }
  }

  @Test("parts are delivered in order, and each record is in one of them", arguments: [1, 2, 4])
  func fold(threads: Int) throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let bytes = text(&random, lines: 2000)
    var one: [Delivered.Item] = []
    var oneBad: [Delivered.Item] = []
    var feed = try JSONFeed(.bytes(bytes, name: "f"), options: options(parallel: 1))
    try feed.forEach {
      one.append(Delivered.Item($0))
    } rejected: {
      oneBad.append(Delivered.Item($0))
    }

    let folder = try TemporaryFolder()
    for source in sources(bytes, in: folder) {
      // Numbers are requested at every record, occasionally, and never.
      for step in [1, 40, 100_000] {
        var all: [Int64: Delivered.Item] = [:]
        var offsets: [Int64] = []
        var bad: [Delivered.Item] = []
        feed = try JSONFeed(source, options: options(parallel: threads))
        try feed.fold(into: { ([Int64](), [Int64: Delivered.Item]()) }) { part, record in
          part.0.append(record.offset)
          if Int(record.offset) % step == 0 { part.1[record.offset] = Delivered.Item(record) }
        } part: {
          offsets += $0.0
          all.merge($0.1) { one, _ in one }
        } rejected: {
          bad.append(Delivered.Item($0))
        }
        #expect(offsets == one.map(\.offset) && bad == oneBad, "\(source.name), seed \(seed)")
        let other = one.first { Int($0.offset) % step == 0 && all[$0.offset] != $0 }
        #expect(other == nil, "\(source.name), seed \(seed), step \(step)")
        #expect(feed.position.offset == bytes.count)
        #expect(feed.counts.rejected == Int64(oneBad.count))
      }
    }
  }

  @Test("a record that a fold refuses is rejected, at its place", arguments: [1, 2, 3])
  func foldRejects(threads: Int) throws {
    let lines = (0..<3000).map { $0 % 50 == 7 ? "{" : "{\"n\":\($0)}" }
    let folder = try TemporaryFolder()
    for source in sources(Array(lines.joined(separator: "\n").utf8), in: folder) {
      var feed = try JSONFeed(source, options: options(parallel: threads))
      var bad: [Int64] = []
      var sum = 0
      try feed.fold(into: { 0 }) { sum, record in
        let n = try record.cursor["n"].int
        if n % 50 == 3 {
          throw record.reject(JSONError(.invalidValue, at: 0, name: "another"))
        }
        sum += n
      } part: {
        sum += $0
      } rejected: { reject in
        #expect(reject.line == reject.number && reject.positionAfter.line == reject.line)
        bad.append(reject.line)
      }
      let refused: (Int) -> Bool = { $0 % 50 == 3 || $0 % 50 == 7 }
      var (lines, total): ([Int64], Int) = ([], 0)
      for n in 0..<3000 {
        if refused(n) { lines.append(Int64(n + 1)) } else { total += n }
      }
      #expect(bad == lines && sum == total)
    }
  }

  @Test("truncating a file while threads read it is an error, after the lines before")
  func cutFile() throws {
    let folder = try TemporaryFolder()
    let path = folder.put((0..<5000).map { "{\"n\":\($0)}\n" }.joined(), to: "f")
    var feed = try JSONFeed(.file(path), options: options(parallel: 2))
    var got: [Int] = []
    let error = #expect(throws: JSONError.self) {
      try feed.forEach(numbers) { value in
        got.append(value)
        if value == 100 { unsafe truncate(path, 30_000) }
      }
    }
    #expect(error?.code == .io && error?.description.contains("truncated while being read") == true)
    #expect(got == Array(0..<got.count) && got.count > 2000)
  }

  @Test("an error from a fold ends the reading after its record, and nothing else is lost")
  func foldThrows() throws {
    let bytes = Array((0..<3000).map { "{\"n\":\($0)}" }.joined(separator: "\n").utf8)
    var feed = try JSONFeed(.bytes(bytes, name: "f"), options: options(parallel: 2))
    var sum = 0
    #expect(throws: Stop.self) {
      try feed.fold(into: { 0 }) { sum, record in
        let n = try record.cursor["n"].int
        if n == 2500 { throw Stop() }
        sum += n
      } part: {
        sum += $0
      } rejected: {
        throw $0
      }
    }
    #expect(feed.position.recordNumber == 2501)
    #expect(sum == 2499 * 2500 / 2)
    try feed.fold(into: { 0 }) { sum, record in
      sum += try record.cursor["n"].int
    } part: {
      sum += $0
    } rejected: {
      throw $0
    }
    #expect(sum == 2999 * 3000 / 2 - 2500)
  }

  @Test("values come in order, a bad one at its place", arguments: [1, 2])
  func values(threads: Int) throws {
    let lines = (0..<1000).map { $0 == 600 ? "{\"n\":true}" : "{\"n\":\($0)}" }
    let feed = try JSONFeed(
      .bytes(Array(lines.joined(separator: "\n").utf8), name: "f"),
      options: options(parallel: threads))
    let values = feed.values(numbers)
    for number in 0..<600 { #expect(try values.next() == number) }
    #expect(throws: RejectedRecord.self) { try values.next() }
    for number in 601..<1000 { #expect(try values.next() == number) }
    #expect(try values.next() == nil)
  }

  @Test("dropping values half-way leaves no thread running")
  func dropped() throws {
    let bytes = Array((0..<5000).map { "{\"n\":\($0)}" }.joined(separator: "\n").utf8)
    for _ in 0..<50 {
      let feed = try JSONFeed(.bytes(bytes, name: "f"), options: options(parallel: 4))
      let values = feed.values(numbers)
      #expect(try values.next() == 0)
    }
  }

  @Test("records of a pipe are delivered once they arrive")
  func pipes() throws {
    var ends: [Int32] = [0, 0]
    try #require(unsafe pipe(&ends) == 0)
    defer { close(ends[0]) }
    func put(_ text: String) {
      let bytes = Array(text.utf8)
      #expect(unsafe write(ends[1], bytes, bytes.count) == bytes.count)
    }
    var feed = try JSONFeed(
      .fileDescriptor(ends[0], name: "pipe"), options: FeedOptions(parallel: 2))
    var got: [Int] = []
    put("{\"n\":0}\n{\"n\":")
    try feed.forEach(numbers) { value in
      got.append(value)
      if value < 20 {
        // Only now is the next one whole.
        put("\(value + 1)}\n{\"n\":")
      } else if value == 20 {
        put("21}")
        close(ends[1])
      }
    } rejected: {
      throw $0
    }
    #expect(got == Array(0...21))
  }

  /// Records and rejects from `map`, which reads in parallel.
  private func mapped(_ source: FeedSource, _ options: FeedOptions) throws -> Delivered {
    let feed = try JSONFeed(source, options: options)
    let bad = Gathered()
    let values = feed.map(
      { Delivered.Item($0) }, rejected: { bad.items.append(Delivered.Item($0)) })
    var good: [Delivered.Item] = []
    while let value = try values.next() { good.append(value) }
    var delivered = Delivered()
    delivered.items = (good + bad.items).sorted { $0.number < $1.number }
    delivered.counts = feed.counts
    delivered.position = feed.position
    return delivered
  }

  private final class Gathered {
    var items: [Delivered.Item] = []
  }

  @Test("several files, compressed or not, are read as with one thread", arguments: [1, 2, 3])
  func files(threads: Int) throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder()
    var paths: [String] = []
    for i in 0..<4 {
      let bytes = text(&random, lines: 200)
      let packed = i == 1 ? Compression.gzip.compress(bytes) : bytes
      paths.append(folder.put(i == 2 ? [] : packed, to: "\(i)"))
    }
    let one = try Delivered(.files(paths), options: options(parallel: 1))
    let many = try mapped(.files(paths), options(parallel: threads))
    #expect(many == one, "seed \(seed)")
    #expect(one.items.count > 500)
  }

  @Test(
    "the limits of bad records apply at the same record as with one thread", arguments: [1, 2, 3])
  func limits(threads: Int) throws {
    let lines = (0..<3000).map { $0 % 100 == 99 ? "{" : "{\"n\":\($0)}" }
    var options = options(parallel: threads)
    options.maximumBadRecords = 5
    var feed = try JSONFeed(
      .bytes(Array(lines.joined(separator: "\n").utf8), name: "f"), options: options)
    var bad = 0
    var good = 0
    #expect(throws: TooManyBadRecords.self) {
      try feed.forEach(numbers) { _ in
        good += 1
      } rejected: { _ in
        bad += 1
      }
    }
    #expect(bad == 6 && good == 594 && feed.position.recordNumber == 600)
    #expect(feed.counts.rejected == 6)
  }

  @Test(
    "a source that fails in the middle does so after the records before it", arguments: [1, 2, 3])
  func failure(threads: Int) throws {
    let lines = (0..<20_000).map { "{\"n\":\($0)}\n" }
    let packed = Compression.gzip.compress(lines.joined().utf8)
    let cut = Array(packed.prefix(packed.count * 2 / 3))
    for framing in [FeedFraming.lines, .concatenated] {
      var options = options(parallel: threads)
      options.framing = framing
      var got: [Int] = []
      var feed = try JSONFeed(.bytes(cut, name: "cut"), options: options)
      var codes: [JSONError.Code] = []
      for _ in 0..<2 {
        do {
          try feed.forEach(numbers) { got.append($0) }
          Issue.record("it must fail")
        } catch let error as JSONError {
          codes.append(error.code)
        }
      }
      #expect(codes == [.decompressionFailed, .decompressionFailed])
      #expect(got == Array(0..<got.count) && got.count > 5000)
      #expect(feed.position.recordNumber == Int64(got.count))
      var one: [Int] = []
      options.parallel = 1
      feed = try JSONFeed(.bytes(cut, name: "cut"), options: options)
      #expect(throws: JSONError.self) { try feed.forEach(numbers) { one.append($0) } }
      #expect(got == one)
    }
  }
}
