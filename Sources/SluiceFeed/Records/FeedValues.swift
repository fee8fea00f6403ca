public import Sluice

/// The values that a mapping makes of a feed's records, in order.
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
public struct FeedValues<Mapping: JSONMapping>: AsyncSequence {
  public typealias Element = Mapping.Value

  private let values: WindowValues<Mapping>

  init(_ values: WindowValues<Mapping>) { self.values = values }

  /// The next value; nil behind the last record. Throws what ``JSONFeed/values(_:rejected:)`` says.
  public func next() throws -> Mapping.Value? { try values.next() }

  public func makeAsyncIterator() -> Iterator { Iterator(values: values) }

  /// Hands out the values; ends with `CancellationError` when the task is cancelled, at once where
  /// it waits for bytes.
  public struct Iterator: AsyncIteratorProtocol {
    let values: WindowValues<Mapping>

    public mutating func next() async throws -> Mapping.Value? {
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
  /// `rejected`, and the next is read as if nothing had happened. Without it the first of them ends
  /// the values: a ``RejectedRecord`` is thrown behind the values of the records before it. Throws
  /// `io` when the source fails, `out-of-memory`, and what `rejected` throws.
  ///
  /// A schema or a rule is a mapping; so is a closure, by `ClosureMapping`.
  public func values<Mapping: JSONMapping>(
    _ mapping: Mapping, rejected: @escaping (RejectedRecord) throws -> Void = { throw $0 }
  ) -> FeedValues<Mapping> {
    FeedValues(WindowValues(reader, mapping, rejected))
  }
}

/// The values of a feed's window at hand, and the way to the next window.
final class WindowValues<Mapping: JSONMapping> {
  private let reader: FeedReader
  private let mapping: Mapping
  private let rejected: (RejectedRecord) throws -> Void
  /// In the opposite order, so that taking one is popping it.
  private var waiting: [Mapping.Value] = []
  /// What ended the window: thrown when its values are taken.
  private var failure: (any Error)?
  /// Several threads, which go on from call to call.
  private var pieces: ParallelReader<[Mapping.Value]>?

  init(
    _ reader: FeedReader, _ mapping: Mapping, _ rejected: @escaping (RejectedRecord) throws -> Void
  ) {
    self.reader = reader
    self.mapping = mapping
    self.rejected = rejected
  }

  var isAtWindow: Bool { waiting.isEmpty }

  /// The next value; nil also when the task was cancelled meanwhile, which ends the feed.
  func nextUntilCancelled(
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> Mapping.Value? {
    let cancellation = reader.cancellation
    return try await withTaskCancellationHandler {
      try next()
    } onCancel: {
      cancellation.stop()
    }
  }

  func next() throws -> Mapping.Value? {
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
    var values: [Mapping.Value] = []
    swap(&values, &waiting)
    defer {
      values.reverse()
      swap(&values, &waiting)
    }
    do {
      if try reader.readsInParallel() { return try readPiece(&values) }
      return try reader.deliverWindow(
        { record in
          do {
            values.append(try mapping.value(from: record.cursor))
          } catch {
            try rejected(record.countedReject(error))
          }
        }, rejected)
    } catch {
      failure = error
      return true
    }
  }

  private func readPiece(_ values: inout [Mapping.Value]) throws -> Bool {
    let known = pieces
    let pieces =
      try known
      ?? ParallelReader(reader, threads: reader.options.parallel, PieceFold(values: mapping))
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
