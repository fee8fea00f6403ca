import Sluice
import SluiceFeed

/// A job's rejects in a table of the PostgreSQL database that its rows go to.
struct PostgreSQLRejectTable {
  /// Schema and name for statements.
  let fullName: String
  private let connection: PostgreSQLConnection

  /// The column that numbers them in the order in which they were stored.
  private static let number = "number"

  /// Makes the table if it is missing. Inside a transaction.
  init(_ text: String, in connection: PostgreSQLConnection) throws(ImportError) {
    self.connection = connection
    var name = try PostgreSQLName(text, in: connection)
    if name.number == nil {
      try PostgreSQLTable.lock(making: name.fullName, in: connection)
      name = try PostgreSQLName(text, in: connection)
    }
    fullName = name.fullName
    if let creation = try PostgreSQLRejectTable.creation(of: name, in: connection) {
      try connection.execute(creation)
    }
  }

  /// Whether the table is there. Throws when another table has the name.
  private static func isThere(
    _ name: PostgreSQLName, in connection: PostgreSQLConnection
  ) throws(ImportError) -> Bool {
    guard let number = name.number else { return false }
    let found = try connection.query(
      "SELECT attname FROM pg_attribute WHERE attrelid = $1::oid AND attnum > 0 AND NOT attisdropped",
      "\(number)")
    try RejectTable.check(
      (0..<found.rowCount).map { found.text($0, 0) ?? "" },
      of: "the table \(name.fullName) in \(connection.name)")
    return true
  }

  /// The statement that makes the table; nil when it is there. Throws when another table has the name.
  static func creation(
    of name: PostgreSQLName, in connection: PostgreSQLConnection
  ) throws(ImportError) -> String? {
    guard try !isThere(name, in: connection) else { return nil }
    let columns = RejectTable.declarations(PostgreSQLConnection.quoted) {
      $1 == .number ? "bigint" : $1 == .truth ? "integer" : "text"
    }
    return "CREATE TABLE \(name.fullName) (\(columns),"
      + " \(Self.number) bigint GENERATED ALWAYS AS IDENTITY)"
  }

  /// Adds rejects. Inside a transaction.
  func store(_ rejects: [Reject], for target: RejectTarget) throws(ImportError) {
    guard !rejects.isEmpty else { return }
    var copy = PostgreSQLTextCopy(
      into: fullName, columns: RejectTable.list(PostgreSQLConnection.quoted),
      over: connection)
    try copy.begin()
    for reject in rejects {
      try copy.append(RejectTable.values(of: reject, for: target))
    }
    try copy.end()
  }

  /// Forgets those of a replacement that is discarded. Inside a transaction.
  func forget(target: String) throws(ImportError) {
    _ = try connection.query("DELETE FROM \(fullName) WHERE target = $1", target)
  }

  /// Forgets those of a target, or of some of its sources, by the names that they were given: its rows are gone, or are
  /// imported again. Inside a transaction.
  func forget(of target: RejectTarget, sources: RejectedSources? = nil) throws(ImportError) {
    let statements = RejectTable.removals(
      of: target, sources: sources, gone: try tablesGone(of: target), from: fullName,
      PostgreSQLConnection.quoted, PostgreSQLConnection.literal)
    for statement in statements { try connection.execute(statement) }
  }

  /// The identities of tables that had the target's name, and are no longer there.
  private func tablesGone(of target: RejectTarget) throws(ImportError) -> [String] {
    let others = RejectTable.otherTables(
      of: target, in: fullName, PostgreSQLConnection.quoted, PostgreSQLConnection.literal)
    guard let others else { return [] }
    let found = try connection.query(others)
    var gone: [String] = []
    for identity in (0..<found.rowCount).compactMap({ found.text($0, 0) })
    where try PostgreSQLHome.name(ofTable: identity, in: connection) == nil {
      gone.append(identity)
    }
    return gone
  }

  /// Makes those of a replacement final, instead of all others. Inside a transaction.
  func publish(from side: String, to target: RejectTarget) throws(ImportError) {
    try forget(of: target)
    let identity = target.tableID.map(PostgreSQLConnection.literal) ?? "NULL"
    _ = try connection.query(
      "UPDATE \(fullName) SET target = $2, table_id = \(identity) WHERE target = $1", side,
      target.name)
  }

  static func forEach(
    of text: String, in address: String, _ waits: SinkWaits,
    _ body: (Reject, RejectTarget) throws -> Void
  ) throws {
    let connection = try PostgreSQLConnection(address, waits)
    try connection.execute(PostgreSQLSession.begin + " READ ONLY")
    let name = try PostgreSQLName(text, in: connection)
    let place = "the table \(name.fullName) in \(connection.name)"
    guard try isThere(name, in: connection) else {
      throw ImportError(.rejects, "\(place) does not exist")
    }
    try connection.execute(
      "DECLARE sluice_rejects CURSOR FOR SELECT \(RejectTable.list(PostgreSQLConnection.quoted)) FROM \(name.fullName) ORDER BY \(number)"
    )
    try RejectTable.forEach(at: place, body) { () throws(ImportError) in
      let found = try connection.query("FETCH 200 FROM sluice_rejects")
      return (0..<found.rowCount).map { row in
        RejectTable.columns.indices.map { found.text(row, Int32($0)) }
      }
    }
  }
}

/// Rows of texts through `COPY … FROM STDIN` in its text format (PostgreSQL's manual, "COPY").
private struct PostgreSQLTextCopy {
  private let connection: PostgreSQLConnection
  private let statement: String
  private var buffer: [UInt8] = []

  private static let chunkSize = 1 << 20

  init(into table: String, columns: String, over connection: PostgreSQLConnection) {
    self.connection = connection
    statement = "COPY \(table) (\(columns)) FROM STDIN"
  }

  func begin() throws(ImportError) { try connection.execute(statement) }

  mutating func append(_ values: [String?]) throws(ImportError) {
    for (number, value) in values.enumerated() {
      if number > 0 { buffer.append(UInt8(ascii: "\t")) }
      guard let value else {
        buffer += Array("\\N".utf8)
        continue
      }
      for byte in value.utf8 {
        switch byte {
        case UInt8(ascii: "\\"): buffer += Array("\\\\".utf8)
        case UInt8(ascii: "\t"): buffer += Array("\\t".utf8)
        case UInt8(ascii: "\n"): buffer += Array("\\n".utf8)
        case UInt8(ascii: "\r"): buffer += Array("\\r".utf8)
        default: buffer.append(byte)
        }
      }
    }
    buffer.append(UInt8(ascii: "\n"))
    if buffer.count >= PostgreSQLTextCopy.chunkSize { try send() }
  }

  private mutating func send() throws(ImportError) {
    let isSent = unsafe buffer.withUnsafeBytes { unsafe connection.put($0) }
    buffer.removeAll(keepingCapacity: true)
    // An error of the server comes with the result.
    guard isSent || !connection.isLost else { throw connection.fault() }
  }

  mutating func end() throws(ImportError) {
    try send()
    // Where it can't be ended, the result says why.
    _ = connection.endCopy()
    let result = connection.conclude()
    guard result.isDone else { throw connection.fault(result) }
  }
}
