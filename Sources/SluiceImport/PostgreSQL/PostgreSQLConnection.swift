import CPostgreSQL
import Sluice
import SluiceSystem

/// A connection to a PostgreSQL server. One thread uses it at a time.
///
/// Statements are texts of this package with quoted identifiers; values go as parameters or as COPY data,
/// never as part of a statement.
///
/// Sound because it owns what owns the handle.
@safe
final class PostgreSQLConnection {
  private let owner: PostgreSQLHandle
  let handle: OpaquePointer
  /// The database, for messages: never with a password.
  let name: String
  private let secrets: ConnectionSecrets
  /// The SQLSTATE of the server's last refusal that left the connection usable.
  var lastRefusal: String?
  /// Ends the calls that a stopped job waits for.
  let watch: ServerWatch
  /// Whether a call of libpq's own failed, such as its wait for an answer. To libpq the connection is sound then, and the
  /// answer would come to a later statement: nothing is sent any more.
  private var isOutOfStep = false
  /// Statements that go before the next one, in the same round trip, each with its semicolon.
  var pending = ""

  /// Connects. `address` is what libpq takes: a URI or keywords. libpq's environment variables, its
  /// password file and its service file fill in the rest.
  init(_ address: String, _ waits: SinkWaits) throws(ImportError) {
    guard !address.utf8.contains(0) else {
      throw ImportError(.sink, "a database's address can't hold U+0000")
    }
    if let reason = unsafe cpq_load() {
      throw ImportError(
        .sink,
        unsafe "PostgreSQL's client library can't be loaded: \(String(cString: reason)). Install it"
          + " (Debian: apt-get install libpq5; macOS: brew install libpq)")
    }
    let read = PostgreSQLAddress(address)
    if let fault = read.fault {
      throw ImportError(.sink, "libpq can't read the address \(read.shown): \(fault)")
    }
    // Later ones win: an address may set another timeout, but not another encoding.
    let words = [
      ("connect_timeout", "20"), ("fallback_application_name", "sluice"), ("dbname", address),
      ("client_encoding", "UTF8"),
    ]
    let owner = try waits.awaited("the server at \(read.shown)") { PostgreSQLHandle(words) }
    guard let opened = unsafe owner.pointer else {
      throw ImportError(.sink, "can't connect: out of memory")
    }
    var secrets = read.secrets
    // The password, whichever file or variable it comes from.
    if let password = unsafe cpq_pass(opened) { unsafe secrets.add([String(cString: password)]) }
    guard unsafe cpq_status(opened) == CPQ_CONNECTION_OK else {
      let reason = unsafe secrets.removed(from: PostgreSQLConnection.line(cpq_errorMessage(opened)))
      throw ImportError(.sink, "can't connect to \(read.shown): \(reason)")
    }
    unsafe self.handle = unsafe opened
    self.owner = owner
    watch = owner.watch(waits)
    self.secrets = secrets
    let host = unsafe cpq_host(opened).map { unsafe String(cString: $0) } ?? ""
    name =
      unsafe "database \"\(cpq_db(opened).map { unsafe String(cString: $0) } ?? "")\""
      + (host.isEmpty ? "" : " at \(host)")
    // Notices would be printed to standard error.
    unsafe cpq_setNoticeReceiver(opened, { _, _ in }, nil)
  }

  /// Connects, and begins a transaction in which the server permits no change.
  convenience init(reading address: String, _ waits: SinkWaits) throws(ImportError) {
    try self.init(address, waits)
    try execute(PostgreSQLConnection.beginning + " READ ONLY")
  }

  deinit { watch.close() }

  /// Flushes what was committed to the disk, if the server's settings let it wait. A commit that does not
  /// wait flushes all earlier ones too, if it wrote anything.
  func synchronize() throws(ImportError) {
    let setting = try query("SELECT current_setting('synchronous_commit')").text(0, 0)
    guard setting == "off" else { return }
    try execute(
      """
      BEGIN; SET LOCAL synchronous_commit TO on;
      SELECT pg_logical_emit_message(true, 'sluice', ''); COMMIT
      """)
  }

  /// Begins a transaction. Each statement sees what others have committed, whatever the server's default is.
  static let beginning = "BEGIN ISOLATION LEVEL READ COMMITTED"

  /// Texts are sent as UTF-8; a server with another encoding can't hold all of them.
  func checkEncoding() throws(ImportError) {
    let encoding = try query("SHOW server_encoding").text(0, 0) ?? ""
    guard encoding == "UTF8" else {
      throw ImportError(.conflict, "\(name) has the encoding \(encoding); expected UTF8")
    }
  }

  /// Runs one statement, or several that take no parameters.
  func execute(_ sql: String) throws(ImportError) { try check(run(sql)) }

  /// The same, but leaves checking the result to the caller.
  func run(_ sql: String) -> PostgreSQLResult {
    let sql = pending + sql
    pending = ""
    return unsafe answer { unsafe cpq_exec(handle, sql) }
  }

