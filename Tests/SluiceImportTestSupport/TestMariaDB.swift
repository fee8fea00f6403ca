import CMariaDB
import Foundation

/// A new database at the server that `SLUICE_MARIADB` names (scripts/with-mariadb), for tests to inspect:
/// through the client library, not through the code under test. Removed with this value.
///
/// Sound because it owns the connection, which closes with it.
@safe
public final class TestMariaDB {
  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  private static let server = ProcessInfo.processInfo.environment["SLUICE_MARIADB"]
  public static var isThere: Bool { server != nil }
  /// For `.enabled(if:)`.
  public static let reason = "SLUICE_MARIADB names no server: run scripts/with-mariadb"

  /// For the code under test.
  public let address: String
  public let database: String
  private let socket: String
  /// The server, if it is this value's own; it ends with it.
  private let own: PrivateMariaDB?
  private var handle: OpaquePointer?

  /// Restarting would take the server away from other tests, so `server` names one of its own for that.
  public init(_ server: PrivateMariaDB? = nil) throws {
    own = server
    guard let server = server?.address ?? TestMariaDB.server,
      let equals = server.firstRange(of: "socket=")
    else { throw Failure(description: "SLUICE_MARIADB is not set") }
    database = "test_" + UUID().uuidString.replacingOccurrences(of: "-", with: "").lowercased()
    address = server.replacingOccurrences(of: "/test?", with: "/\(database)?")
    socket = String(server[equals.upperBound...])
    if let reason = unsafe cmy_load() { throw unsafe Failure(description: String(cString: reason)) }
    try connect()
    try execute("CREATE DATABASE \(database)")
    try execute("USE \(database)")
  }

  private func connect() throws {
    unsafe cmy_close(handle)
    unsafe handle = unsafe cmy_init(nil)
    _ = unsafe cmy_options(handle, UInt32(CMY_CHARSET_NAME), "utf8mb4")
    guard unsafe cmy_real_connect(handle, nil, "root", nil, nil, 0, socket, 0) != nil else {
      throw failure()
    }
  }

  deinit {
    try? execute("DROP DATABASE \(database)")
    unsafe cmy_close(handle)
  }

  /// Kills the server, starts it again, and connects to it.
  public func restart() throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: own?.restarting ?? "/no/server/of/its/own")
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(description: "the server did not start again")
    }
    try connect()
    try execute("USE \(database)")
  }

  /// The rows of a query, each a line: `1|text|NULL`.
  @discardableResult
  public func rows(_ sql: String) throws -> [String] {
    guard unsafe cmy_real_query(handle, sql, UInt(sql.utf8.count)) == 0 else { throw failure() }
    guard let result = unsafe cmy_store_result(handle) else { return [] }
    defer { unsafe cmy_free_result(result) }
    var rows: [String] = []
    let count = unsafe Int(cmy_num_fields(result))
    while let row = unsafe cmy_fetch_row(result) {
      let lengths = unsafe cmy_fetch_lengths(result)
      rows.append(
        (0..<count).map { column in
          guard let value = unsafe row[column], let lengths = unsafe lengths else { return "NULL" }
          return unsafe String(
            decoding: UnsafeRawBufferPointer(start: value, count: Int(lengths[column])),
            as: UTF8.self)
        }.joined(separator: "|"))
    }
    return rows
  }

  public func execute(_ sql: String) throws { try rows(sql) }

  /// Ends the other connections to this database. Returns their number.
  @discardableResult
  public func terminate() throws -> Int {
    let numbers = try rows(
      "SELECT ID FROM information_schema.PROCESSLIST WHERE DB = '\(database)'"
        + " AND ID <> CONNECTION_ID()")
    for number in numbers { try? execute("KILL \(number)") }
    return numbers.count
  }

  private func failure() -> Failure {
    unsafe Failure(
      description: cmy_error(handle).map { unsafe String(cString: $0) } ?? "out of memory")
  }
}
