import Sluice
import SluiceSystem

/// Names of columns as a server compares them: those that differ only in the case of their letters are one. The server
/// says which are: it goes by an older Unicode than Swift, and by scalars.
struct MariaDBNames {
  private let folded: [ByteName: ByteName]

  init(_ names: [ByteName], in connection: MariaDBConnection) throws(ImportError) {
    // No name holds U+0000.
    let list = MariaDBConnection.literal(names.map(\.text).joined(separator: "\0"))
    let found = try connection.query(
      "SELECT LOWER(CONVERT(\(list) USING utf8mb3))")
    let lowered = (found.text(0, 0) ?? "").parts(at: "\0").map { ByteName(String($0)) }
    folded = Dictionary(zip(names, lowered), uniquingKeysWith: { first, _ in first })
  }

  /// Throws for two columns that are one to the server.
  init(of columns: [ImportColumn], in connection: MariaDBConnection) throws(ImportError) {
    try self.init(columns.map(\.name), in: connection)
    var known: [ByteName: ByteName] = [:]
    for name in columns.map(\.name) {
      if let other = known.updateValue(name, forKey: self[name]) {
        throw ImportError(
          .badColumn,
          "the columns \"\(other)\" and \"\(name)\" are one name to \(connection.name), which does not tell"
            + " capital letters from small ones: give one of them another name")
      }
    }
  }

  /// The form in which names are compared.
  subscript(name: ByteName) -> ByteName { folded[name] ?? name }
}