  /// Runs one statement with text parameters, and returns its rows as text.
  func query(_ sql: String, _ parameters: String?...) throws(ImportError) -> PostgreSQLResult {
    if !pending.isEmpty { try execute("") }
    let result = unsafe CStrings.with(parameters) { values in
      unsafe answer {
        unsafe cpq_execParams(handle, sql, Int32(values.count), nil, values, nil, nil, 0)
      }
    }
    try check(result)
    return result
  }

  /// The next result of the current statement; nil: there is none.
  func next() -> PostgreSQLResult? {
    let found = unsafe watch.during { unsafe cpq_getResult(handle) }
    return unsafe found.map { unsafe noting(PostgreSQLResult($0)) }
  }

  /// The result of a call, unless an earlier one has left the connection out of step.
  private func answer(_ call: () -> OpaquePointer?) -> PostgreSQLResult {
    guard !isOutOfStep else { return unsafe PostgreSQLResult(nil) }
    return unsafe noting(PostgreSQLResult(watch.during(call)))
  }

  /// An error without a SQLSTATE is libpq's own.
  private func noting(_ result: PostgreSQLResult) -> PostgreSQLResult {
    if !result.isSuccess, result.field(CPQ_SQLSTATE) == nil { isOutOfStep = true }
    return result
  }

  /// Throws the error of the server or the connection.
  func check(_ result: PostgreSQLResult) throws(ImportError) {
    guard result.isSuccess else { throw fault(result) }
  }

  /// Whether the server still answers.
  var isLost: Bool { unsafe isOutOfStep || cpq_status(handle) != CPQ_CONNECTION_OK }

  /// libpq's error message, without anything secret.
  var lastMessage: String { unsafe foreign(PostgreSQLConnection.line(cpq_errorMessage(handle))) }

  /// A text of the server or libpq, without anything secret.
  func foreign(_ text: String) -> String { secrets.removed(from: text) }

  /// libpq's messages have lines, tabs, and newlines at their ends.
  private static func line(_ text: UnsafePointer<CChar>?) -> String {
    unsafe text.map { unsafe line(String(cString: $0)) } ?? "no reason given"
  }

  static func line(_ text: String) -> String { ForeignPhrase.made(of: text) }

  /// A text as a literal of a statement that takes no parameters; nil is NULL.
  static func literal(_ text: String?) -> String {
    guard let text else { return "NULL" }
    // With E, the meaning does not depend on `standard_conforming_strings`.
    return "E'" + text.replacingBytes(of: "\\", with: "\\\\").replacingBytes(of: "'", with: "''")
      + "'"
  }
}

/// The result of a statement; freed with this value.
///
/// Sound because it owns the handle, and what libpq lends of it is copied before a call returns.
@safe
final class PostgreSQLResult {
  /// Nil when there was no memory for one, or the connection is gone.
  let handle: OpaquePointer?

  init(_ handle: OpaquePointer?) { unsafe self.handle = unsafe handle }

  deinit { unsafe cpq_clear(handle) }

  var status: Int { unsafe Int(cpq_resultStatus(handle)) }
  /// Whether a statement succeeded, or a COPY waits for rows.
  var isSuccess: Bool { [CPQ_COMMAND_OK, CPQ_TUPLES_OK, CPQ_COPY_IN].contains(status) }
  /// Whether a statement without rows succeeded.
  var isDone: Bool { status == CPQ_COMMAND_OK }
  /// Whether a statement that returns rows succeeded.
  var hasRows: Bool { status == CPQ_TUPLES_OK }
  /// The SQLSTATE of an error.
  var state: String { field(CPQ_SQLSTATE) ?? "" }
  var rowCount: Int32 { unsafe cpq_ntuples(handle) }
  var columnCount: Int32 { unsafe cpq_nfields(handle) }

  /// A field as text; nil when it is NULL, or missing.
  func text(_ row: Int32, _ column: Int32) -> String? {
    guard unsafe row < cpq_ntuples(handle), unsafe column < cpq_nfields(handle),
      unsafe cpq_getisnull(handle, row, column) == 0,
      let value = unsafe cpq_getvalue(handle, row, column)
    else { return nil }
    return unsafe String(cString: value)
  }

  func integer(_ row: Int32, _ column: Int32) -> Int? { text(row, column).flatMap { Int($0) } }

  func bool(_ row: Int32, _ column: Int32) -> Bool { text(row, column) == "t" }

  /// The number of rows that a statement changed.
  var changes: Int {
    unsafe Int(cpq_cmdTuples(handle).map { unsafe String(cString: $0) } ?? "") ?? 0
  }

  /// The command that was actually performed: `ROLLBACK` for a COMMIT of a failed transaction.
  var command: String { unsafe cpq_cmdStatus(handle).map { unsafe String(cString: $0) } ?? "" }

  /// A part of an error, such as `CPQ_SQLSTATE`.
  func field(_ code: Int) -> String? {
    unsafe cpq_resultErrorField(handle, Int32(code)).map { unsafe String(cString: $0) }
  }
}
