public import Sluice

/// The values that a mapping or a closure makes of a feed's records, in order.
///
/// ```swift
/// for try await size in feed.values(sizes) { total += size }
/// ```
///
/// Read window by window: the values of some hundred records are made at a time and handed out one
/// by one, so memory does not depend on the feed's size, and no further window is read before the
/// values of this one are taken. The values of a feed are handed out once.
///
/// Reading a source blocks the thread that asks for a value. Not Sendable: one task at a time.
public struct FeedValues<Value>: AsyncSequence {
  public typealias Element = Value

  private let values: WindowValues<Value>

  init(_ values: WindowValues<Value>) { self.values = values }

  /// The next value; nil behind the last record. Throws what ``JSONFeed/values(_:rejected:)`` says.
  public func next() throws -> Value? { try values.next() }

  public func makeAsyncIterator() -> Iterator { Iterator(values: values) }

  /// Hands out the values; ends with `CancellationError` when the task is cancelled, at once where
  /// it waits for bytes.
  public struct Iterator: AsyncIteratorProtocol {
    let values: WindowValues<Value>

    public mutating func next() async throws -> Value? {
      try await next(isolation: nil)
    }

    /// The same without leaving the caller's actor: a value that is there costs no change of executor.
    public mutating func next(isolation: isolated (any Actor)?) async throws -> Value? {
      guard values.isAtWindow else { return try values.next() }
      try Task.checkCancellation()
      let value = try await values.nextUntilCancelled()
      if value == nil { try Task.checkCancellation() }
      return value
    }
  }
}

extension JSONFeed {
  /// The values that the mapping makes of the records.
  ///
  /// Records that are no valid JSON, and those of which the mapping makes nothing, go to
  /// `rejected`, and the next is read as if nothing had happened. Without it
  /// ``FeedOptions/badRecords`` says what is done about them: as long as that is `.stop`, the first
  /// ends the values, and a ``RejectedRecord`` is thrown behind the values of the records before it.
  /// Throws ``TooManyBadRecords``, `io` when the source fails, `out-of-memory`, and what `rejected`
  /// throws.
  ///
  /// A schema or a rule is a mapping; so is a closure, by `ClosureMapping`.
  public func values<Mapping: JSONMapping>(
    _ mapping: Mapping, rejected: ((RejectedRecord) throws -> Void)? = nil
  ) -> FeedValues<Mapping.Value> {
    map({ record in try mapping.value(from: record.cursor) }, rejected: rejected)
  }

  /// The values that a closure makes of the records: of their cursor, number, place or bytes.
  ///
  /// ```swift
  /// let lengths = feed.map { record in record.length }
  /// ```
  ///
  /// A record for which it throws is rejected. All else is as for ``values(_:rejected:)``.
  public func map<Value>(
    _ transform: @escaping @Sendable (borrowing FeedRecord) throws -> Value,
    rejected: ((RejectedRecord) throws -> Void)? = nil
  ) -> FeedValues<Value> {
    FeedValues(WindowValues(reader, transform, rejected))
  }
}

/// The values of a feed's window at hand, and the way to the next window.
final class WindowValues<Value> {
  private let reader: FeedReader
  private let transform: @Sendable (borrowing FeedRecord) throws -> Value
  private let rejected: (RejectedRecord) throws -> Void
  /// In the opposite order, so that taking one is popping it.
  private var waiting: [Value] = []
  /// What ended the window: thrown when its values are taken.
  private var failure: (any Error)?
  /// Several threads, which go on from call to call.
  private var pieces: ParallelReader<[Value]>?

  init(
    _ reader: FeedReader, _ transform: @escaping @Sendable (borrowing FeedRecord) throws -> Value,
    _ rejected: ((RejectedRecord) throws -> Void)?
  ) {
    self.reader = reader
    self.transform = transform
    self.rejected = rejected ?? reader.keeper.keep
  }

  var isAtWindow: Bool { waiting.isEmpty }

  /// The next value; nil also when the task was cancelled meanwhile, which ends the feed.
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
      return try reader.keeper.flushing {
        if try reader.readsInParallel() { return try readPiece(&values) }
        return try reader.deliverWindow(
          { record in
            let value: Value
            do {
              value = try transform(record)
            } catch {
              return try record.turnDown(error, rejected)
            }
            values.append(value)
          }, rejected)
      }
    } catch {
      failure = error
      return true
    }
  }

  private func readPiece(_ values: inout [Value]) throws -> Bool {
    let known = pieces
    let pieces =
      try known
      ?? ParallelReader(reader, threads: reader.options.parallel, PieceFold(values: transform))
    self.pieces = pieces
    do {
      return try reader.deliverPiece(of: pieces, rejected) { made, piece in
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
