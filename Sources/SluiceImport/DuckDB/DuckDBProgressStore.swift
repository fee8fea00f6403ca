import Sluice

/// Changes the rows of ``DuckDBProgressTable``, inside a transaction.
struct DuckDBProgressStore: ProgressStore {
  let connection: DuckDBConnection

  func name(ofTable identity: String) throws(ImportError) -> String? {
    try DuckDBTableIdentity.table(identity, in: connection)
  }

  func put(
    _ row: ProgressRow, as target: String, _ identity: String?, mayBeEmpty: Bool
  ) throws(ImportError) {
    try DuckDBProgressTable.write(
      row.row(as: target, identity, mayBeEmpty: mayBeEmpty), in: connection)
  }

  func forget(_ row: ProgressRow) throws(ImportError) {
    try DuckDBProgressTable.forget(row, in: connection)
  }
}
