import Sluice
import SluiceSystem

/// Reads a feed's chunks on several threads, and delivers the results in order.
///
/// ```
/// source ─▶ cut ─▶ ┌ chunk 4 ┬ chunk 5 ┬ chunk 6 ┐ ─▶ part 3, part 4, …
///  caller   caller └ worker    caller    waiting ┘     caller
/// ```
///
/// The caller reads the source and cuts chunks. When no part is ready, it reads a chunk itself, so
/// that no thread is idle while there is work. Only the caller ever waits for the source. Memory:
/// three chunks for each thread, and those that the caller keeps; or the results of six ranges.
final class ParallelReader<Part> {
  private struct Work {
    /// In the feed's order.
    var jobs: [ChunkJob<Part>] = []
    var isStopped = false

    var waiting: Int { jobs.count { $0.stage == .waiting } }

    /// Takes the next chunk that no thread reads yet.
    mutating func popFirst() -> ChunkJob<Part>? {
      guard let job = jobs.first(where: { $0.stage == .waiting }) else { return nil }
      job.stage = .running
      return job
    }
  }

  private enum Turn {
    case deliver(ChunkJob<Part>)
    case cut(mayWait: Bool)
    case run(ChunkJob<Part>)
    case end
  }

  private let cutter: FeedCutter
  private let own: FeedReader
  private let fold: ChunkFold<Part>
  private let work = Monitor(Work())
  private let counter = ChunkCounter()
  private let spare: SpareMemory
  private let threads: Int
  private var workers: [WorkerThread] = []
  private var hasEnded = false
  /// The error that ended the source: thrown after the chunks before it.
  private var failure: (any Error)?

  /// Continues at the feed's position. `threads` read, including the caller's; at most two for each processor,
  /// because each has memory of its own, and more gain nothing.
  init(_ feed: FeedReader, threads: Int, _ fold: ChunkFold<Part>) throws(JSONError) {
    let cutter = FeedCutter(feed)
    self.cutter = cutter
    self.fold = fold
    self.threads = max(min(threads, 2 * Processors.count), 1)
    own = try cutter.makeChunkReader()
    spare =
      feed.keeper?.spare
      ?? SpareMemory(
        most: 3 * self.threads + cutter.pieces.keptBytes / feed.options.chunkSize,
        largest: 4 * feed.options.chunkSize)
    let work = work
    for _ in 1..<self.threads {
      let reader = Handed(try cutter.makeChunkReader())
      workers.append(
        try WorkerThread(for: "reading in parallel") {
          while let job = work.wait({ $0.isStopped ? .some(nil) : $0.popFirst().map { .some($0) } })
          {
            job.run(by: reader.value, fold)
            work.change { _ in job.stage = .done }
          }
        })
    }
  }

  deinit { stop() }

  /// The next chunk, already read; nil after the last. Throws the source's error after the chunks
  /// before it.
  func next() throws -> ChunkJob<Part>? {
    while true {
      switch work.wait({ nextStep(&$0) }) {
      case .deliver(let job): return job
      case .end:
        if let failure { throw failure }
        return nil
      case .run(let job):
        job.run(by: own, fold)
        work.change { _ in job.stage = .done }
      case .cut(let mayWait): cut(mayWait: mayWait)
      }
    }
  }

  private func cut(mayWait: Bool) {
    do {
      switch try cutter.cut(counter, spare, mayWait: mayWait) {
      case .cut(let item):
        let job = ChunkJob<Part>(item)
        work.change { $0.jobs.append(job) }
      case .notYet: break
      case .end: hasEnded = true
      }
    } catch {
      hasEnded = true
      failure = error
    }
  }

  /// The caller's next step; nil: wait for a worker.
  private func nextStep(_ work: inout Work) -> Turn? {
    if let first = work.jobs.first, first.stage == .done {
      work.jobs.removeFirst()
      return .deliver(first)
    }
    // Ranges take no memory while they wait. When there are more threads than processors, the caller may be put aside
    // for as long as several of them take.
    let ahead = cutter.cutsRanges ? 4 : 1
    if !hasEnded, work.waiting < ahead * threads, work.jobs.count < (ahead + 2) * threads {
      if work.jobs.isEmpty { return .cut(mayWait: true) }
      if cutter.isReady { return .cut(mayWait: false) }
    }
    if let job = work.popFirst() { return .run(job) }
    return work.jobs.isEmpty ? .end : nil
  }

  /// Returns to the feed everything that was not delivered: the `rest` of the current chunk, and
  /// the chunks after it.
  func giveBack(_ rest: WorkItem?) {
    stop()
    let jobs = work.change { work in
      defer { work.jobs = [] }
      return work.jobs
    }
    let pieces = cutter.pieces
    pieces.returned = (rest.map { [$0] } ?? []) + jobs.map(\.item) + pieces.returned
  }

  /// Stops the workers: each finishes its current chunk.
  private func stop() {
    work.change { $0.isStopped = true }
    for worker in workers { worker.join() }
    workers = []
  }
}

/// A value made on one thread, and used only on another from then on.
private struct Handed<Value>: @unchecked Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}
