import Sluice

/// What becomes of records: rows, or nothing.
extension JobSetting {
  /// On the command line it has several flags: --column, --constant, --required, --default, --mismatch and
  /// --transform.
  static let columns = JobSetting(
    key: "columns", placeholder: "SPEC",
    help: "the columns of the rows, in their order",
    shape: .list(of: JobColumn.shape),
    read: { (json, place, file) throws(ImportError) in
      var columns: [ImportColumn] = []
      var names: Set<ByteName> = []
      for (number, value) in (json.array ?? []).enumerated() {
        let place = "\(place)[\(number)]"
        let column = try JobColumn.column(value, at: place)
        guard names.insert(column.name.asciiLowercased).inserted else {
          throw JobShape.fault(
            at: "\(place).name",
            "there is a column \(JobShape.word(.string(column.name.text))) before, and names are the same"
              + " whatever the case of their letters from A to Z")
        }
        columns.append(column)
      }
      file.columns = columns
    },
    write: { $0.columns.isEmpty ? nil : .array($0.columns.map(JobColumn.json)) })

  package static let filter = text(
    "where", "CONDITION", shape: .text(mayHoldNUL: true),
    "take only records for which it holds, such as \"type = 'PushEvent' and payload.size >= 3\"; also"
      + " in, exists, contains, startsWith, endsWith, matches, not, or, and parentheses",
    set: { (text, file) throws(ImportError) in file.options.filter = try Filter(text) },
    get: { $0.options.filter?.description })

  package static let explode = text(
    "explode", "PATH", shape: .text(mayHoldNUL: true),
    "make a row of each element of the array there; columns of an element have paths such as"
      + " PATH[].sha, and NAME:element is its index",
    set: { (text, file) throws(ImportError) in
      file.options.explode = try ColumnPath(parsing: text)
    },
    get: { $0.options.explode?.description })

  package static let unknownKeys = choice(
    "unknown-keys",
    "what to do with keys that no column names: nothing (the default), count and report them at"
      + " the end, or stop",
    unlessTold: UnknownKeys.ignore,
    set: { (keys, file) throws(ImportError) in file.options.unknownKeys = keys },
    get: { $0.options.unknownKeys })
}
