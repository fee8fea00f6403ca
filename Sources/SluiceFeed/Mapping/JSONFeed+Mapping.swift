public import Sluice

/// Reads records with a mapping: a schema, a rule or a closure.
extension JSONFeed {
  /// Calls `body` with the value that the mapping makes from each record, in order.
  ///
  /// Costs only what the mapping costs. Records that are not valid JSON, and those that the mapping
  /// rejects, go to `rejected`. An error that `body` or `rejected` throws ends the feed. Throws the errors of the closures, `io`, `out-of-memory`.
  @inlinable
  public mutating func forEach<Mapping: JSONMapping>(
    _ mapping: Mapping, _ body: (Mapping.Value) throws -> Void,
    rejected: (RejectedRecord) throws -> Void
  ) throws {
    if try reader.readsInParallel() {
      let values = ChunkFold(values: { record in try mapping.value(from: record.cursor) })
      return try ChunkedFeed(reader).forEachChunk(values, rejected) { values, piece in
        var number = 0
        for value in values {
          try piece.go(behind: number)
          try body(value)
          number &+= 1
        }
        try piece.finish()
      }
    }
    try forEach(
      { record in
        let value: Mapping.Value
        do {
          value = try mapping.value(from: record.cursor)
        } catch {
          return try record.reject(error, rejected)
        }
        try body(value)
      }, rejected: rejected)
  }

  /// The same, but ``FeedOptions/badRecords`` handles bad records, and those that the mapping
  /// rejects.
  @inlinable
  public mutating func forEach<Mapping: JSONMapping>(
    _ mapping: Mapping, _ body: (Mapping.Value) throws -> Void
  ) throws {
    let handler = handler
    try handler.flushing { try forEach(mapping, body, rejected: handler.keep) }
  }

  /// Reads each record with the mapping and reports those that do not match it, one by one: with
  /// record number, line, location and reason.
  ///
  /// Keeps none of the values. Throws the errors of `fault` (which end the reading), `io`,
  /// `out-of-memory`.
  @discardableResult
  public mutating func validate(
    _ mapping: some JSONMapping, fault: (RejectedRecord) throws -> Void
  ) throws -> FeedCounts {
    try forEach(mapping, { _ in }, rejected: fault)
    return counts
  }

  /// The same, but returns the first `limit` faults in an array; all are counted.
  public mutating func validate(
    _ mapping: some JSONMapping, limit: Int = 1000
  ) throws -> Validation {
    var faults: [RejectedRecord] = []
    let counts = try validate(mapping) { if faults.count < limit { faults.append($0) } }
    return Validation(counts: counts, faults: faults)
  }
}

extension JSONFeed {
  /// The result of validating a feed.
  public struct Validation: Sendable {
    /// The number of good records (`records`) and of bad ones (`rejected`).
    public let counts: FeedCounts
    /// The first bad records.
    public let faults: [RejectedRecord]
    /// Whether every record matches the mapping.
    public var isValid: Bool { counts.rejected == 0 }
  }
}
