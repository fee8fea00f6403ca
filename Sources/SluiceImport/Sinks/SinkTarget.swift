/// A target as people write it: a database's address or a file's name. Its scheme or, for a file, its
/// ending determines the sink.
///
/// | target | sink |
/// |---|---|
/// | `postgresql://…`, `postgres://…` | ``PostgreSQLSink`` |
/// | `mariadb://…`, `mysql://…` | ``MariaDBSink`` |
/// | `*.duckdb`, `duckdb:PATH` | ``DuckDBSink`` |
/// | `clickhouse://…` | ``ClickHouseSink`` |
/// | `*.csv`, `*.tsv`, `*.ndjson`, `*.jsonl` | ``FileSink`` |
/// | `csv:PATH`, `tsv:PATH`, `ndjson:PATH` | ``FileSink``; with `-` as the path, standard output |
/// | `*.db`, `*.db3`, `*.sqlite`, `*.sqlite3`, `*.s3db`, `*.sl3` | ``SQLiteSink`` |
/// | `sqlite:PATH`, and any path of an existing SQLite database | ``SQLiteSink`` |
///
/// Anything else is an error that lists these: a file of another kind never becomes a database.
public struct SinkTarget: Sendable, Hashable, CustomStringConvertible {
  enum Destination: Hashable {
    case postgreSQL(String)
    case mariaDB(String)
    case clickHouse(String)
    case duckDB(String)
    case sqlite(String)
    case file(FileFormat, String)
  }

  let place: Destination

  /// Throws `ImportError` for a text that is not a target. Reads the file only when neither scheme nor
  /// ending determines its kind.
  public init(parsing text: String) throws(ImportError) {
    if let place = try TargetDescription.place(of: text) {
      self.place = place
    } else if SQLiteHeader.isThere(at: text) {
      place = .sqlite(text)
    } else {
      throw TargetDescription.unknown(text)
    }
  }

  /// Whether it needs a table's name.
  public var isDatabase: Bool { if case .file = place { false } else { true } }

  /// The sink. Does not open anything yet.
  ///
  /// Throws `ImportError` for a database without a table, a file with one, or a mode or changes that the
  /// sink does not have.
  public func sink(
    table: String?, mode: WriteMode = .append, choices: TableChoices = [],
    changes: TableChanges = TableChanges(), rejectTable: String? = nil
  ) throws(ImportError) -> any Sink {
    switch place {
    case .postgreSQL(let address):
      return try PostgreSQLSink(
        address: address, table: try named(table), mode: mode, choices: choices,
        changes: changes, rejectTable: rejectTable)
    case .mariaDB(let address):
      return try MariaDBSink(
        address: address, table: try named(table), mode: mode, choices: choices,
        changes: changes, rejectTable: rejectTable)
    case .clickHouse(let address):
      return try ClickHouseSink(
        address: address, table: try named(table), mode: mode, choices: choices,
        changes: changes, rejectTable: rejectTable)
    case .duckDB(let path):
      return try DuckDBSink(
        path: path, table: try named(table), mode: mode, choices: choices, changes: changes,
        rejectTable: rejectTable)
    case .sqlite(let path):
      return try SQLiteSink(
        path: path, table: try named(table), mode: mode, choices: choices, changes: changes,
        rejectTable: rejectTable)
    case .file(let format, let path):
      guard table == nil else {
        throw ImportError(.sink, "\(self) is a file and has no tables: leave the table out")
      }
      guard rejectTable == nil else {
        throw ImportError(
          .rejects, "\(self) is a file and has no tables: name a file for the rejects")
      }
      guard changes == TableChanges() else {
        throw ImportError(
          .sink,
          "\(self) is a file: its columns are those that it began with, and it has no indexes; leave"
            + " --add-columns and --create-index out")
      }
      return try path == "-"
        ? FileSink(standardOutputAs: format, mode: mode)
        : FileSink(path: path, format: format, mode: mode, choices: choices)
    }
  }

  private func named(_ table: String?) throws(ImportError) -> String {
    guard let table else { throw ImportError(.sink, "\(self) is a database: name a table") }
    return table
  }

  /// The target without a password.
  public var description: String {
    switch place {
    case .postgreSQL(let address): return PostgreSQLAddress(address).shown
    case .mariaDB(let address): return MariaDBAddress(address).shown
    case .clickHouse(let address): return ClickHouseAddress(address).shown
    case .sqlite(let path), .duckDB(let path): return path
    case .file(_, "-"): return "standard output"
    case .file(_, let path): return path
    }
  }
}
