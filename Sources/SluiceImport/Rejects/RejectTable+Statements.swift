import SluiceFeed

/// What the statements of all databases have in common.
extension RejectTable {
  enum Kind { case number, truth, text }

  /// The columns, as a statement declares them.
  static func declarations(
    _ quoted: (String) -> String, type: (_ column: String, Kind) -> String
  ) -> String {
    columns.map { column in
      let kind =
        numbers.contains(column) ? Kind.number : column == "raw_is_cut" ? .truth : .text
      return "\(quoted(column)) \(type(column, kind))"
        + (required.contains(column) ? " NOT NULL" : "")
    }.joined(separator: ", ")
  }

  /// What selects all columns from a table that has only some of them.
  static func selection(_ there: [String], _ quoted: (String) -> String) -> String {
    columns.map { there.contains($0) ? quoted($0) : "NULL" }.joined(separator: ", ")
  }

  /// Calls `body` with each reject of a table, and the target that it was meant for.
  ///
  /// `next`: some of the next rows, so that memory is bounded; none at the end. Their values are in the order of the
  /// columns, and more may follow.
  static func forEach(
    at place: String, _ body: (Reject, RejectTarget) throws -> Void,
    next: () throws(ImportError) -> [[String?]]
  ) throws {
    while true {
      let rows = try next()
      guard !rows.isEmpty else { return }
      for row in rows { try body(try reject(row, at: place), target(row)) }
    }
  }

  /// The condition of a target's rejects, or of those of one of its sources. `there`: the table's columns.
  static func condition(
    of target: RejectTarget, source: String? = nil, _ there: [String],
    _ quoted: (String) -> String, _ literal: (String) -> String
  ) -> String {
    var condition = "\(quoted("target")) = \(literal(target.name))"
    if let tableID = target.tableID, there.count == columns.count {
      let column = quoted(columns[columns.count - 1])
      condition = "(\(column) = \(literal(tableID)) OR \(column) IS NULL AND \(condition))"
    }
    return condition + (source.map { " AND \(quoted("source")) = \(literal($0))" } ?? "")
  }

  static func target(_ values: [String?]) -> RejectTarget {
    RejectTarget(name: values[0] ?? "", tableID: values[columns.count - 1])
  }

  /// Statements that insert rejects, for databases whose statements hold values as literals: each has `mostBytes` of
  /// rows, or one row.
  static func insertions(
    of rejects: [Reject], for target: RejectTarget, into table: String, _ columns: [String],
    _ quoted: (String) -> String,
    _ literal: (String?) -> String, mostBytes: Int = 1 << 19
  ) -> [String] {
    let head =
      "INSERT INTO \(quoted(table)) (\(columns.map(quoted).joined(separator: ", "))) VALUES "
    var statements: [String] = []
    var (rows, bytes): ([String], Int) = ([], 0)
    for reject in rejects {
      let values = values(of: reject, for: target).prefix(columns.count)
      let row = "(\(values.map(literal).joined(separator: ", ")))"
      if !rows.isEmpty, bytes + row.utf8.count > mostBytes {
        statements.append(head + rows.joined(separator: ", "))
        (rows, bytes) = ([], 0)
      }
      rows.append(row)
      bytes += row.utf8.count
    }
    if !rows.isEmpty { statements.append(head + rows.joined(separator: ", ")) }
    return statements
  }
}
