public import Sluice

extension AsyncJSONFeed {
  /// The values that a mapping makes from the records of an ``AsyncJSONFeed``, in order.
  ///
  /// ```swift
  /// for try await size in try AsyncJSONFeed(body).values(sizes) { total += size }
  /// ```
  ///
  /// Values are made window by window and returned one by one; the next chunk is requested only after
  /// they are taken. The values of a feed can be iterated once. Not Sendable: one task at a time.
  public struct Values<Mapping: JSONMapping>: AsyncSequence {
    public typealias Element = Mapping.Value

    private let values: ChunkValues<Chunks, Mapping>

    init(
      _ engine: ChunkReader<Chunks>, _ mapping: Mapping,
      _ rejected: ((RejectedRecord) throws -> Void)?
    ) {
      values = ChunkValues(engine, mapping, rejected)
    }

    public func makeAsyncIterator() -> Iterator { Iterator(values: values) }

    /// Returns the values one by one.
    public struct Iterator: AsyncIteratorProtocol {
      let values: ChunkValues<Chunks, Mapping>

      public mutating func next() async throws -> Mapping.Value? {
        try await next(isolation: nil)
      }

      public mutating func next(
        isolation: isolated (any Actor)?
      ) async throws -> Mapping.Value? {
        try await values.next()
      }
    }
  }
}

/// The values of the current window, and the way to the next.
final class ChunkValues<Chunks: AsyncSequence, Mapping: JSONMapping>
where Chunks.Element: Sequence<UInt8> {
  private let engine: ChunkReader<Chunks>
  private let mapping: Mapping
  private let rejected: (RejectedRecord) throws -> Void
  /// In reverse order, so that taking a value is a pop.
  private var waiting: [Mapping.Value] = []
  /// The error that ended the window: thrown after its values are taken.
  private var failure: (any Error)?

  init(
    _ engine: ChunkReader<Chunks>, _ mapping: Mapping,
    _ rejected: ((RejectedRecord) throws -> Void)?
  ) {
    self.engine = engine
    self.mapping = mapping
    self.rejected = rejected ?? engine.reader.handler.keep
  }

  func next(isolation: isolated (any Actor)? = #isolation) async throws -> Mapping.Value? {
    while true {
      if let value = waiting.popLast() { return value }
      if let failure {
        self.failure = nil
        throw failure
      }
      guard try await readWindow() else { return nil }
    }
  }

  private func readWindow(isolation: isolated (any Actor)? = #isolation) async throws -> Bool {
    var values: [Mapping.Value] = []
    swap(&values, &waiting)
    var isThere = true
    do {
      isThere = try await engine.readWindow(
        { record in
          let value: Mapping.Value
          do {
            value = try mapping.value(from: record.cursor)
          } catch {
            return try record.reject(error, rejected)
          }
          values.append(value)
        }, rejected)
    } catch {
      failure = error
    }
    values.reverse()
    swap(&values, &waiting)
    return isThere
  }
}
