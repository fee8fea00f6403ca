/// A lock of the server, which one job holds at a time, in one database. It ends with the connection, too.
///
/// No transaction could hold the statements together that make, change, mark or replace a table, because the server
/// commits before each of them.
struct MariaDBLock {
  /// At most 64 characters, of which the database's name has 20.
  private let name: String
  /// What another job has been doing for a minute, when it is not to be had.
  private let work: String

  /// Held while a job makes, changes and marks its table: of jobs that begin together, one does it, and the others
  /// find it done.
  init(making table: String, in connection: MariaDBConnection) {
    name = "setup \(SourceFingerprint.hash(Array(table.utf8)))"
    work = "making or changing the \(MariaDBTable.place(table, connection))"
  }

  /// Held until a replacement ends. `gathering`: the table that gathers its rows.
  init(replacing table: String, by gathering: String, in connection: MariaDBConnection) {
    name = gathering
    work = "replacing the rows of \(MariaDBTable.place(table, connection))"
  }

  func acquire(in connection: MariaDBConnection) throws(ImportError) {
    let answer = try connection.query("SELECT GET_LOCK(\(words), 60)")
    guard answer.integer(0, 0) == 1 else {
      if let stopped = connection.stopped { throw stopped }
      throw ImportError(.conflict, "another session has been \(work) for a minute")
    }
  }

  func release(in connection: MariaDBConnection) throws(ImportError) {
    _ = try connection.query("SELECT RELEASE_LOCK(\(words))")
  }

  private var words: String {
    "CONCAT(LEFT(DATABASE(), 20), \(MariaDBConnection.literal("sluice \(name)")))"
  }
}
