import Sluice

/// How a database keeps the table of progress.
struct ProgressTableForm {
  /// The columns after `IF NOT EXISTS`, and what follows them.
  let declarations: String
  var checkpoint = CheckpointForm.text
  /// The column of a table's identity.
  var identity = "table_id"
  /// The column of the format's version.
  var version = "format"
  /// A column that is the key in place of source and target, and its value for them.
  var key: (column: String, value: (_ source: String, _ target: String) -> String)?
  /// What follows a selection that locks its rows until the transaction's end.
  var lock = ""
  /// A statement that holds a lock of a source in a target until then, whether it has a row or not.
  var advisoryLock: ((ByteName, SQLTarget) -> SQLStatement)?
  /// Whether a server that still works for a killed client is waited for.
  var isLocked: Bool { !lock.isEmpty || advisoryLock != nil }
  /// Whether a table has one row for each source, whichever of its names the row records.
  var hasOneRowForTable = false

  /// The columns that a table of this release has.
  var columns: [String] {
    ["source", "target", "columns", "mode", identity, "may_be_empty", version] + checkpoint.columns
  }
}
