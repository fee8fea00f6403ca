/// Makes a part of a piece's records, on any thread.
@usableFromInline
package struct PieceFold<Part>: Sendable {
  /// Reads a whole piece. Created where the types are known, so that specialised code adds each
  /// record.
  let read: @Sendable (PieceReading) -> Part

  @usableFromInline
  package init(_ read: @escaping @Sendable (PieceReading) -> Part) { self.read = read }

  /// Adds the records to a part one by one.
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

  /// Makes values with a closure; its errors become rejects of the record.
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
