import Sluice

/// What others have done to a table while rows were written into it.
extension TablePlace {
  /// Throws when a column of a job has another type than before: the database would round or cut its values for it, and
  /// say nothing. Compared in the transaction that stores the rows, when the table can't change any more.
  ///
  /// `found`: the columns that the table has now, with their types. `normal`: the form in which the database compares
  /// their names.
  func check(
    _ columns: [ImportColumn], _ types: [String], found: [(name: ByteName, type: String)],
    normal: @escaping (ByteName) -> ByteName = { $0 }
  ) throws(ImportError) {
    let places = ColumnPlaces(found.map(\.name), normal: normal)
    for (column, type) in zip(columns, types) {
      let now = places[column.name].map { found[$0].type }
      guard now.map({ ByteName($0) }) != ByteName(type) else { continue }
      throw ImportError(
        .changedTarget,
        "another client has changed \(words) while rows were written into it: its column \"\(column.name)\" was"
          + " \(type), and \(now.map { "is \($0)" } ?? "is gone") now. Nothing of this batch was stored: run the same"
          + " command again, which compares the values with what is there")
    }
  }
}
