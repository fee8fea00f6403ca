import Sluice

/// Makes rows of records by a type of the program's: a record is decoded into the type, and what the type encodes are the
/// row's cells.
///
/// SluiceDerivation makes them of `Codable` types: `RowMapping.codable(Event.self)`.
public struct RowMapping: Sendable {
  /// The columns of the rows. Their paths lead through what the type encodes, not through the record.
  public let columns: [ImportColumn]
  /// The type's name: a job that is run again with another type is another job.
  package let name: String
  package let writer: any RowWriting

  package init(columns: [ImportColumn], name: String, writer: any RowWriting) {
    self.columns = columns
    self.name = name
    self.writer = writer
  }
}

/// Writes the cells of records. Several threads use one at a time.
package protocol RowWriting: Sendable {
  /// Writes a record's cells; those that it leaves are NULL. Offsets of errors are the document's.
  func write(_ record: JSONPosition, to cells: CellWriter) throws(JSONError)
}

extension ColumnPlan {
  /// Makes a record's row by a mapping.
  @inline(never)
  func write(_ record: JSONPosition, by rows: any RowWriting) throws(JSONError) {
    begin()
    unsafe values.update(repeating: .null)
    failedColumn = ColumnPlan.noColumn
    try rows.write(record, to: CellWriter(self, at: record.offset))
  }

  /// The failed column of a record that is at fault as a whole.
  static var noColumn: Int32 { -1 }
}
