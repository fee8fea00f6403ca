/// What is made of a piece's records, on any thread.
@usableFromInline
package struct PieceFold<Part>: Sendable {
  /// Reads a whole piece: made where the types are known, so that each record is added by
  /// specialised code.
  let read: @Sendable (PieceReading) -> Part

  @usableFromInline
  package init(_ read: @escaping @Sendable (PieceReading) -> Part) { self.read = read }

  /// Adds record after record to a part.
  @inlinable
  init(
    into make: @escaping @Sendable () -> Part,
    _ add: @escaping @Sendable (inout Part, borrowing FeedRecord) throws -> Void
  ) {
    self.init { piece in
      var part = make()
      piece.forEach { record in
        do {
          try add(&part, record)
        } catch let reject as RejectedRecord {
          piece.note(reject)
        }
      }
      return part
    }
  }

  /// The values that a closure makes; what it throws is the record's reject.
  @inlinable
  init<Value>(
    values transform: @escaping @Sendable (borrowing FeedRecord) throws -> Value
  ) where Part == [Value] {
    self.init { piece in
      var values: [Value] = []
      piece.forEach { record in
        do {
          values.append(try transform(record))
        } catch {
          return piece.noteReject(of: record, error)
        }
        piece.noteEnd(of: record)
      }
      return values
    }
  }
}
