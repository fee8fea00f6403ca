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

    @usableFromInline let values: WindowValues<Value>

    @inlinable
    init(_ values: WindowValues<Value>) { self.values = values }

    /// The next value; nil after the last record. Throws the errors of
    /// ``JSONFeed/values(_:rejected:)``.
    @inlinable
    public func next() throws -> Value? { try values.next() }

    @inlinable
    public func makeAsyncIterator() -> Iterator { Iterator(values: values) }

    /// Returns the values. Throws `CancellationError` if the task is cancelled, immediately if it
    /// waits for bytes.
    public struct Iterator: AsyncIteratorProtocol {
      @usableFromInline let values: WindowValues<Value>

      @inlinable
      init(values: WindowValues<Value>) { self.values = values }

      @inlinable
      public mutating func next() async throws -> Value? {
        if let value = values.waiting.popFirst() { return value }
        return try await values.nextUntilCancelled()
      }

      /// The same without leaving the caller's actor: an available value costs no change of executor.
      @inlinable
      public mutating func next(isolation: isolated (any Actor)?) async throws -> Value? {
        if let value = values.waiting.popFirst() { return value }
        return try await values.nextUntilCancelled()
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
  @inlinable
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
  @inlinable
  public func map<Value>(
    _ transform: @escaping @Sendable (borrowing FeedRecord) throws -> Value,
    rejected: ((RejectedRecord) throws -> Void)? = nil
  ) -> Values<Value> {
    Values(
      WindowValues(reader, rejected, ChunkFold(values: transform)) { window, values in
        try window.readWindow { record in
          let value: Value
          do {
            value = try transform(record)
          } catch {
            return try window.reject(record, error)
          }
          values.append(value)
        }
      })
  }
}
