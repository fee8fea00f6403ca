import SluiceFeed

/// What the statements of all databases have in common.
extension RejectTable {
  enum ColumnKind { case number, truth, text }

  /// The columns, as a statement declares them.
  static func declarations(
    _ quoted: (String) -> String, type: (_ column: String, ColumnKind) -> String
  ) -> String {
    columns.map { column in
      let kind =
        numbers.contains(column) ? ColumnKind.number : column == "raw_is_cut" ? .truth : .text
      return "\(quoted(column)) \(type(column, kind))"
        + (required.contains(column) ? " NOT NULL" : "")
    }.joined(separator: ", ")
  }

  /// All columns, for statements.
  static func list(_ quoted: (String) -> String) -> String {
    columns.map(quoted).joined(separator: ", ")
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

  /// What selects the identities of other tables that rejects for a table of the target's name have; nil: it has none
  /// itself.
  static func otherTables(
    of target: RejectTarget, in table: String, _ quoted: (String) -> String,
    _ literal: (String) -> String
  ) -> String? {
    guard let own = target.tableID else { return nil }
    return "SELECT DISTINCT \(quoted(tableID)) FROM \(table) WHERE \(quoted("target")) ="
      + " \(literal(target.name)) AND \(quoted(tableID)) <> \(literal(own))"
  }

  /// The statements that remove a target's rejects, or those of some of its sources, hundreds of which are in one.
  ///
  /// `gone`: the identities of other tables of its name that are no longer there, with their rows.
  static func removals(
    of target: RejectTarget, sources: RejectedSources?, gone: [String], from table: String,
    _ quoted: (String) -> String, _ literal: (String) -> String
  ) -> [String] {
    func list(_ texts: some Sequence<String>) -> String {
      texts.map(literal).joined(separator: ", ")
    }
    var condition = "\(quoted("target")) = \(literal(target.name))"
    if let own = target.tableID {
      let id = quoted(tableID)
      let isGone = gone.isEmpty ? "" : " OR \(id) IN (\(list(gone)))"
      condition = "(\(id) = \(literal(own)) OR (\(id) IS NULL\(isGone)) AND \(condition))"
    }
    let removal = "DELETE FROM \(table) WHERE \(condition)"
    guard let sources else { return [removal] }
    let offset = quoted("offset")
    let range = sources.range.map {
      " AND \(offset) >= \($0.lowerBound) AND \(offset) < \($0.upperBound)"
    }
    return stride(from: 0, to: sources.names.count, by: mostSources).map { start in
      let names = list(sources.names[start...].prefix(mostSources))
      return removal + " AND \(quoted("source")) IN (\(names))" + (range ?? "")
    }
  }

  private static let mostSources = 500

  static func target(_ values: [String?]) -> RejectTarget {
    RejectTarget(name: values[0] ?? "", tableID: values[columns.count - 1])
  }

  /// Statements that insert rejects, for databases whose statements hold values as literals: each has `mostBytes` of
  /// rows, or one row.
  static func insertions(
    of rejects: [Reject], for target: RejectTarget, into table: String,
    _ quoted: (String) -> String, _ literal: (String?) -> String, mostBytes: Int = 1 << 19
  ) -> [String] {
    let head = "INSERT INTO \(quoted(table)) (\(list(quoted))) VALUES "
    var statements: [String] = []
    var (rows, bytes): ([String], Int) = ([], 0)
    for reject in rejects {
      let values = values(of: reject, for: target)
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
