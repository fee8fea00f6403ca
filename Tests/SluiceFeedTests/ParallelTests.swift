import Sluice
import SluiceFeed
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What a feed delivered, in order, and where it was then.
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

/// Records, blank lines, CRLF, and lines that are damaged in every way.
private func text(_ random: inout Seeded, lines: Int) -> [UInt8] {
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
  options.pieceSize = piece
  return options
}

@Suite("Feeds on several threads")
struct ParallelTests {
  private func read(
    _ bytes: [UInt8], _ options: FeedOptions, stopAfter: Int = .max
  ) throws -> [Step] {
    var feed = try JSONFeed(.bytes(bytes, name: "f"), options: options)
    var delivered: [Step] = []
    while true {
      let before = delivered.count
      func add(_ next: Step) throws {
        delivered.append(next)
        if delivered.count - before == stopAfter { throw Stop() }
      }
      // The position is the feed's own: looked at from inside by the reject's, outside by the feed's.
      do {
        try feed.forEach(numbers) { value in
          try add(Step(value: value, position: .start))
        } rejected: { bad in
          try add(Step(reject: "\(bad)", position: bad.positionAfter))
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
    var random = Seeded(seed)
    for _ in 0..<20 {
      let bytes = text(&random, lines: 300)
      let one = try read(bytes, options(parallel: 1))
      #expect(try read(bytes, options(parallel: threads)) == one, "seed \(seed)")
    }
  }

  @Test("stopped anywhere and read on, they lose nothing and repeat nothing", arguments: [1, 2, 7])
  func readOn(stopAfter: Int) throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("seed \(seed)")
    var random = Seeded(seed)
    let bytes = text(&random, lines: 200)
    let one = try read(bytes, options(parallel: 1), stopAfter: stopAfter)
    #expect(try read(bytes, options(parallel: 2), stopAfter: stopAfter) == one, "seed \(seed)")
  }

  @Test("a feed that was read in parallel goes on one by one")
  func thenSequential() throws {
    let bytes = Array((0..<2000).map { "{\"n\":\($0)}" }.joined(separator: "\n").utf8)
    var feed = try JSONFeed(.bytes(bytes, name: "f"), options: options(parallel: 3))
    var got: [Int] = []
    #expect(throws: Stop.self) {
      try feed.forEach(numbers) {
        got.append($0)
        if $0 == 777 { throw Stop() }
      } rejected: {
        throw $0
      }
    }
    #expect(feed.position.recordNumber == 778 && feed.counts.records == 778)
    try feed.forEach { record in
      #expect(record.number == Int64(got.count + 1))
      got.append(try record.cursor["n"].int)
    } rejected: {
      throw $0
    }
    #expect(got == Array(0..<2000))
    #expect(feed.position.offset == bytes.count)
  }

  @Test("parts are handed over in order, each record in one of them", arguments: [1, 2, 4])
  func fold(threads: Int) throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("seed \(seed)")
    var random = Seeded(seed)
    let bytes = text(&random, lines: 2000)
    var one: [Int64] = []
    var oneBad: [Int64] = []
    var feed = try JSONFeed(.bytes(bytes, name: "f"), options: options(parallel: 1))
    try feed.forEach {
      one.append($0.number)
    } rejected: {
      oneBad.append($0.number)
    }

    var all: [Int64] = []
    var bad: [Int64] = []
    feed = try JSONFeed(.bytes(bytes, name: "f"), options: options(parallel: threads))
    try feed.fold(into: { [Int64]() }) { numbers, record in
      numbers.append(record.number)
    } part: {
      all += $0
    } rejected: {
      bad.append($0.number)
    }
    #expect(all == one && bad == oneBad, "seed \(seed)")
    #expect(feed.position.offset == bytes.count)
  }

  @Test("what a fold throws ends the reading behind its record, and nothing else is lost")
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

  @Test("values that are dropped half-way leave no thread behind")
  func dropped() throws {
    let bytes = Array((0..<5000).map { "{\"n\":\($0)}" }.joined(separator: "\n").utf8)
    for _ in 0..<50 {
      let feed = try JSONFeed(.bytes(bytes, name: "f"), options: options(parallel: 4))
      let values = feed.values(numbers)
      #expect(try values.next() == 0)
    }
  }

  @Test("records of a pipe come as soon as they are there")
  func pipes() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { close(ends[0]) }
    func put(_ text: String) {
      let bytes = Array(text.utf8)
      #expect(write(ends[1], bytes, bytes.count) == bytes.count)
    }
    var feed = try JSONFeed(
      .fileDescriptor(ends[0], name: "pipe"), options: FeedOptions(parallel: 2))
    var got: [Int] = []
    put("{\"n\":0}\n{\"n\":")
    try feed.forEach(numbers) { value in
      got.append(value)
      if value < 20 {
        // The next one is whole only now.
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

  /// Records and rejects by `map`, which reads in parallel.
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

  @Test("several files, packed or not, are read as by one thread", arguments: [1, 2, 3])
  func files(threads: Int) throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("seed \(seed)")
    var random = Seeded(seed)
    let folder = TestFolder()
    var paths: [String] = []
    for i in 0..<4 {
      let bytes = text(&random, lines: 200)
      let packed = i == 1 ? Compression.gzip.compress(bytes) : bytes
      paths.append(folder.write(i == 2 ? [] : packed, to: "\(i)"))
    }
    let one = try Delivered(.files(paths), options: options(parallel: 1))
    let many = try mapped(.files(paths), options(parallel: threads))
    #expect(many == one, "seed \(seed)")
    #expect(one.items.count > 500)
  }

  @Test(
    "the limits of bad records hold at the same record as for one thread", arguments: [1, 2, 3])
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
    "a source that fails in the middle does so behind the records before it", arguments: [1, 2, 3])
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
