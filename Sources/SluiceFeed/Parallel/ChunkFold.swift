/// Makes a part of a chunk's records, on any thread.
@usableFromInline
package struct ChunkFold<Part>: Sendable {
  /// Reads a whole chunk. Created where the types are known, so that specialised code adds each
  /// record.
  let read: @Sendable (ChunkReading) -> Part

  @usableFromInline
  package init(_ read: @escaping @Sendable (ChunkReading) -> Part) { self.read = read }

  /// Adds the records to a part one by one.
  @inlinable
  init(
    into make: @escaping @Sendable () -> Part,
    _ add: @escaping @Sendable (inout Part, borrowing FeedRecord) throws -> Void
  ) {
    self.init { chunk in
      var part = make()
      chunk.forEach { record in
        do {
          try add(&part, record)
        } catch let reject as RejectedRecord {
          chunk.note(reject)
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
    self.init { chunk in
      var values: [Value] = []
      chunk.forEach { record in
        do {
          values.append(try transform(record))
        } catch {
          return chunk.noteReject(of: record, error)
        }
        chunk.noteEnd(of: record)
      }
      return values
    }
  }
}
