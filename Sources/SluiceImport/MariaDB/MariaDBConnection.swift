import CMariaDB
import Sluice
import SluiceSystem

/// A connection to a MariaDB or MySQL server. One thread uses it at a time.
///
/// Statements are texts of this package with quoted identifiers and literals; rows go as `LOAD DATA LOCAL`,
/// whose answer is never a file: a server that asks for one gets the rows of this connection, or nothing.
///
/// Sound because it owns what owns the handle, and what the handle reads from, which end with it.
@safe
final class MariaDBConnection {
  private let owner: MariaDBHandle
  private let handle: OpaquePointer
  private let source: UnsafeMutablePointer<cmy_rows>
  /// The database, for messages: never with a password.
  let name: String
  private let secrets: ConnectionSecrets
  /// Whether the server is MariaDB, not MySQL.
  let isMariaDB: Bool
  /// Ends the calls that a stopped job waits for.
  private let watch: ServerWatch

  /// Connects. The client's configuration files (group `client`) and `MYSQL_PWD` fill in the password.
  init(_ address: String, _ waits: SinkWaits) throws(ImportError) {
    if let reason = unsafe cmy_load() {
      throw ImportError(
        .sink,
        unsafe "MariaDB's client library can't be loaded: \(String(cString: reason)). Install it"
          + " (Debian: apt-get install libmariadb3; macOS: brew install mariadb-connector-c)")
    }
    let read = MariaDBAddress(address)
    if let fault = read.fault {
      throw ImportError(.sink, "the address \(read.shown) can't be read: \(fault)")
    }
    let owner = try waits.awaited("the server at \(read.shown)") { MariaDBHandle(read) }
    guard let opened = unsafe owner.pointer else {
      throw ImportError(.sink, "can't connect: out of memory")
    }
    if let reason = owner.fault {
      throw ImportError(
        .sink, "can't connect to \(read.shown): \(read.secrets.removed(from: reason))")
    }
    unsafe handle = unsafe opened
    self.owner = owner
    watch = owner.watch(waits)
    unsafe source = .allocate(capacity: 1)
    unsafe source.initialize(to: cmy_rows(bytes: nil, count: 0))
    secrets = read.secrets
    name = "database \"\(read.database)\" at \(read.socket ?? read.host ?? "localhost")"
    isMariaDB =
      unsafe cmy_get_server_info(opened).map { unsafe String(cString: $0) }?.contains("MariaDB")
      ?? false
    unsafe cmy_answer(opened, source)
    try prepare()
  }

  deinit {
    watch.close()
    // Nothing is loaded from here on: the handle only closes.
    unsafe source.deallocate()
  }

  /// Statements mean the same whatever the server's defaults are: values that do not fit are errors, 0 is not
  /// the next number of a column, and times are in UTC.
  private func prepare() throws(ImportError) {
    try execute(
      """
      SET SESSION sql_mode = 'STRICT_ALL_TABLES,NO_AUTO_VALUE_ON_ZERO,NO_ENGINE_SUBSTITUTION,ERROR_FOR_DIVISION_BY_ZERO,NO_ZERO_DATE,NO_ZERO_IN_DATE',
        time_zone = '+00:00', autocommit = 1
      """)
    let allowed = try query("SELECT @@GLOBAL.local_infile").integer(0, 0)
    guard allowed == 1 else {
      throw ImportError(
        .conflict,
        "\(name) takes no rows by LOAD DATA LOCAL: SET GLOBAL local_infile = 1 there, as its administrator"
      )
    }
  }

  /// Runs one statement, and leaves examining the answer to the caller.
  func run(_ sql: String) -> MariaDBAnswer {
    var sql = sql
    return watch.during {
      let status = sql.withUTF8 { text in
        unsafe text.withMemoryRebound(to: CChar.self) { text in
          unsafe text.baseAddress.map { unsafe cmy_real_query(handle, $0, UInt(text.count)) } ?? 1
        }
      }
      return unsafe MariaDBAnswer(status, handle)
    }
  }

  /// The same for a statement that reads rows by `LOAD DATA LOCAL`. They are lines of fields in the form that
  /// ``MariaDBCodec`` writes.
  func run(_ sql: String, loading rows: UnsafeRawBufferPointer) -> MariaDBAnswer {
    // Sound: the bytes outlive the statement, and nothing is left to read after it.
    unsafe source.pointee = unsafe cmy_rows(
      bytes: rows.baseAddress?.assumingMemoryBound(to: CChar.self), count: rows.count)
    defer { unsafe source.pointee = unsafe cmy_rows(bytes: nil, count: 0) }
    return run(sql)
  }

  @discardableResult
  func execute(_ sql: String) throws(ImportError) -> MariaDBAnswer { try query(sql) }

  /// Runs one statement, and returns its rows as text.
  func query(_ sql: String) throws(ImportError) -> MariaDBAnswer {
    let answer = run(sql)
    guard answer.isDone else { throw fault(answer) }
    // A server answers some cancelled statements with a part of their rows.
    if let stopped { throw stopped }
    return answer
  }

