import Sluice
import SluiceFeed
import SluiceSystem
import TestSupport
import Testing

@Suite("Sources: asynchronous sequences")
struct SourceAsyncTests {
  /// Chunks that count how often they are pulled.
  struct Chunks: AsyncSequence, AsyncIteratorProtocol {
    typealias Element = ArraySlice<UInt8>
    var rest: ArraySlice<UInt8>
    var random: SeededGenerator
    let largest: Int
    var failure: (any Error)?
    let pulled = LockedValue(0)

    init(_ bytes: some Collection<UInt8>, largest: Int, seed: UInt64, failure: (any Error)? = nil) {
      rest = Array(bytes)[...]
      random = SeededGenerator(seed: seed)
      self.largest = largest
      self.failure = failure
    }

    func makeAsyncIterator() -> Chunks { self }

    mutating func next() async throws -> ArraySlice<UInt8>? {
      // Sometimes the task really waits.
      if Int.random(in: 0..<4, using: &random) == 0 { await Task.yield() }
      pulled.withLock { $0 += 1 }
      guard !rest.isEmpty else {
        if let failure { throw failure }
        return nil
      }
      let count = Swift.min(rest.count, Int.random(in: 0...largest, using: &random))
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count)
    }
  }

  private static func delivered<C: AsyncSequence>(
    _ chunks: C, options: FeedOptions = FeedOptions()
  ) async throws -> Delivered where C.Element: Sequence<UInt8> {
    var feed = try AsyncJSONFeed(chunks, options: options)
    return try await delivered(&feed)
  }

  private static func delivered<C: AsyncSequence>(
    _ feed: inout AsyncJSONFeed<C>
  ) async throws -> Delivered {
    var delivered = Delivered()
    var items: [Delivered.Item] = []
    try await feed.forEach { record in
      items.append(Delivered.Item(record))
    } rejected: { bad in
      items.append(Delivered.Item(bad))
    }
    delivered.items = items
    delivered.counts = feed.counts
    delivered.position = feed.position
    return delivered
  }

  @Test("chunks cut anywhere yield what one pass over the bytes yields", arguments: 0..<12)
  func sameAsOnePass(round: UInt64) async throws {
    let options = FeedOptions(
      maximumRecordSize: round % 3 == 0 ? 40 : 64 << 20,
      windowSize: [16, 300, 4096, 128 << 10][Int(round % 4)])
    let text = PositionTests.mixed
    let whole = try Delivered(.bytes(text, name: "whole"), options: options)
    let largest = [1, 7, 500, 100_000][Int(round % 5 % 4)]
    let seed = 0xA57C + round
    #expect(
      try await Self.delivered(Chunks(text, largest: largest, seed: seed), options: options)
        == whole, "seed \(seed)")
    for compression in Compression.allCases {
      let packed = compression.compress(text, cutAt: [100, 3000])
      #expect(
        try await Self.delivered(Chunks(packed, largest: largest, seed: seed), options: options)
          == whole, "seed \(seed)")
    }
  }

  @Test(
    "chunks cut anywhere yield what one pass yields, in any framing",
    arguments: [
      FeedFraming.auto, .concatenated, .sequence, .rootElements, .document,
      .elements(of: JSONPointer(tokens: ["items"])),
    ])
  func framings(framing: FeedFraming) async throws {
    let values = (0..<40).map { i in
      switch i % 8 {
      case 3: "{\"bad\":tru}"
      case 5: "[\(i),\n{\"deep\":[[]]}]"
      default: "{\"n\":\(i),\"s\":\"a\\\"]}{[b\"}"
      }
    }
    let text =
      switch framing {
      case .sequence: values.map { "\u{1E}\($0)\n" }.joined()
      case .rootElements, .document: "[\(values.joined(separator: ", \n"))]"
      case .elements: "{\"x\":[{}],\"items\":[\(values.joined(separator: ","))],\"y\":{}}"
      default: values.joined(separator: " ")
      }
    let bytes = Array(text.utf8)
    let options = FeedOptions(framing: framing, checking: .full, windowSize: 64)
    let whole = try Delivered(.bytes(bytes, name: "whole"), options: options)
    #expect(framing == .document || whole.items.count >= 40)
    for (largest, seed) in [(1, 1), (3, 2), (50, 3), (5000, 4)] as [(Int, UInt64)] {
      #expect(
        try await Self.delivered(Chunks(bytes, largest: largest, seed: seed), options: options)
          == whole)
    }
  }

  @Test("UTF-16 and UTF-32 are transcoded", arguments: TestEncoding.allCases)
  func encodings(encoding: TestEncoding) async throws {
    let text = SourceEncodingTests.text
    let whole = try Delivered(.bytes(Array(text.utf8), name: "whole"))
    let chunks = Chunks(encoding.encode(text, mark: true), largest: 9, seed: 0xE1C)
    #expect(try await Self.delivered(chunks) == whole)
  }

  @Test(
    "a feed opened after any record delivers exactly the rest",
    arguments: [(1, false), (200, false), (100_000, false), (50, true)])
  func resume(largest: Int, isPacked: Bool) async throws {
    let text = PositionTests.mixed
    let bytes = isPacked ? Compression.gzip.compress(text) : text
    let whole = try Delivered(.bytes(text, name: "whole"))
    for (i, item) in whole.items.enumerated()
    where i % Rounds.count(40, long: 3) == 0 || i == whole.items.count - 1 {
      var feed = try AsyncJSONFeed(
        Chunks(bytes, largest: largest, seed: UInt64(i)), from: item.after)
      #expect(feed.position == item.after)
      let rest = try await Self.delivered(&feed)
      #expect(rest.items == Array(whole.items[(i + 1)...]))
      #expect(rest.position == whole.position)
      #expect(rest.counts.bytes == whole.position.offset - item.after.offset)
    }
  }

  @Test("a position that can't be resumed is an error that says why")
  func resumeRefused() async throws {
    func chunks() -> Chunks { Chunks(Array("{}\n{}\n".utf8), largest: 3, seed: 5) }
    let behind = FeedPosition(offset: 7, line: 2, recordNumber: 2)
    var feed = try AsyncJSONFeed(chunks(), name: "body", from: behind)
    for _ in 0..<2 {
      do {
        _ = try await Self.delivered(&feed)
        Issue.record("it ends before the position")
      } catch let error as JSONError {
        #expect(error.code == .io && error.description.contains("body"))
        #expect(error.description.contains("ends before byte 7"))
      }
    }
    let other = FeedPosition(offset: 3, line: 1, recordNumber: 1, file: "other")
    #expect(throws: JSONError.self) { _ = try AsyncJSONFeed(chunks(), from: other) }
    #expect(throws: JSONError.self) {
      _ = try AsyncJSONFeed(chunks(), options: FeedOptions(framing: .auto), from: behind)
    }
    feed = try AsyncJSONFeed(
      chunks(), from: FeedPosition(offset: 6, line: 2, recordNumber: 2))
    #expect(try await Self.delivered(&feed).items.isEmpty)
  }

  @Test("single bytes yield what their chunks yield")
  func singleBytes() async throws {
    let text = PositionTests.mixed
    let bytes = AsyncStream<UInt8> { stream in
      for byte in text { stream.yield(byte) }
      stream.finish()
    }
    var feed = try AsyncJSONFeed(bytes: bytes)
    #expect(
      try await Self.delivered(&feed) == Delivered(.bytes(text, name: "whole")))
  }

  @Test("a record is delivered before the chunk after it is requested")
  func backPressure() async throws {
    let lines = (0..<50).map { Array("{\"n\":\($0)}\n".utf8)[...] }
    let asked = LockedValue(0)
    let chunks = AsyncStream<ArraySlice<UInt8>>(unfolding: {
      asked.withLock { count in
        defer { count += 1 }
        return count < lines.count ? lines[count] : nil
      }
    })
    var feed = try AsyncJSONFeed(chunks)
    var next = 0
    try await feed.forEach { record in
      let n = try record.cursor["n"].int
      #expect(n == next && asked.withLock { $0 } == n + 1)
      next += 1
    } rejected: { _ in
      Issue.record("unexpected reject")
    }
    #expect(next == 50)
  }

  @Test("values come one by one, bad records go to their handler")
  func values() async throws {
    let text = Array("{\"n\":1}\n{\"n\":\"x\"}\n{\"n\":2\n\n{\"n\":3}".utf8)
    let mapping = ClosureMapping { try $0["n"].int }
    var codes: [String] = []
    var sum: [Int] = []
    let feed = try AsyncJSONFeed(
      Chunks(text, largest: 3, seed: 1), options: FeedOptions(checking: .full))
    for try await n in feed.values(
      mapping, rejected: { codes.append("\($0.line):\($0.error.code)") })
    {
      sum.append(n)
    }
    #expect(sum == [1, 3] && codes == ["2:type-mismatch", "3:incomplete"])
    #expect(feed.counts == FeedCounts(records: 2, rejected: 2, bytes: 33, lines: 5))

    let strict = try AsyncJSONFeed(Chunks(text, largest: 30, seed: 1))
    var seen: [Int] = []
    do {
      for try await n in strict.values(mapping) { seen.append(n) }
      Issue.record("the bad record was skipped")
    } catch let bad as RejectedRecord {
      #expect(bad.line == 2 && seen == [1])
    }
  }

  @Test(
    "an error of the sequence comes after the whole records before it", arguments: [1, 5, 999])
  func failure(largest: Int) async throws {
    struct ConnectionLost: Error {}
    let text = Array("{\"n\":1}\n{\"n\":2\n{\"n\":3}\n{\"n\":".utf8)
    var feed = try AsyncJSONFeed(
      Chunks(text, largest: largest, seed: 7, failure: ConnectionLost()))
    var (good, bad) = (0, 0)
    do {
      try await feed.forEach { _ in
        good += 1
      } rejected: { _ in
        bad += 1
      }
      Issue.record("it ended as if it were complete")
    } catch is ConnectionLost {}
    #expect(good == 2 && bad == 1)
    #expect(feed.position == FeedPosition(offset: 23, line: 3, recordNumber: 3))
  }

  @Test("a compressed body that is cut short is an error after its records")
  func cutShort() async throws {
    let packed = Compression.gzip.compress(Array("{\"n\":1}\n{\"n\":2}\n".utf8))
    var feed = try AsyncJSONFeed(Chunks(packed.dropLast(4), largest: 5, seed: 7), name: "body")
    var good = 0
    do {
      try await feed.forEach { _ in
        good += 1
      } rejected: { _ in
      }
      Issue.record("it ended as if it were complete")
    } catch let error as JSONError {
      #expect(error.code == .decompressionFailed && error.description.contains("body"))
    }
    #expect(good == 2)
  }

  @Test("a cancelled task gets an error, and no cut record", arguments: [true, false])
  func cancelled(isStream: Bool) async throws {
    // A stream ends when its task is cancelled, as if it were complete; a channel throws.
    let (stream, source) = AsyncStream<[UInt8]>.makeStream()
    source.yield(Array("{\"n\":1}\n2".utf8))
    let task = Task { () -> String in
      var feed = try AsyncJSONFeed(stream)
      var seen: [String] = []
      do {
        try await feed.forEach { record in
          seen.append(String(decoding: record.rawBytes, as: UTF8.self))
          // While waiting for the next chunk, or before.
          unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
        } rejected: { _ in
          seen.append("reject")
        }
        return "ended after \(seen)"
      } catch is CancellationError {
        return "cancelled after \(seen)"
      }
    }
    #expect(try await task.value == "cancelled after [\"{\\\"n\\\":1}\"]")
    _ = source

    let (waiting, silent) = AsyncStream<[UInt8]>.makeStream()
    let waiter = Task {
      let feed = try AsyncJSONFeed(waiting)
      for try await _ in feed.values(ClosureMapping { try $0["n"].int }) {}
    }
    if isStream { await Task.yield() }
    waiter.cancel()
    await #expect(throws: CancellationError.self) { try await waiter.value }
    _ = silent
  }

  @MainActor
  @Test("a feed stays on the actor that reads it")
  func isolation() async throws {
    var feed = try AsyncJSONFeed(Chunks(Array("{}\n{}\n".utf8), largest: 2, seed: 2))
    var count = 0
    try await feed.forEach { _ in
      MainActor.assertIsolated()
      count += 1
    } rejected: { _ in
    }
    #expect(count == 2)
  }
}
