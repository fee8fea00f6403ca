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

    @usableFromInline let values: ChunkValues<Chunks, Mapping>

    @inlinable
    init(
      _ engine: ChunkReader<Chunks>, _ mapping: Mapping,
      _ rejected: ((RejectedRecord) throws -> Void)?
    ) {
      values = ChunkValues(engine, mapping, rejected)
    }

    @inlinable
    public func makeAsyncIterator() -> Iterator { Iterator(values: values) }

    /// Returns the values one by one.
    public struct Iterator: AsyncIteratorProtocol {
      @usableFromInline let values: ChunkValues<Chunks, Mapping>

      @inlinable
      init(values: ChunkValues<Chunks, Mapping>) { self.values = values }

      @inlinable
      public mutating func next() async throws -> Mapping.Value? {
        if let value = values.waiting.popFirst() { return value }
        return try await values.nextAtWindow()
      }

      @inlinable
      public mutating func next(
        isolation: isolated (any Actor)?
      ) async throws -> Mapping.Value? {
        if let value = values.waiting.popFirst() { return value }
        return try await values.nextAtWindow()
      }
    }
  }
}

/// The values of the current window, and the way to the next.
@usableFromInline
final class ChunkValues<Chunks: AsyncSequence, Mapping: JSONMapping>
where Chunks.Element: Sequence<UInt8> {
  @usableFromInline let waiting = WaitingValues<Mapping.Value>()
  @usableFromInline let engine: ChunkReader<Chunks>
  @usableFromInline let mapping: Mapping
  @usableFromInline let rejected: (RejectedRecord) throws -> Void
  /// The error that ended the window: thrown after its values are taken.
  @usableFromInline var failure: (any Error)?

  @usableFromInline
  init(
    _ engine: ChunkReader<Chunks>, _ mapping: Mapping,
    _ rejected: ((RejectedRecord) throws -> Void)?
  ) {
    self.engine = engine
    self.mapping = mapping
    self.rejected = rejected ?? engine.reader.handler.keep
  }

  @inlinable
  func nextAtWindow(
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> Mapping.Value? {
    while true {
      if let value = waiting.popFirst() { return value }
      if let failure {
        self.failure = nil
        throw failure
      }
      guard try await readWindow() else { return nil }
    }
  }

  @inlinable
  func readWindow(isolation: isolated (any Actor)? = #isolation) async throws -> Bool {
    var values = waiting.empty()
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
    waiting.fill(values)
    return isThere
  }
}
