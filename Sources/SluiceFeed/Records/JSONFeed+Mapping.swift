public import Sluice

/// Reading records by a mapping: a schema, a rule, a closure, whatever says what a record means.
extension JSONFeed {
  /// Calls `body` with the value that the mapping makes of each record, in order.
  ///
  /// Cost: nothing beside the mapping's own. Records that are no valid JSON, and those of which the
  /// mapping makes nothing, go to `rejected`. Throws what the closures throw, `io`, `out-of-memory`.
  @inlinable
  public mutating func forEach<Mapping: JSONMapping>(
    _ mapping: Mapping, _ body: (Mapping.Value) throws -> Void,
    rejected: (RejectedRecord) throws -> Void
  ) throws {
    if try reader.readsInParallel() {
      let values = PieceFold(values: { record in try mapping.value(from: record.cursor) })
      return try reader.forEachPiece(values, rejected) { values, piece in
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
          return try record.turnDown(error, rejected)
        }
        try body(value)
      }, rejected: rejected)
  }

  /// The same, with ``FeedOptions/badRecords`` for bad records, and for those of which the mapping
  /// makes nothing.
  @inlinable
  public mutating func forEach<Mapping: JSONMapping>(
    _ mapping: Mapping, _ body: (Mapping.Value) throws -> Void
  ) throws {
    let keeper = keeper
    try keeper.flushing { try forEach(mapping, body, rejected: keeper.keep) }
  }

  /// Reads each record by the mapping and reports those that are not what it asks for, one by one:
  /// with record number, line, place and reason.
  ///
  /// Nothing of the values is kept. Throws what `fault` throws (which ends the reading), `io`,
  /// `out-of-memory`.
  @discardableResult
  public mutating func validate(
    _ mapping: some JSONMapping, fault: (RejectedRecord) throws -> Void
  ) throws -> FeedCounts {
    try forEach(mapping, { _ in }, rejected: fault)
    return counts
  }

  /// The same, with the faults in an array: the first `limit` of them; all are counted.
  public mutating func validate(
    _ mapping: some JSONMapping, limit: Int = 1000
  ) throws -> FeedValidation {
    var faults: [RejectedRecord] = []
    let counts = try validate(mapping) { if faults.count < limit { faults.append($0) } }
    return FeedValidation(counts: counts, faults: faults)
  }
}

/// What a look through a feed found.
public struct FeedValidation: Sendable {
  /// How many records were good (`records`) and how many were not (`rejected`).
  public let counts: FeedCounts
  /// The first of those that were not.
  public let faults: [RejectedRecord]
  /// Whether every record is what the mapping asks for.
  public var isValid: Bool { counts.rejected == 0 }
}
