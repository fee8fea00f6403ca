import Sluice

/// A table, as errors name it: why it does not take a job's columns.
struct TablePlace {
  /// `table "events" in events.sqlite`
  let words: String

  init(_ words: String) { self.words = words }

  /// `adding`: what the caller may do besides.
  func lacks(
    _ column: ImportColumn, among names: [ByteName],
    adding: String = "let the job add the column (--add-columns)"
  ) -> ImportError {
    let list = names.map { "\"\($0)\"" }.joined(separator: ", ")
    return ImportError(
      .conflict,
      "\(words) has no column \"\(column.name)\"; it has \(list). Name another table, or \(adding)")
  }

  /// `how`: by which kind of expression, if that is known.
  func computes(_ column: ImportColumn, how: String = " itself") -> ImportError {
    ImportError(.conflict, "\(words) computes the column \"\(column.name)\"\(how): leave it out")
  }

  func differs(
    _ column: ImportColumn, declared type: String, expected: String, advice: String = ""
  ) -> ImportError {
    ImportError(
      .conflict,
      "\(words) declares the column \"\(column.name)\" as \(type), which does not take"
        + " \(column.type) values as they are; expected \(expected)\(advice)")
  }

  func needs(_ column: ByteName) -> ImportError {
    ImportError(
      .conflict,
      "\(words) has a column \"\(column)\" that may not be NULL and has no default: give it a"
        + " --column")
  }

  /// `key`: the names of its columns, quoted.
  func hasNoKey(_ key: [String], for mode: WriteMode) -> ImportError {
    ImportError(
      .conflict,
      "\(words) has no unique index on exactly the key \(key.joined(separator: ", ")), which"
        + " \(mode.keyed) needs: create it, or name the columns of one that is there")
  }
}
