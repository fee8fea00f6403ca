import CSQLite
import Sluice
import SluiceSystem

/// An open SQLite database. One thread uses it at a time: it is opened without SQLite's own
/// mutexes.
///
/// Sound because it owns the handle, which closes with it; statements keep their connection.
@safe
final class SQLiteConnection {
  let handle: OpaquePointer
  let path: String
  private let patience: SQLitePatience
  /// Statements that are run again and again, by their texts.
  private var statements: [ByteName: SQLiteStatement.Handle] = [:]
  private static let mostKept = 64

  /// Opens or creates the database. Throws `ImportError` with SQLite's message.
  convenience init(path: String, _ patience: SQLitePatience) throws(ImportError) {
    try self.init(path, path: path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, patience)
  }

  /// `name`: the path, or a URI for it. `patience`: of this connection only.
  init(
    _ name: String, path: String, _ flags: Int32, _ patience: SQLitePatience
  ) throws(ImportError) {
    var opened: OpaquePointer?
    let status = unsafe sqlite3_open_v2(name, &opened, flags | SQLITE_OPEN_NOMUTEX, nil)
    guard status == SQLITE_OK, let opened = unsafe opened else {
      let reason =
        unsafe opened.map { unsafe String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
      unsafe sqlite3_close_v2(opened)
      throw ImportError(.sink, "can't open \(path): \(reason)")
    }
    unsafe handle = unsafe opened
    self.path = path
    self.patience = patience
    unsafe sqlite3_extended_result_codes(opened, 1)
    unsafe patience.wait(for: opened)
  }

  deinit {
    statements.removeAll()
    // A statement keeps the handle open after this, and is of no use then.
    unsafe sqlite3_busy_handler(handle, nil, nil)
    unsafe sqlite3_close_v2(handle)
  }

  /// Sets up the connection by `PRAGMA` statements.
  ///
  /// SQLite doesn't wait while another connection changes the same database to a write-ahead log: so this does, as long
  /// in all as it would wait for a transaction.
  func setUp(_ pragmas: String) throws(ImportError) {
    patience.beginSpan()
    defer { patience.endSpan() }
    var tries: Int32 = 0
    while true {
      do throws(ImportError) { return try execute(pragmas) } catch {
        guard code & 0xFF == SQLITE_BUSY, patience.waits(after: tries) else {
          throw fault()
        }
        tries &+= 1
      }
    }
  }

  /// Runs statements without parameters or results.
  func execute(_ sql: String) throws(ImportError) {
    guard unsafe sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw fault() }
  }

  func prepare(_ sql: String) throws(ImportError) -> SQLiteStatement {
    var statement: OpaquePointer?
    let status = unsafe sqlite3_prepare_v3(
      handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
    guard status == SQLITE_OK, let statement = unsafe statement else { throw fault() }
    return unsafe SQLiteStatement(SQLiteStatement.Handle(statement), of: self)
  }

  /// A statement that was run before, or is run for the first time: reset when the caller releases it.
  func kept(_ sql: String) throws(ImportError) -> SQLiteStatement {
    let text = ByteName(sql)
    if let known = statements[text] { return SQLiteStatement(known, of: self) }
    if statements.count >= SQLiteConnection.mostKept { statements.removeAll() }
    let made = try prepare(sql)
    statements[text] = made.owner
    return made
  }

  /// Flushes what was committed to the disk: with `synchronous=NORMAL`, a commit is not there at once.
  func synchronize() throws(ImportError) {
    // The write-ahead log, or the rollback journal, which has no methods while it is not open.
    var file: UnsafeMutablePointer<sqlite3_file>?
    let status = unsafe withUnsafeMutablePointer(to: &file) {
      unsafe sqlite3_file_control(handle, "main", SQLITE_FCNTL_JOURNAL_POINTER, $0)
    }
    guard status == SQLITE_OK else { throw fault() }
    if let file = unsafe file, let methods = unsafe file.pointee.pMethods,
      let synchronize = unsafe methods.pointee.xSync
    {
      let status = unsafe synchronize(file, SQLITE_SYNC_NORMAL)
      guard status == SQLITE_OK else {
        let reason =
          unsafe sqlite3_errstr(status).map { unsafe String(cString: $0) } ?? "error \(status)"
        throw ImportError(
          .sink,
          "can't put \(path) on the disk: \(reason); when the disk works, run the same command again: it goes"
            + " on from there")
      }
    }
    // A rollback journal that reappears would undo the commit.
    FileSystem.synchronizeFolder(of: path)
  }

  /// Whether a transaction is open.
  var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }

  /// The last call's extended result code.
  var code: Int32 { unsafe sqlite3_extended_errcode(handle) }

  var message: String { unsafe String(cString: sqlite3_errmsg(handle)) }

  /// The last call's error, with advice if there is any.
  func fault() -> ImportError {
    if [SQLITE_BUSY, SQLITE_LOCKED].contains(code & 0xFF), patience.wasStopped {
      return SinkWaits.stopped("\(path), which another process has locked")
    }
    let advice =
      switch unsafe sqlite3_errcode(handle) & 0xFF {
      case SQLITE_BUSY, SQLITE_LOCKED:
        "; another process is writing into it. Run the same command again when it is done"
      case SQLITE_FULL: "; make room and run the same command again: it continues from there"
      case SQLITE_IOERR:
        unsafe " (\(Errno(rawValue: sqlite3_system_errno(handle)))); when the disk has room and works, run"
          + " the same command again: it continues from there"
      case SQLITE_READONLY, SQLITE_PERM: "; it can't be written by this user"
      case SQLITE_NOTADB: "; name another file"
      default: ""
      }
    return ImportError(.sink, "\(path): \(message)\(advice)")
  }
}
