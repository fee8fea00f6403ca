import CDuckDB
import CMariaDB
import CPostgreSQL
import CSQLite
import SluiceSystem

/// The libraries that rows are stored with.
package enum SinkLibraries {
  /// All of them. Loads those that are loaded on demand.
  package static var all: [LibraryStatus] {
    let reason = unsafe cpq_load().map { unsafe String(cString: $0) }
    return [
      LibraryStatus(
        linked: "SQLite", for: "SQLite databases",
        version: unsafe String(cString: sqlite3_libversion()), debian: "libsqlite3-0",
        homebrew: "sqlite"),
      LibraryStatus(
        loaded: "libpq", for: "PostgreSQL databases",
        version: reason == nil ? version(Int(cpq_libVersion())) : nil, reason: reason,
        debian: "libpq5", homebrew: "libpq"),
      mariaDB, duckDB,
    ]
  }

  private static var mariaDB: LibraryStatus {
    let reason = unsafe cmy_load().map { unsafe String(cString: $0) }
    return LibraryStatus(
      loaded: "libmariadb", for: "MariaDB and MySQL databases",
      version: reason == nil
        ? unsafe cmy_get_client_info().map { unsafe String(cString: $0) } : nil,
      reason: reason, debian: "libmariadb3", homebrew: "mariadb-connector-c")
  }

  private static var duckDB: LibraryStatus {
    let reason = DuckDBConnection.loadFault
    return LibraryStatus(
      loaded: "libduckdb", for: "DuckDB databases",
      version: reason == nil
        ? unsafe cdk_library_version().map { unsafe String(cString: $0) } : nil,
      reason: reason, debian: nil, homebrew: "duckdb")
  }

  /// libpq's number as its releases are named: 150004 is 15.4.
  private static func version(_ number: Int) -> String { "\(number / 10_000).\(number % 10_000)" }
}
