import Sluice

/// A key whose unique index compares by a collation, such as `NOCASE`, that takes different bytes for one key.
struct SQLiteKeyCollation {
  private let columns: [(name: ByteName, collation: String)]
  /// Finds the stored key that is equal to a row's, and whether it has the same bytes.
  let lookup: SQLiteStatement
  /// The key's columns: its parameters, in this order.
  let key: [Int]

  /// Nil when the key is compared by its bytes, or is not there yet.
  init?(
    of columns: [ImportColumn], _ key: [Int], in table: String, _ connection: SQLiteConnection
  ) throws(ImportError) {
    guard !key.isEmpty else { return nil }
    let names = key.map { columns[$0].name.asciiLowercased }
    var found: [ByteName: String] = [:]
    let list = try connection.prepare(
      "SELECT name FROM pragma_index_list(?1) WHERE \"unique\" AND NOT partial")
    try list.bind(table, at: 1)
    while try list.step() {
      let parts = try connection.prepare("SELECT name, coll FROM pragma_index_xinfo(?1) WHERE key")
      try parts.bind(list.text(at: 0), at: 1)
      var index: [ByteName: String] = [:]
      while try parts.step() {
        index[ByteName(parts.text(at: 0) ?? "").asciiLowercased] = parts.text(at: 1) ?? ""
      }
      if Set(index.keys) == Set(names) { found.merge(index) { $0 == "BINARY" ? $1 : $0 } }
    }
    self.key = key
    self.columns = zip(key, names).compactMap { number, name in
      guard let collation = found[name], collation != "BINARY" else { return nil }
      return (columns[number].name, collation)
    }
    guard !self.columns.isEmpty else { return nil }
    let quoted = key.map { SQLiteConnection.quoted(columns[$0].name) }
    func all(_ term: (Int) -> String) -> String {
      key.indices.map(term).joined(separator: " AND ")
    }
    let parameters = key.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
    lookup = try connection.prepare(
      "SELECT \(all { "\(quoted[$0]) COLLATE BINARY IS ?\($0 + 1)" }),"
        + " \(quoted.map { "CAST(\($0) AS TEXT)" }.joined(separator: ", ")), \(parameters)"
        + " FROM \(SQLiteConnection.quoted(table))"
        + " WHERE \(all { "\(quoted[$0]) COLLATE \(SQLiteConnection.quoted(found[names[$0]] ?? "BINARY")) = ?\($0 + 1)" })"
    )
  }

  func note(_ place: String) -> ImportNote? { KeyCollation.note(columns, of: place) }

  /// Why a row that changed nothing is a reject; nil: a row with the same bytes has its key. The values of the row's key
  /// are bound to the parameters of `lookup`.
  func refusal() throws(ImportError) -> RowVerdict? {
    defer { lookup.reset() }
    guard try lookup.step(), lookup.integer(at: 0) == 0 else { return nil }
    func texts(_ first: Int) -> [String?] {
      key.indices.map { lookup.text(at: Int32(first + $0)) }
    }
    return .refused(
      code: "constraint",
      message: KeyCollation.message(texts(1 + key.count), equals: texts(1), isStored: true))
  }
}
