import Sluice

/// The windows of a feed whose values are pulled.
@usableFromInline
final class PulledWindows {
  let reader: FeedReader
  let rejected: (RejectedRecord) throws -> Void

  init(_ reader: FeedReader, _ rejected: ((RejectedRecord) throws -> Void)?) {
    self.reader = reader
    self.rejected = rejected ?? reader.handler.keep
  }

  /// Lends the records of the next window. Returns false at the end.
  @usableFromInline
  func readWindow(_ body: (borrowing FeedRecord) throws -> Void) throws -> Bool {
    try reader.readWindow(body, rejected)
  }

  /// Rejects a record for which the client's code threw.
  @usableFromInline
  func reject(_ record: borrowing FeedRecord, _ error: any Error) throws {
    try record.reject(error, rejected)
  }
}

/// The values of the feed's current window, and the way to the next window.
@usableFromInline
final class WindowValues<Value> {
  /// Appends the values of the next window. Created where the types are known, so that specialised code
  /// makes each value.
  @usableFromInline
  typealias Reading = (PulledWindows, inout ValueQueue<Value>) throws -> Bool

  @usableFromInline let waiting = WaitingValues<Value>()
  private let windows: PulledWindows
  private let fold: ChunkFold<[Value]>
  private let readValues: Reading
  /// The error that ended the window: thrown after its values are taken.
  private var failure: (any Error)?
  /// The reader with several threads, which continue between calls.
  private var pieces: ParallelReader<[Value]>?

  @usableFromInline
  init(
    _ reader: FeedReader, _ rejected: ((RejectedRecord) throws -> Void)?,
    _ fold: ChunkFold<[Value]>, _ readValues: @escaping Reading
  ) {
    windows = PulledWindows(reader, rejected)
    self.fold = fold
    self.readValues = readValues
  }

  deinit { pieces?.giveBack(nil) }

  @inlinable
  func next() throws -> Value? {
    if let value = waiting.popFirst() { return value }
    return try nextAtWindow()
  }

  /// The first value of the next window. Throws `CancellationError` if the task was cancelled meanwhile,
  /// which ends the feed.
  @usableFromInline
  func nextUntilCancelled(
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> Value? {
    try Task.checkCancellation()
    let cancellation = windows.reader.cancellation
    let value = try await withTaskCancellationHandler {
      try nextAtWindow()
    } onCancel: {
      cancellation.stop()
    }
    if value == nil { try Task.checkCancellation() }
    return value
  }

  @usableFromInline
  func nextAtWindow() throws -> Value? {
    while true {
      if let value = waiting.popFirst() { return value }
      if let failure {
        self.failure = nil
        throw failure
      }
      guard try readWindow() else { return nil }
    }
  }

  private func readWindow() throws -> Bool {
    try windows.reader.exclusively {
      var values = waiting.empty()
      let isThere: Bool
      do {
        isThere = try windows.reader.handler.flushing {
          if try windows.reader.readsInParallel() { return try readChunk(&values) }
          return try readValues(windows, &values)
        }
      } catch {
        failure = error
        isThere = true
      }
      waiting.fill(values)
      return isThere
    }
  }

  private func readChunk(_ values: inout ValueQueue<Value>) throws -> Bool {
    let reader = windows.reader
    let pieces = try pieces ?? ParallelReader(reader, threads: reader.options.parallel, fold)
    self.pieces = pieces
    do {
      return try ChunkedFeed(reader).deliverChunk(of: pieces, windows.rejected) { made, piece in
        if piece.hasFaults {
          for (number, value) in made.enumerated() {
            try piece.go(behind: number)
            values.append(value)
          }
        } else {
          for value in made { values.append(value) }
        }
        try piece.finish()
      }
    } catch {
      self.pieces = nil
      throw error
    }
  }
}
