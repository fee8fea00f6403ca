public import Sluice

/// What a second look at a feed changes about a job's column.
public struct ColumnChange: Sendable, Hashable, CustomStringConvertible {
  public let name: ByteName
  /// Its type so far; nil: the job had no such column.
  public let oldType: ColumnType?
  /// Its new type; nil: no record had a value for it.
  public let newType: ColumnType?

  public var description: String {
    switch (oldType, newType) {
    case (let old?, let new?):
      "column \"\(name)\": \(old) becomes \(new), which takes all that was seen"
    case (nil, let new?): "column \"\(name)\": new, of type \(new)"
    case (_, nil): "column \"\(name)\": no record has a value for it"
    }
  }
}

extension ImportJobFile {
  /// The same job with columns that take, besides what they took, everything that a report has seen: types
  /// widen, and paths that no column takes get columns of their own. No type becomes narrower, and none
  /// loses a digit: integers and other numbers together are `decimal`, and values of several kinds are `json`.
  ///
  /// Returns the job, and what has changed. Throws `ImportError` for a name that no table can have.
  public func widened(
    by report: InferenceReport
  ) throws(ImportError) -> (job: ImportJobFile, changes: [ColumnChange]) {
    var job = self
    var changes: [ColumnChange] = []
    let seen = Dictionary(
      report.columns.map { ($0.path.keys, $0) }, uniquingKeysWith: { first, _ in first })
    let above = Set(report.columns.flatMap { $0.path.keysAbove })
    job.columns = try columns.map { column throws(ImportError) in
      guard case .path(let path) = column.origin else { return column }
      guard let seen = seen[path.keys] else {
        // An object that a column takes as JSON is more than one column to the report.
        if !above.contains(path.keys) {
          changes.append(ColumnChange(name: column.name, oldType: column.type, newType: nil))
          return column
        }
        guard column.type != .json else { return column }
        changes.append(ColumnChange(name: column.name, oldType: column.type, newType: .json))
        return try column.retyped(.json)
      }
      guard seen.value.type != .null, let type = column.type.widened(for: seen) else {
        return column
      }
      changes.append(ColumnChange(name: column.name, oldType: column.type, newType: type))
      return try column.retyped(type)
    }
    let known = Set(columns.flatMap { $0.paths.map(\.keys) })
    var names = ColumnNames(taken: columns.map(\.name))
    for seen in report.columns
    where !known.contains(seen.path.keys) && known.isDisjoint(with: seen.path.keysAbove) {
      let name = names.free(seen.column.name.text)
      job.columns.append(try ImportColumn(name: name, type: seen.column.type, path: seen.path))
      changes.append(ColumnChange(name: name, oldType: nil, newType: seen.column.type))
    }
    return (job, changes)
  }
}

extension ColumnPath {
  /// What it leads to, in whichever form it is written.
  fileprivate var keys: [ByteName] { steps.map { ByteName(String($0.key)) } }

  /// The same for all that this is a part of.
  fileprivate var keysAbove: [[ByteName]] {
    let keys = keys
    return keys.indices.map { Array(keys[..<$0]) }
  }
}

extension ImportColumn {
  fileprivate func retyped(_ type: ColumnType) throws(ImportError) -> ImportColumn {
    guard path != nil else { return self }
    var contract = contract
    if type != .text { contract.transform = nil }
    if let standIn = contract.standIn {
      contract.standIn = try ColumnConstant(standIn.text, as: type)
    }
    var column = try ImportColumn(name: name, type: type, paths: paths, contract: contract)
    column.accepts = try accepts.kept(for: type)
    return column
  }
}

extension ColumnType {
  /// The narrowest type that takes what this one takes, and all that was seen; nil: this one does.
  fileprivate func widened(for seen: InferredColumn) -> ColumnType? {
    let other = seen.value.columnType
    switch (self, other) {
    case _ where self == other: return nil
    case (.json, _): return nil
    case (.text, .date), (.text, .timestamp), (.text, .uuid): return nil
    case (.decimal, .int), (.decimal, .real): return nil
    case (.real, .int): return seen.isExactInDoubles ? nil : .decimal
    // Which texts they are is not known to the report.
    case (.blob, .text), (.blob, .date), (.blob, .uuid): return nil
    case (.epoch, .int), (.epoch, .real), (.epoch, .decimal), (.epochms, .int), (.epochus, .int):
      return nil
    case (.int, .real), (.int, .decimal), (.real, .decimal): return .decimal
    case (.date, .text), (.timestamp, .text), (.uuid, .text), (.date, .timestamp), (.date, .uuid),
      (.timestamp, .date), (.timestamp, .uuid), (.uuid, .date), (.uuid, .timestamp):
      return .text
    default: return .json
    }
  }
}

extension InferredColumn {
  /// Whether a double holds each of the integers.
  fileprivate var isExactInDoubles: Bool {
    let most: Int64 = 1 << 53
    return [value.smallest, value.largest].allSatisfy { number in
      number?.int64.map { (-most...most).contains($0) } ?? false
    }
  }
}
