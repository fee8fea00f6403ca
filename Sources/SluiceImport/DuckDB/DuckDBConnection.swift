import CDuckDB
import Sluice
import SluiceSystem

/// An open DuckDB database. One thread uses it at a time.
///
/// Sound because it owns the handles, and what the library lends is copied before a call returns.
@safe
final class DuckDBConnection {
  private var database: cdk_database?
  private(set) var handle: cdk_connection?
  let path: String

  /// The environment variable that says where the library is.
  static let variable = "SLUICE_DUCKDB"

  /// Why the library can't be loaded; nil: it can.
  static var loadFault: String? {
    unsafe CStrings.with([Environment.value(of: variable)]) { texts in
      unsafe cdk_load(texts[0]).map { unsafe String(cString: $0) }
    }
  }

  /// The same, with what to do.
  static var obstacle: String? {
    loadFault.map {
      "DuckDB's library can't be loaded: \($0). Put libduckdb.so (duckdb.org: the C/C++ library) where libraries"
        + " are, or let \(variable) name its path; or read the feed by the Python package, whose batches DuckDB takes"
    }
  }

  /// `isReadOnly`: the database must exist, and is not changed.
  init(path: String, isReadOnly: Bool = false) throws(ImportError) {
    if let obstacle = DuckDBConnection.obstacle { throw ImportError(.sink, obstacle) }
    self.path = path
    var config: cdk_config?
    _ = unsafe cdk_create_config(&config)
    defer { unsafe cdk_destroy_config(&config) }
    if isReadOnly { _ = unsafe cdk_set_config(config, "access_mode", "READ_ONLY") }
    var error: UnsafeMutablePointer<CChar>?
    guard unsafe cdk_open_ext(path, &database, config, &error) == 0,
      unsafe cdk_connect(database, &handle) == 0
    else {
      let reason = unsafe error.map { unsafe String(cString: $0) } ?? "no reason given"
      unsafe cdk_free(error)
      throw ImportError(
        .sink, "can't open the database \(path): \(PrintableText.line(reason))")
    }
  }

  deinit {
    unsafe cdk_disconnect(&handle)
    unsafe cdk_close(&database)
  }

  /// A statement's rows as text, and how many rows it changed.
  struct Answer {
    fileprivate(set) var rows: [[String?]] = []
    fileprivate(set) var changes = 0

    func text(_ row: Int, _ column: Int) -> String? {
      rows.indices.contains(row) && rows[row].indices.contains(column) ? rows[row][column] : nil
    }
  }

  /// Runs one statement. Its columns are texts, numbers and truth values: the library gives no text of a result
  /// with a column of some other types.
  @discardableResult
  func query(_ sql: String) throws(ImportError) -> Answer {
    var result = cdk_result()
    let status = unsafe cdk_query(handle, sql, &result)
    defer { unsafe cdk_destroy_result(&result) }
    guard status == 0 else {
      throw fault(unsafe cdk_result_error(&result).map { unsafe String(cString: $0) })
    }
    var answer = Answer()
    let (rows, columns) = unsafe (cdk_row_count(&result), cdk_column_count(&result))
    for row in 0..<rows {
      var values: [String?] = []
      for column in 0..<columns {
        let value = unsafe cdk_value_varchar(&result, column, row)
        unsafe values.append(value.map { unsafe String(cString: $0) })
        unsafe cdk_free(value)
      }
      answer.rows.append(values)
    }
    answer.changes = Int(clamping: unsafe cdk_rows_changed(&result))
    return answer
  }

  func fault(_ reason: String?) -> ImportError {
    ImportError(.sink, "\(path): \(PrintableText.line(reason ?? "no reason given"))")
  }

  func has(table: String) throws(ImportError) -> Bool {
    try !query(
      "SELECT 1 FROM duckdb_tables() WHERE database_name = current_database() AND schema_name = 'main'"
        + " AND table_name = \(DuckDBConnection.literal(table))"
    ).rows.isEmpty
  }
}
