/// Held while a job makes, changes and marks its table: of jobs that begin together, one does it, and the others find it
/// done.
///
/// No transaction could hold these statements together, because the server commits before each of them. The lock ends
/// with the connection, too.
enum MariaDBSetupLock {
  static func take(for table: String, in connection: MariaDBConnection) throws(ImportError) {
    let answer = try connection.query("SELECT GET_LOCK(\(name(table)), 60)")
    guard answer.integer(0, 0) == 1 else {
      throw ImportError(
        .conflict,
        "another job has been making or changing the \(MariaDBTable.place(table, connection)) for a minute"
      )
    }
  }

  static func release(for table: String, in connection: MariaDBConnection) throws(ImportError) {
    _ = try connection.query("SELECT RELEASE_LOCK(\(name(table)))")
  }

  /// At most 64 characters.
  private static func name(_ table: String) -> String {
    "CONCAT(LEFT(DATABASE(), 20), ' sluice ', MD5(\(MariaDBConnection.literal(table))))"
  }
}
