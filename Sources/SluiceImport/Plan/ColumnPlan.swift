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
/// Where the values stand is found by ``FieldNotes``: in a record that is like one before it at once, in
/// another by one walk. A record that takes a careful look, or has a value that is not its column's, is
/// gone over by the walk of this plan: in the document's order, so that the first fault is the one that is
/// told. Values land in `values`, one for each column. Nothing is allocated for a record but room for long
/// unescaped strings.
///
/// Owns its memory; one thread uses it at a time.
final class ColumnPlan {
  let columns: [ImportColumn]
  let nodes: UnsafeMutableBufferPointer<PlanNode>
  /// Column numbers, grouped by node.
  let columnNumbers: UnsafeMutableBufferPointer<Int32>
  let types: UnsafeMutableBufferPointer<ValueTaking>
  /// Which note is which column's.
  let reads: UnsafeMutableBufferPointer<Read>
  /// Without paths, when there is nothing to look for, or too much.
  let places: FieldNotes
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

  /// A column's value as it is read where its note says.
  struct Read: BitwiseCopyable {
    let note: Int32
    let column: Int32
  }

  /// Reads values of columns.
  convenience init(_ columns: [ImportColumn], keepsText: Bool = false) {
    self.init(
      columns, columns.map(\.path), columns.map { ValueTaking($0) }, keepsText: keepsText,
      isStrict: true, remembersShapes: true)
  }

  /// Reads values of columns at paths of their own, nil where a column has none here; and behind them
  /// all the token, as an integer, of what stands at `place`, or null. Without a place they are those of
  /// parts of records.
  convenience init(
    _ columns: [ImportColumn], _ paths: [ColumnPath?], placing place: ColumnPath? = nil,
    keepsText: Bool
  ) {
    self.init(
      columns, paths + (place.map { [$0] } ?? []),
      columns.map { ValueTaking($0) } + (place == nil ? [] : [.place]), keepsText: keepsText,
      isStrict: true, remembersShapes: place != nil)
  }

  /// Finds values: of each path the token, as an integer, of what stands there; or null. Throws only
  /// what is wrong with a record's JSON.
  convenience init(finding paths: [ColumnPath]) {
    self.init(
      [], paths, Array(repeating: .place, count: paths.count), keepsText: false, isStrict: false,
      remembersShapes: false)
  }

  private init(
    _ columns: [ImportColumn], _ paths: [ColumnPath?], _ taking: [ValueTaking], keepsText: Bool,
    isStrict: Bool, remembersShapes: Bool
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
    let wanted = paths.indices.filter { paths[$0] != nil }
    reads = .allocate(capacity: wanted.count)
    let isSought = isStrict && (2...ColumnPlan.mostSteps).contains(tree.count)
    var notes: [Int] = []
    places = FieldNotes(
      isSought ? paths.compactMap { $0.map { FieldPath($0.steps.map { .name($0.key) }) } } : [],
      remembersShapes: remembersShapes, places: &notes)
    for (i, (column, note)) in zip(wanted, notes).enumerated() {
      (reads.baseAddress! + i).initialize(to: Read(note: Int32(note), column: Int32(column)))
    }
  }

  /// Beyond, there is only the careful walk.
  private static let mostSteps = 4096

  deinit {
    reads.deallocate()
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
