public import Sluice

/// What to do with the rows that the target already has.
public enum WriteMode: Sendable, Hashable {
  /// Keeps them, and adds new ones. A finished job, run again, adds what its source has grown by.
  case append
  /// Removes them, together with the progress of all jobs that wrote into the target: each run begins at
  /// the source's start. Only an interrupted run is resumed.
  case replace
  /// A row replaces another one whose key columns are equal; of several in one feed, the last one stays. A
  /// row without a value for a key column is rejected.
  case upsert(key: [ByteName])
  /// Keeps rows, and skips a new one whose key columns equal those of a row that is there: of several in
  /// one feed, the first one stays. ``ImportSummary/skippedByTarget`` counts the skipped ones. A row without
  /// a value for a key column is rejected.
  case ignore(key: [ByteName])

  /// The word for it on the command line.
  var word: String {
    switch self {
    case .append: "append"
    case .replace: "replace"
    case .upsert: "upsert"
    case .ignore: "ignore"
    }
  }

  /// The names of the key's columns; nil for a mode that has no key.
  var key: [ByteName]? {
    switch self {
    case .append, .replace: nil
    case .upsert(let key), .ignore(let key): key
    }
  }

  /// What needs the key, for messages.
  var keyed: String { self.word == "upsert" ? "an upsert" : "--mode \(word)" }

  /// The numbers of the key's columns. Throws `ImportError` for a key that is empty or not a column.
  func keyColumns(in columns: [ImportColumn]) throws(ImportError) -> [Int] {
    guard let key else { return [] }
    guard !key.isEmpty else {
      throw ImportError(.badColumn, "\(keyed) needs a key: the columns that tell rows apart")
    }
    var numbers: [Int] = []
    for name in key {
      guard let number = columns.firstIndex(where: { $0.name == name }) else {
        let names = columns.map { "\"\($0.name)\"" }.joined(separator: ", ")
        throw ImportError(.badColumn, "the key \"\(name)\" is not one of the columns \(names)")
      }
      if !numbers.contains(number) { numbers.append(number) }
    }
    return numbers
  }
}
