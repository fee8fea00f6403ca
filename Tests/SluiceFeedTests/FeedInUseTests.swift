import Sluice
import SluiceFeed
import Synchronization
import Testing

private let identifiers = ClosureMapping { try $0["id"].int }

private func records(_ numbers: Range<Int>) -> [UInt8] {
  Array(numbers.map { "{\"id\":\($0)}" }.joined(separator: "\n").utf8)
}

private func code(_ body: () throws -> Void) -> JSONError.Code? {
  do {
    try body()
    return nil
  } catch {
    return (error as? JSONError)?.code
  }
}

/// Holds a feed in a class: anyone with a reference can take its values.
private final class Holder {
  var feed: JSONFeed
  let values: JSONFeed.Values<Int>

  init(_ feed: consuming JSONFeed) {
    values = feed.values(identifiers)
    self.feed = feed
  }
}

@Suite("A feed that is read again before a reading has ended")
struct FeedInUseTests {
  /// Small windows: each takes the memory of the one before.
  static func options(_ threads: Int) -> FeedOptions {
    FeedOptions(windowSize: 64, parallel: threads)
  }

  @Test("values pulled inside forEach throw, and the records stay correct", arguments: [1, 2])
  func valuesInForEach(threads: Int) throws {
    var feed = try JSONFeed(
      .bytes(records(0..<200), name: "f"), options: FeedInUseTests.options(threads))
    let values = feed.values(identifiers)
    var seen: [Int] = []
    try feed.forEach { record in
      #expect(code { _ = try values.next() } == .feedInUse)
      seen.append(try record.cursor["id"].int)
    }
    #expect(seen == Array(0..<200))
    #expect(try values.next() == nil)
  }

  @Test("values pulled inside rejected throw, in forEach and in the values themselves")
  func valuesInRejected() throws {
    let text = Array("{\"id\":0}\n{\"id\":\n{\"id\":2}\n{\"id\":3}\n".utf8)
    var feed = try JSONFeed(
      .bytes(text, name: "f"), options: FeedInUseTests.options(1))
    let values = feed.values(identifiers)
    var seen: [Int] = []
    var rejects = 0
    try feed.forEach {
      seen.append(try $0.cursor["id"].int)
    } rejected: { _ in
      rejects += 1
      #expect(code { _ = try values.next() } == .feedInUse)
    }
    #expect(seen == [0, 2, 3] && rejects == 1)

    let second = try JSONFeed(.bytes(text, name: "f"), options: FeedInUseTests.options(1))
    var inner: JSONFeed.Values<Int>?
    var codes: [JSONError.Code?] = []
    let outer = second.values(identifiers) { _ in
      codes.append(code { _ = try inner?.next() })
    }
    inner = second.values(identifiers)
    var taken: [Int] = []
    while let value = try outer.next() { taken.append(value) }
    #expect(taken == [0, 2, 3] && codes == [.feedInUse])
  }

  @Test("a feed held by a class returns its values one reading at a time")
  func heldByAClass() throws {
    let holder = Holder(
      try JSONFeed(.bytes(records(0..<100), name: "f"), options: FeedInUseTests.options(1)))
    var seen: [Int] = []
    try holder.feed.forEach { record in
      #expect(code { _ = try holder.values.next() } == .feedInUse)
      seen.append(try record.cursor["id"].int)
    }
    #expect(seen == Array(0..<100))
  }

  @Test("a reading of parts inside another throws, too")
  func foldInside() throws {
    var feed = try JSONFeed(
      .bytes(records(0..<500), name: "f"), options: FeedInUseTests.options(2))
    let values = feed.values(identifiers)
    var total = 0
    try feed.fold(into: { 0 }) { sum, record in
      sum += try record.cursor["id"].int
    } part: { sum in
      #expect(code { _ = try values.next() } == .feedInUse)
      total += sum
    } rejected: { _ in
    }
    #expect(total == (0..<500).reduce(0, +))
  }

  @Test("a reading ended by an error of a closure frees the feed")
  func freedByAnError() throws {
    struct Enough: Error {}
    var feed = try JSONFeed(
      .bytes(records(0..<10), name: "f"), options: FeedInUseTests.options(1))
    #expect(throws: Enough.self) { try feed.forEach { _ in throw Enough() } }
    var rest = 0
    try feed.forEach { _ in rest += 1 }
    #expect(rest == 9)
  }

  @Test("a second task on the values of an asynchronous feed throws while the first waits")
  func twoTasks() async throws {
    try await Reading().run()
  }
}

/// Both tasks run on this actor: the second starts while the first waits for a chunk.
private actor Reading {
  private var values: AsyncJSONFeed<Gate>.Values<ClosureMapping<Int>>?

  func run() async throws {
    let gate = Gate()
    let feed = try AsyncJSONFeed(gate)
    values = feed.values(identifiers)
    let first = Task { try await self.next() }
    await gate.isWaiting()
    let code: JSONError.Code?
    do {
      _ = try await next()
      code = nil
    } catch {
      code = (error as? JSONError)?.code
    }
    #expect(code == .feedInUse)
    gate.open(Array("{\"id\":7}\n".utf8))
    #expect(try await first.value == 7)
  }

  private func next() async throws -> Int? {
    guard let values else { return nil }
    var iterator = values.makeAsyncIterator()
    return try await iterator.next(isolation: self)
  }
}

/// Chunks that arrive on request of the test.
private struct Gate: AsyncSequence, AsyncIteratorProtocol, Sendable {
  typealias Element = [UInt8]
  private let chunks = AsyncStream<[UInt8]>.makeStream()
  private let waiting = AsyncStream<Void>.makeStream()

  func makeAsyncIterator() -> Gate { self }

  func next() async -> [UInt8]? {
    waiting.continuation.yield()
    for await chunk in chunks.stream { return chunk }
    return nil
  }

  func isWaiting() async { for await _ in waiting.stream { return } }

  func open(_ chunk: [UInt8]) {
    chunks.continuation.yield(chunk)
    chunks.continuation.finish()
  }
}

/// Runs its actor's jobs where they are enqueued, and counts them.
private final class CountingExecutor: SerialExecutor, @unchecked Sendable {
  private let lock = LockedCount()
  var jobs: Int { lock.value }

  func enqueue(_ job: consuming ExecutorJob) {
    lock.add()
    let job = UnownedJob(job)
    Task.detached { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}

private final class LockedCount: Sendable {
  private let count = Atomic<Int>(0)
  var value: Int { count.load(ordering: .relaxed) }
  func add() { count.add(1, ordering: .relaxed) }
}

private actor Counted {
  let executor = CountingExecutor()
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  func sum(_ count: Int) async throws -> Int {
    let feed = try JSONFeed(.bytes(records(0..<count), name: "f"))
    var sum = 0
    for try await value in feed.values(identifiers) { sum += value }
    return sum
  }
}

@Suite("Values of a feed that an actor iterates over")
struct FeedValuesOfAnActorTests {
  @Test("cost no change of executor each")
  func executor() async throws {
    let actor = Counted()
    let sum = try await actor.sum(20_000)
    #expect(sum == (0..<20_000).reduce(0, +))
    let jobs = actor.executor.jobs
    print("20000 values took \(jobs) jobs of the actor's executor")
    #expect(jobs < 200)
  }
}