  /// A text of the server or its client, without anything secret.
  func foreign(_ text: String) -> String { secrets.removed(from: ForeignPhrase.made(of: text)) }

  /// The error of a wait that a stop has ended; nil: none was ended.
  var stopped: ImportError? { watch.hasEndedCalls ? SinkWaits.stopped(name) : nil }

  func fault(_ answer: MariaDBAnswer) -> ImportError {
    if answer.isLost || answer.isInterrupted, let stopped { return stopped }
    guard !answer.isLost else {
      return ImportError(
        .lostConnection,
        "\(name): the connection is lost: \(foreign(answer.message)). What was committed stays: run the"
          + " same command again, and it continues from there")
    }
    return ImportError(.sink, "\(name): \(words(answer))\(answer.advice)")
  }

  /// The server's words with the error's number.
  func words(_ answer: MariaDBAnswer) -> String {
    foreign("\(answer.message) (error \(answer.error))")
  }

  /// A name as an identifier: it stays one name, whatever it contains.
  static func quoted(_ name: String) -> String {
    "`" + name.replacingBytes(of: "`", with: "``") + "`"
  }

  /// A text as a literal; nil is NULL.
  static func literal(_ text: String?) -> String {
    guard let text else { return "NULL" }
    // Backslashes escape, because of the session's sql_mode.
    return "'"
      + text.replacingBytes(of: "\\", with: "\\\\").replacingBytes(of: "'", with: "''")
      .replacingBytes(of: "\0", with: "\\0")
      + "'"
  }
}

/// A server's answer to a statement.
struct MariaDBAnswer {
  /// 0: the statement succeeded.
  let error: UInt32
  let message: String
  /// How many rows it stored, deleted, or found to change.
  let changes: Int
  let warnings: Int
  let rows: [[String?]]

  /// Sound because what the library lends is copied before this returns.
  fileprivate init(_ status: Int32, _ handle: OpaquePointer) {
    var rows: [[String?]] = []
    var isDone = status == 0
    if isDone, unsafe cmy_field_count(handle) > 0 {
      if let result = unsafe cmy_store_result(handle) {
        let count = unsafe Int(cmy_num_fields(result))
        while let row = unsafe cmy_fetch_row(result) {
          let lengths = unsafe cmy_fetch_lengths(result)
          rows.append(
            (0..<count).map { column in
              guard let value = unsafe row[column], let lengths = unsafe lengths else { return nil }
              let bytes = unsafe UnsafeRawBufferPointer(start: value, count: Int(lengths[column]))
              return unsafe String(decoding: bytes, as: UTF8.self)
            })
        }
        unsafe cmy_free_result(result)
      }
      isDone = unsafe cmy_errno(handle) == 0
    }
    self.rows = rows
    error = isDone ? 0 : unsafe max(cmy_errno(handle), 1)
    message = isDone ? "" : unsafe cmy_error(handle).map { unsafe String(cString: $0) } ?? ""
    warnings = isDone ? unsafe Int(cmy_warning_count(handle)) : 0
    let changed = isDone && rows.isEmpty ? unsafe cmy_affected_rows(handle) : 0
    changes = changed == .max ? 0 : Int(changed)
  }

  var isDone: Bool { error == 0 }
  var rowCount: Int { rows.count }

  /// A field; nil when it is NULL, or missing.
  func text(_ row: Int, _ column: Int) -> String? {
    rows.indices.contains(row) && rows[row].indices.contains(column) ? rows[row][column] : nil
  }

  func integer(_ row: Int, _ column: Int) -> Int? { text(row, column).flatMap { Int($0) } }

  var isLost: Bool { [2006, 2013, 1053, 1927, 1130].contains(error) }

  /// Whether the statement was cancelled.
  var isInterrupted: Bool { [1317, 1969].contains(error) }

  /// Whether the error can't be the fault of a row: one of the connection, of the server's resources, of
  /// permissions, or of what other transactions do meanwhile. Any other may be a row's: a trigger can raise
  /// any number.
  var endsJob: Bool {
    isLost || (2000..<3000).contains(error)
      || [
        1, 1021, 1023, 1026, 1030, 1037, 1038, 1040, 1041, 1044, 1045, 1114, 1142, 1143, 1146, 1158,
        1159, 1160, 1161, 1180, 1192, 1205, 1206, 1213, 1223, 1290, 1317, 1412, 1568, 1637, 1792,
        1836,
        1969, 3024,
      ].contains(error)
  }

  var rejectCode: String {
    switch error {
    case 1264, 1690, 1367, 1292, 1411: "out-of-range"
    case 1406, 1118, 1301, 1153: "too-large"
    default: "constraint"
    }
  }

  var advice: String {
    switch error {
    case 1044, 1142, 1143: "; grant it, or name a table of your own"
    case 1021, 1114: "; make room and run the same command again: it continues from there"
    case 1205, 1213, 1317, 1969, 3024: "; run the same command again: it continues from there"
    default: ""
    }
  }
}
