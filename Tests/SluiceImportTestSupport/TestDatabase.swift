import CSQLite

/// A SQLite database for tests to inspect: through SQLite itself, not through the code under test.
///
/// Sound because it owns the handle, which closes with it.
@safe
public final class TestDatabase {
  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  private var handle: OpaquePointer?

  public init(_ path: String) throws {
    guard unsafe sqlite3_open(path, &handle) == SQLITE_OK else { throw failure() }
  }

  deinit { unsafe sqlite3_close(handle) }

  /// The rows of a query, each a line of SQL literals: `1|'text'|NULL|2.5`.
  public func rows(_ sql: String) throws -> [String] {
    var statement: OpaquePointer?
    guard unsafe sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else {
      throw failure()
    }
    defer { unsafe sqlite3_finalize(statement) }
    var rows: [String] = []
    while true {
      switch unsafe sqlite3_step(statement) {
      case SQLITE_ROW:
        let values = unsafe (0..<sqlite3_column_count(statement)).map {
          unsafe value(statement, $0)
        }
        rows.append(values.joined(separator: "|"))
      case SQLITE_DONE: return rows
      default: throw failure()
      }
    }
  }

  public func execute(_ sql: String) throws { _ = try rows(sql) }

  private func value(_ statement: OpaquePointer?, _ column: Int32) -> String {
    switch unsafe sqlite3_column_type(statement, column) {
    case SQLITE_NULL: return "NULL"
    case SQLITE_INTEGER: return unsafe "\(sqlite3_column_int64(statement, column))"
    case SQLITE_FLOAT: return unsafe "\(sqlite3_column_double(statement, column))"
    default:
      let count = unsafe Int(sqlite3_column_bytes(statement, column))
      let bytes = unsafe UnsafeRawBufferPointer(
        start: sqlite3_column_blob(statement, column), count: count)
      return unsafe "'\(String(decoding: bytes, as: UTF8.self))'"
    }
  }

  private func failure() -> Failure {
    unsafe Failure(description: String(cString: sqlite3_errmsg(handle)))
  }
}
