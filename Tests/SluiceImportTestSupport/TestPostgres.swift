import CPostgreSQL
import Foundation

/// A new schema at the server that `SLUICE_POSTGRES` names (scripts/with-postgres), for tests to inspect:
/// through libpq, not through the code under test. Removed with this value.
///
/// Sound because it owns the connection, which closes with it.
@safe
public final class TestPostgres {
  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  public static let server = ProcessInfo.processInfo.environment["SLUICE_POSTGRES"]
  public static var isThere: Bool { server != nil }
  /// For `.enabled(if:)`.
  public static let reason =
    "SLUICE_POSTGRES names no server: run scripts/with-postgres"

  /// For the code under test: its connections have the schema as their search path, and its name as their
  /// application's.
  public let address: String
  public let schema: String
  private let handle: OpaquePointer?

  public init() throws {
    guard let server = TestPostgres.server else {
      throw Failure(description: "SLUICE_POSTGRES is not set")
    }
    schema = "test_" + UUID().uuidString.replacingOccurrences(of: "-", with: "").lowercased()
    address = "\(server)&options=-csearch_path%3D\(schema)&application_name=\(schema)"
    if let reason = unsafe cpq_load() { throw unsafe Failure(description: String(cString: reason)) }
    unsafe handle = unsafe cpq_connectdb(server + "&options=-csearch_path%3D\(schema)")
    unsafe cpq_setNoticeReceiver(handle, { _, _ in }, nil)
    guard unsafe cpq_status(handle) == CPQ_CONNECTION_OK else { throw failure() }
    try execute("CREATE SCHEMA \(schema)")
  }

  deinit {
    try? execute("DROP SCHEMA \(schema) CASCADE")
    unsafe cpq_finish(handle)
  }

  /// The rows of a query, each a line: `1|'text'|NULL`; everything except numbers and truth values is
  /// quoted.
  @discardableResult
  public func rows(_ sql: String) throws -> [String] {
    let result = unsafe cpq_exec(handle, sql)
    defer { unsafe cpq_clear(result) }
    let status = unsafe Int(cpq_resultStatus(result))
    guard status == CPQ_TUPLES_OK || status == CPQ_COMMAND_OK else { throw failure() }
    return unsafe (0..<cpq_ntuples(result)).map { row in
      unsafe (0..<cpq_nfields(result)).map { column in
        guard unsafe cpq_getisnull(result, row, column) == 0,
          let value = unsafe cpq_getvalue(result, row, column)
        else { return "NULL" }
        let text = unsafe String(cString: value)
        // bool, int8, int2, int4, float8
        return unsafe [16, 20, 21, 23, 701].contains(cpq_ftype(result, column)) ? text : "'\(text)'"
      }.joined(separator: "|")
    }
  }

  public func execute(_ sql: String) throws { try rows(sql) }

  /// Ends the connections of the code under test to this schema. Returns their number.
  public func terminate() throws -> Int {
    try rows(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = '\(schema)'"
    ).count
  }

  private func failure() -> Failure {
    unsafe Failure(
      description: cpq_errorMessage(handle).map { unsafe String(cString: $0) } ?? "out of memory")
  }
}
