import CDuckDB
import Foundation

/// DuckDB's own answers, for tests to inspect databases: through the library, not through the code under test.
public enum DuckDBLibrary {
  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  private static let obstacle: String? = {
    let path = ProcessInfo.processInfo.environment["SLUICE_DUCKDB"]
    return unsafe cdk_load(path).map { unsafe String(cString: $0) }
  }()
  public static var isThere: Bool { obstacle == nil }
  /// For `.enabled(if:)`.
  public static let reason = "libduckdb can't be loaded: run scripts/with-duckdb"

  public static func execute(_ sql: String, in path: String) throws { try rows(sql, in: path) }

  /// The rows of a query, each a line: `1|text|NULL`.
  @discardableResult
  public static func rows(_ sql: String, in path: String) throws -> [String] {
    if let obstacle { throw Failure(description: obstacle) }
    var database: cdk_database?
    var connection: cdk_connection?
    defer {
      unsafe cdk_disconnect(&connection)
      unsafe cdk_close(&database)
    }
    guard unsafe cdk_open_ext(path, &database, nil, nil) == 0,
      unsafe cdk_connect(database, &connection) == 0
    else { throw Failure(description: "can't open \(path)") }
    // The library gives no text of a result that has a column of some types.
    let isQuery = ["SELECT", "FROM"].contains(where: sql.hasPrefix)
    let text = isQuery ? "SELECT CAST(COLUMNS(*) AS VARCHAR) FROM (\(sql))" : sql
    var result = cdk_result()
    let status = unsafe cdk_query(connection, text, &result)
    defer { unsafe cdk_destroy_result(&result) }
    guard status == 0 else {
      throw unsafe Failure(
        description: cdk_result_error(&result).map { unsafe String(cString: $0) } ?? "")
    }
    let count = unsafe cdk_column_count(&result)
    let number = unsafe cdk_row_count(&result)
    var lines: [String] = []
    for row in 0..<number {
      var values: [String] = []
      for column in 0..<count {
        let value = unsafe cdk_value_varchar(&result, column, row)
        unsafe values.append(value.map { unsafe String(cString: $0) } ?? "NULL")
        unsafe cdk_free(value)
      }
      lines.append(values.joined(separator: "|"))
    }
    return lines
  }
}
