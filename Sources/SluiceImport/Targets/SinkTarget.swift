public import Sluice
import SluiceFeed
import SluiceKafka

/// A target as people write it: a database's address or a file's name. Its scheme or, for a file, its
/// ending determines the sink.
///
/// | target | sink |
/// |---|---|
/// | `postgresql://…`, `postgres://…` | ``PostgreSQLSink`` |
/// | `mariadb://…`, `mysql://…` | ``MariaDBSink`` |
/// | `*.duckdb`, `duckdb:PATH` | ``DuckDBSink`` |
/// | `clickhouse://…` | ``ClickHouseSink`` |
/// | `kafka://…/TOPIC` | ``KafkaSink`` |
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
    case kafka(String)
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
  public var isDatabase: Bool {
    switch place {
    case .file, .kafka: false
    default: true
    }
  }

  /// The sink. Does not open anything yet.
  ///
  /// `messageKey`: the columns that make the key of a topic's messages.
  ///
  /// Throws `ImportError` for a database without a table, a file or a topic with one, or a mode, changes or a key that
  /// the sink does not have.
  public func sink(
    table: String?, mode: WriteMode = .append, choices: TableChoices = [],
    changes: TableChanges = TableChanges(), rejectTable: String? = nil, messageKey: [ByteName] = []
  ) throws(ImportError) -> any Sink {
    if case .kafka = place {
    } else {
      guard messageKey.isEmpty else {
        throw ImportError(.sink, "\(self) has no messages: leave their key out")
      }
    }
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
    case .kafka(let address):
      try refuseTables("a topic", table, rejectTable, changes)
      return try KafkaSink(address: address, key: messageKey, mode: mode, choices: choices)
    case .file(let format, let path):
      try refuseTables("a file", table, rejectTable, changes)
      return try path == "-"
        ? FileSink(standardOutputAs: format, mode: mode)
        : FileSink(path: path, format: format, mode: mode, choices: choices)
    }
  }

  /// Throws for settings of tables.
  private func refuseTables(
    _ what: String, _ table: String?, _ rejectTable: String?, _ changes: TableChanges
  ) throws(ImportError) {
    guard table == nil else {
      throw ImportError(.sink, "\(self) is \(what) and has no tables: leave the table out")
    }
    guard rejectTable == nil else {
      throw ImportError(
        .rejects, "\(self) is \(what) and has no tables: name a file for the rejects")
    }
    guard changes == TableChanges() else {
      throw ImportError(
        .sink,
        "\(self) is \(what): its columns are those that it began with, and it has no indexes; leave"
          + " --add-columns and --create-index out")
    }
  }

  private func named(_ table: String?) throws(ImportError) -> String {
    guard let table else { throw ImportError(.sink, "\(self) is a database: name a table") }
    return table
  }

  /// Throws for an address that holds a secret, which files must not contain.
  package func checkStorable() throws(ImportError) {
    let isSecret: Bool
    let other: String
    switch place {
    case .postgreSQL(let address):
      (isSecret, other) = (PostgreSQLAddress(address).secrets.areGiven, "PGPASSWORD or ~/.pgpass")
    case .mariaDB(let address):
      (isSecret, other) = (MariaDBAddress(address).secrets.areGiven, "MYSQL_PWD or ~/.my.cnf")
    case .clickHouse(let address):
      (isSecret, other) = (ClickHouseAddress(address).secrets.areGiven, "CLICKHOUSE_PASSWORD")
    case .kafka(let address):
      // Secrets are not among the words that it takes.
      return try ImportError.topic { () throws(JSONError) in _ = try KafkaAddress(parsing: address)
      }
    case .duckDB, .sqlite, .file: return
    }
    guard isSecret else { return }
    throw ImportError(
      .badJob,
      "\(self) was given with a password, which no file should hold: leave it to \(other), or give the"
        + " address on the command line, with a job file without \"into\"")
  }

  /// The target without a password.
  public var description: String {
    switch place {
    case .postgreSQL(let address): return PostgreSQLAddress(address).shown
    case .mariaDB(let address): return MariaDBAddress(address).shown
    case .clickHouse(let address): return ClickHouseAddress(address).shown
    case .kafka(let address): return KafkaAddress.name(of: address)
    case .sqlite(let path), .duckDB(let path): return path
    case .file(_, "-"): return "standard output"
    case .file(_, let path): return path
    }
  }
}
