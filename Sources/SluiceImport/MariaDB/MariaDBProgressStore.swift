import Sluice

/// Changes the rows of ``MariaDBProgressTable``, inside a transaction.
struct MariaDBProgressStore: ProgressStore {
  let connection: MariaDBConnection

  func name(ofTable identity: String) throws(ImportError) -> String? {
    try MariaDBTableIdentity.tables(identity, in: connection).first
  }

  func put(
    _ row: ProgressRow, as target: String, _ identity: String?, mayBeEmpty: Bool
  ) throws(ImportError) {
    let literal = MariaDBConnection.literal
    guard ByteName(row.target) != ByteName(target) else {
      // Another process may have moved the checkpoint.
      try connection.execute(
        "UPDATE \(MariaDBProgressTable.name) SET table_id = \(literal(identity)), may_be_empty ="
          + " \(mayBeEmpty ? "TRUE" : "FALSE"), format = \(ProgressFormat.version) WHERE id ="
          + " \(literal(MariaDBProgressTable.id(row.source.text, target)))")
      return
    }
    let row = row.row(as: target, identity, mayBeEmpty: mayBeEmpty)
    try forget(row)
    let answer = MariaDBProgressTable.insert(row, in: connection)
    guard answer.isDone else { throw connection.fault(answer) }
  }

  func forget(_ row: ProgressRow) throws(ImportError) {
    let id = MariaDBProgressTable.id(row.source.text, row.target)
    try connection.execute(
      "DELETE FROM \(MariaDBProgressTable.name) WHERE id = \(MariaDBConnection.literal(id))")
  }
}
