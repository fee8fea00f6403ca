import Sluice

/// Rows of texts through `COPY … FROM STDIN` in its text format (PostgreSQL's manual, "COPY").
struct PostgreSQLTextCopy {
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
