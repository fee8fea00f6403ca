public import Sluice

extension JSONFeed {
  /// The values that a mapping or a closure makes from a feed's records, in order.
  ///
  /// ```swift
  /// for try await size in feed.values(sizes) { total += size }
  /// ```
  ///
  /// Values are made window by window, a few hundred records at a time, and returned one by one. So
  /// memory does not depend on the feed's size, and the next window is read only after all values of
  /// the current one are taken. The values of a feed can be iterated once.
  ///
  /// Reading a source blocks the calling thread. Not Sendable: one task at a time.
  public struct Values<Value>: AsyncSequence {
    public typealias Element = Value

    private let values: WindowValues<Value>

    init(_ values: WindowValues<Value>) { self.values = values }

    /// The next value; nil after the last record. Throws the errors of
    /// ``JSONFeed/values(_:rejected:)``.
    public func next() throws -> Value? { try values.next() }

    public func makeAsyncIterator() -> Iterator { Iterator(values: values) }

    /// Returns the values. Throws `CancellationError` if the task is cancelled, immediately if it
    /// waits for bytes.
    public struct Iterator: AsyncIteratorProtocol {
      let values: WindowValues<Value>

      public mutating func next() async throws -> Value? {
        try await next(isolation: nil)
      }

      /// The same without leaving the caller's actor: an available value costs no change of executor.
      public mutating func next(isolation: isolated (any Actor)?) async throws -> Value? {
        guard values.isAtWindow else { return try values.next() }
        try Task.checkCancellation()
        let value = try await values.nextUntilCancelled()
        if value == nil { try Task.checkCancellation() }
        return value
      }
    }
  }
}

extension JSONFeed {
  /// The values that the mapping makes from the records.
  ///
  /// Records that are not valid JSON, and those that the mapping rejects, go to `rejected`; the next
  /// record is read normally. Without `rejected`, ``FeedOptions/badRecords`` decides. Under `.stop`,
  /// the first bad record ends the values: a ``RejectedRecord`` is thrown after the values of the
  /// records before it. Throws ``TooManyBadRecords``, `io` if the source fails, `out-of-memory`, and
  /// the errors of `rejected`.
  ///
  /// A schema or a rule is a mapping; `ClosureMapping` makes one from a closure.
  public func values<Mapping: JSONMapping>(
    _ mapping: Mapping, rejected: ((RejectedRecord) throws -> Void)? = nil
  ) -> Values<Mapping.Value> {
    map({ record in try mapping.value(from: record.cursor) }, rejected: rejected)
  }

  /// The values that a closure makes from the records: from their cursor, number, place or bytes.
  ///
  /// ```swift
  /// let lengths = feed.map { record in record.length }
  /// ```
  ///
  /// Rejects each record for which the closure throws. Otherwise the same as
  /// ``values(_:rejected:)``.
  public func map<Value>(
    _ transform: @escaping @Sendable (borrowing FeedRecord) throws -> Value,
    rejected: ((RejectedRecord) throws -> Void)? = nil
  ) -> Values<Value> {
    Values(WindowValues(reader, transform, rejected))
  }
}

/// The values of the feed's current window, and the way to the next window.
final class WindowValues<Value> {
  private let reader: FeedReader
  private let transform: @Sendable (borrowing FeedRecord) throws -> Value
  private let rejected: (RejectedRecord) throws -> Void
  /// In reverse order, so that taking a value is a pop.
  private var waiting: [Value] = []
  /// The error that ended the window: thrown after its values are taken.
  private var failure: (any Error)?
  /// The reader with several threads, which continue between calls.
  private var pieces: ParallelReader<[Value]>?

  init(
    _ reader: FeedReader, _ transform: @escaping @Sendable (borrowing FeedRecord) throws -> Value,
    _ rejected: ((RejectedRecord) throws -> Void)?
  ) {
    self.reader = reader
    self.transform = transform
    self.rejected = rejected ?? reader.handler.keep
  }

  var isAtWindow: Bool { waiting.isEmpty }

  /// The next value; nil also if the task was cancelled meanwhile, which ends the feed.
  func nextUntilCancelled(
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> Value? {
    let cancellation = reader.cancellation
    return try await withTaskCancellationHandler {
      try next()
    } onCancel: {
      cancellation.stop()
    }
  }

  func next() throws -> Value? {
    while true {
      if let value = waiting.popLast() { return value }
      if let failure {
        self.failure = nil
        throw failure
      }
      guard try readWindow() else { return nil }
    }
  }

  private func readWindow() throws -> Bool {
    try reader.exclusively { try readWindowAlone() }
  }

  private func readWindowAlone() throws -> Bool {
    var values: [Value] = []
    swap(&values, &waiting)
    defer {
      values.reverse()
      swap(&values, &waiting)
    }
    do {
      return try reader.handler.flushing {
        if try reader.readsInParallel() { return try readChunk(&values) }
        return try reader.readWindow(
          { record in
            let value: Value
            do {
              value = try transform(record)
            } catch {
              return try record.reject(error, rejected)
            }
            values.append(value)
          }, rejected)
      }
    } catch {
      failure = error
      return true
    }
  }

  private func readChunk(_ values: inout [Value]) throws -> Bool {
    let known = pieces
    let pieces =
      try known
      ?? ParallelReader(reader, threads: reader.options.parallel, ChunkFold(values: transform))
    self.pieces = pieces
    do {
      return try reader.deliverChunk(of: pieces, rejected) { made, piece in
        for (number, value) in made.enumerated() {
          try piece.go(behind: number)
          values.append(value)
        }
        try piece.finish()
      }
    } catch {
      self.pieces = nil
      throw error
    }
  }

  deinit { pieces?.giveBack(nil) }
}
