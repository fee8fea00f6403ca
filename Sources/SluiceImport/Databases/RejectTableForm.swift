/// How a database makes a table of rejects.
struct RejectTableForm {
  enum Kind { case number, truth, text }

  /// The type of a column, with `NOT NULL` unless the type says it.
  let type: (_ column: String, Kind, _ isRequired: Bool) -> String
  /// The column that numbers the rejects in the order in which they were stored.
  let number: String
  /// Its type; nil: the database has it in every table.
  var numberType: String?
  /// What follows the columns.
  var options = ""
  /// Whether the rejects of a table that is gone leave with those of the table that has its name now.
  var forgetsGoneTables = true

  /// Types that all columns of a kind have.
  static func types(
    number: String, truth: String, text: String
  ) -> (String, Kind, Bool) -> String {
    { _, kind, isRequired in
      let type =
        switch kind {
        case .number: number
        case .truth: truth
        case .text: text
        }
      return type + (isRequired ? " NOT NULL" : "")
    }
  }

  /// The types of all columns, in their order.
  var types: [String] {
    RejectRow.columns.map { column in
      let kind: Kind =
        RejectRow.numbers.contains(column) ? .number : column == "raw_is_cut" ? .truth : .text
      return type(column, kind, RejectRow.required.contains(column))
    }
  }

  /// All columns, as a statement declares them.
  func declarations(_ quoted: (String) -> String) -> String {
    let columns = zip(RejectRow.columns, types).map { "\(quoted($0)) \($1)" }
    return (columns + (numberType.map { ["\(number) \($0)"] } ?? [])).joined(separator: ", ")
  }
}
