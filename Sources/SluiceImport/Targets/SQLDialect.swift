import Sluice
import SluiceSystem

/// The database that SQL is written for.
public enum SQLDialect: String, Sendable, Hashable, CaseIterable {
  case sqlite, postgresql, mariadb, clickhouse, duckdb

  private var database: any SQLDatabase.Type {
    switch self {
    case .sqlite: SQLiteConnection.self
    case .postgresql: PostgreSQLConnection.self
    case .mariadb: MariaDBConnection.self
    case .clickhouse: ClickHouseConnection.self
    case .duckdb: DuckDBConnection.self
    }
  }

  /// The type of a column that stores such values unchanged.
  func declaredType(_ type: ColumnType) -> String { database.declaredType(type) }

  /// The same type for a column that may not be NULL.
  func required(_ type: String) -> String {
    guard self == .clickhouse, type.hasPrefix("Nullable(") else { return type + " NOT NULL" }
    return String(type.dropFirst("Nullable(".count).dropLast())
  }

  /// A quoted name: a delimited identifier of ISO/IEC 9075-2, or the database's own form.
  func quoted(_ name: String) -> String { database.quoted(name) }
}

extension InferenceReport {
  /// `CREATE TABLE` for `columns`. A column is NOT NULL when no record lacked it and all records were
  /// examined. Throws `ImportError` for a name that no table can have, and when there are no records.
  public func createTable(
    named name: String, dialect: SQLDialect = .sqlite
  ) throws(ImportError) -> String {
    guard !name.isEmpty, !name.utf8.contains(0) else {
      throw ImportError(.sink, "\"\(PrintableText.line(name))\" can't be a table's name")
    }
    try checkForRecords()
    var text = "-- Inferred from \(summary).\nCREATE TABLE \(dialect.quoted(name)) (\n"
    for (number, column) in columns.enumerated() {
      let type = dialect.declaredType(column.column.type)
      let isRequired = isComplete && !column.isNullable
      text += "  \(dialect.quoted(column.column.name.text)) "
      text += isRequired ? dialect.required(type) : type
      if number < columns.count - 1 { text += "," }
      var note = PrintableText.line(column.value.path.description)
      if column.column.type == .json { note += ": \(column.value.type)" }
      if let format = column.value.format { note += ", \(format.rawValue)" }
      text += "  -- \(note)\n"
    }
    let engine = dialect == .clickhouse ? ClickHouseTable.engine(order: "tuple()") : ""
    return text + ")\(engine);\n"
  }
}
