import CSQLite

/// A prepared statement. Numbers are SQLite's: parameters count from 1, columns from 0.
///
/// Sound because it keeps what owns the handle, and the connection that the handle needs.
@safe
final class SQLiteStatement {
  /// Owns a handle, which ends with it.
  @safe
  final class Handle {
    let pointer: OpaquePointer
    init(_ pointer: OpaquePointer) { unsafe self.pointer = unsafe pointer }
    deinit { unsafe sqlite3_finalize(pointer) }
  }

  /// The connection may keep it, too, for another statement with the same text.
  let owner: Handle
  let connection: SQLiteConnection
  var handle: OpaquePointer { unsafe owner.pointer }

  init(_ owner: Handle, of connection: SQLiteConnection) {
    (self.owner, self.connection) = (owner, connection)
  }

  deinit { unsafe sqlite3_reset(handle) }

  func bind(_ value: Int64, at parameter: Int32) throws(ImportError) {
    try unsafe check(sqlite3_bind_int64(handle, parameter, value))
  }

  /// Binds a copy of the text, or NULL.
  func bind(_ value: String?, at parameter: Int32) throws(ImportError) {
    guard var value else { return try unsafe check(sqlite3_bind_null(handle, parameter)) }
    let status = value.withUTF8 { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) {
        unsafe sqlite3_bind_text64(
          handle, parameter, $0.baseAddress, UInt64($0.count), csqlite_transient(),
          UInt8(SQLITE_UTF8))
      }
    }
    try check(status)
  }

  /// Moves to the next row. False at the end.
  func step() throws(ImportError) -> Bool {
    switch unsafe sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default:
      let fault = connection.fault()
      unsafe sqlite3_reset(handle)
      throw fault
    }
  }

  /// Runs a statement without rows, and resets it.
  func run() throws(ImportError) {
    _ = try step()
    unsafe sqlite3_reset(handle)
  }

  /// Resets it, and releases what it reads.
  func reset() { unsafe sqlite3_reset(handle) }

  /// The number of columns in its rows.
  var columnCount: Int32 { unsafe sqlite3_column_count(handle) }

  func integer(at column: Int32) -> Int64 { unsafe sqlite3_column_int64(handle, column) }

  func text(at column: Int32) -> String? {
    guard let text = unsafe sqlite3_column_text(handle, column) else { return nil }
    let count = unsafe Int(sqlite3_column_bytes(handle, column))
    return unsafe String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
  }

  private func check(_ status: Int32) throws(ImportError) {
    if status != SQLITE_OK { throw connection.fault() }
  }
}
