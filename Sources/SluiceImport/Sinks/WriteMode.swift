/// What becomes of the rows that the target has already.
public enum WriteMode: Sendable, Hashable {
  /// They stay; new ones are added. A job that ended, run again, adds what its source has grown by.
  case append
  /// They go, together with the progress of all jobs that wrote into the target: each run begins
  /// at the source's start. Only a run that was interrupted is gone on with.
  case replace
  /// A row whose key columns equal those of another one takes its place; of several in one feed, the
  /// last one stays. A row without a value for a key column is rejected.
  case upsert(key: [String])

  /// The word for it, as the tool takes it.
  var word: String {
    switch self {
    case .append: "append"
    case .replace: "replace"
    case .upsert: "upsert"
    }
  }

  /// The numbers of the key's columns. Throws ``ImportError`` for a key that is empty or no column.
  func keyColumns(in columns: [ImportColumn]) throws(ImportError) -> [Int] {
    guard case .upsert(let key) = self else { return [] }
    guard !key.isEmpty else {
      throw ImportError(.badColumn, "an upsert needs a key: the columns that tell rows apart")
    }
    var numbers: [Int] = []
    for name in key {
      guard let number = columns.firstIndex(where: { $0.name == name }) else {
        let names = columns.map { "\"\($0.name)\"" }.joined(separator: ", ")
        throw ImportError(.badColumn, "the key \"\(name)\" is none of the columns \(names)")
      }
      if !numbers.contains(number) { numbers.append(number) }
    }
    return numbers
  }
}
