import Sluice

/// The columns compiled for one walk: a flat tree of the fields that are wanted.
///
/// ```
/// id:int=id                     record ─┬─ id            → column 0
/// login:text=actor.login                ├─ actor ─┬─ login  → column 1
/// who:json=actor                        │         → column 2
/// first:text=commits.0.sha              └─ commits ── 0 ── sha → column 3
/// ```
///
/// Each object of a record is gone over once, in the document's order. A key's length and first
/// byte tell most unwanted keys apart without looking at more; a wanted one is compared with the
/// name that followed last time first. Values land in `values`, one for each column. Nothing is
/// allocated for a record but room for long unescaped strings.
///
/// Owns its memory; one thread uses it at a time.
final class ColumnPlan {
  let columns: [ImportColumn]
  let nodes: UnsafeMutableBufferPointer<PlanNode>
  /// Column numbers, grouped by node.
  let columnNumbers: UnsafeMutableBufferPointer<Int32>
  let types: UnsafeMutableBufferPointer<ValueTaking>
  let values: UnsafeMutableBufferPointer<ImportValue>
  private let names: UnsafeMutableBufferPointer<UInt8>
  let scratch = RowScratch()
  /// Whether unescaped strings outlive the next record: those of a batch of rows.
  let keepsText: Bool
  /// The number of the record being read, counted from 1, for `PlanNode.foundInRecord`.
  var record: UInt64 = 0
  /// The column that was being read when an error was thrown.
  var failedColumn: Int32 = 0
  /// What the columns ask of their values, beside the types.
  let terms: ColumnTerms

  /// Whether a value that is not of its column's type, or has no place for a path to go on, is an
  /// error. For a filter it is something that is missing.
  let isStrict: Bool

  /// Reads values of columns.
  convenience init(_ columns: [ImportColumn], keepsText: Bool = false) {
    self.init(
      columns, columns.map(\.path), columns.map { ValueTaking($0) }, keepsText: keepsText,
      isStrict: true)
  }

  /// Reads values of columns at paths of their own, nil where a column has none here; and behind them
  /// all the token, as an integer, of what stands at `place`, or null.
  convenience init(
    _ columns: [ImportColumn], _ paths: [ColumnPath?], placing place: ColumnPath? = nil,
    keepsText: Bool
  ) {
    self.init(
      columns, paths + (place.map { [$0] } ?? []),
      columns.map { ValueTaking($0) } + (place == nil ? [] : [.place]), keepsText: keepsText,
      isStrict: true)
  }

  /// Finds values: of each path the token, as an integer, of what stands there; or null. Throws only
  /// what is wrong with a record's JSON.
  convenience init(finding paths: [ColumnPath]) {
    self.init(
      [], paths, Array(repeating: .place, count: paths.count), keepsText: false, isStrict: false)
  }

  private init(
    _ columns: [ImportColumn], _ paths: [ColumnPath?], _ taking: [ValueTaking], keepsText: Bool,
    isStrict: Bool
  ) {
    self.keepsText = keepsText
    self.isStrict = isStrict
    var tree = PlanTree()
    for (number, path) in paths.enumerated() {
      if let path { tree.add(path, number: number) }
    }
    terms = ColumnTerms(columns)
    self.columns = columns
    names = .allocate(capacity: max(tree.nameBytes, 1))
    nodes = .allocate(capacity: tree.count)
    columnNumbers = .allocate(capacity: max(paths.count, 1))
    types = .allocate(capacity: max(paths.count, 1))
    _ = types.initialize(from: taking)
    values = .allocate(capacity: max(paths.count, 1))
    values.initialize(repeating: .null)
    tree.flatten(into: nodes, names: names, columnNumbers: columnNumbers)
  }

  deinit {
    names.deallocate()
    nodes.deallocate()
    columnNumbers.deallocate()
    types.deallocate()
    values.deallocate()
  }

  /// The values that the last `read` found.
  var row: ImportRow {
    @_lifetime(borrow self)
    get {
      let row = ImportRow(unchecked: UnsafePointer(values.baseAddress!), count: columns.count)
      return unsafe _overrideLifetime(row, borrowing: self)
    }
  }
}
