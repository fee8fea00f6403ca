import Foundation

/// A database of one test, of any kind that is here, for tests of what all kinds promise.
///
/// Its table is `t`; statements of the tests are those that all kinds know.
public final class AnyTestDatabase {
  public enum Kind: String, CaseIterable, Sendable {
    case sqlite, postgreSQL, mariaDB, duckDB

    /// The kinds that are here.
    public static var there: [Kind] {
      allCases.filter { kind in
        switch kind {
        case .sqlite: true
        case .postgreSQL: TestPostgres.isThere
        case .mariaDB: TestMariaDB.isThere
        case .duckDB: DuckDBLibrary.isThere
        }
      }
    }
  }

  /// As people write it as a target.
  public let target: String
  private let ask: (String) throws -> [String]

  /// `folder`: for a database that is a file.
  public init(_ kind: Kind, in folder: String) throws {
    switch kind {
    case .sqlite:
      let path = folder + "/db.sqlite"
      target = path
      ask = { try TestDatabase(path).rows($0) }
    case .postgreSQL:
      let server = try TestPostgres()
      target = server.address
      ask = { try server.rows($0) }
    case .mariaDB:
      let server = try TestMariaDB()
      target = server.address
      ask = { try server.rows($0) }
    case .duckDB:
      let path = folder + "/db.duckdb"
      target = path
      ask = { try DuckDBLibrary.rows($0, in: path) }
    }
  }

  /// The rows of a query, each a line without quotes: `1|text|NULL`.
  public func rows(_ sql: String = "SELECT id, v FROM t ORDER BY id, v") throws -> [String] {
    try ask(sql).map { $0.replacingOccurrences(of: "'", with: "") }
  }

  public func execute(_ sql: String) throws { _ = try ask(sql) }
}
