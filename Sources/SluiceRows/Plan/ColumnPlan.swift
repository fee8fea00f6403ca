import Sluice

/// The columns compiled for one walk: a flat tree of the wanted fields.
///
/// ```
/// id:int=id                     record ─┬─ id            → column 0
/// login:text=actor.login                ├─ actor ─┬─ login  → column 1
/// who:json=actor                        │         → column 2
/// first:text=commits.0.sha              └─ commits ── 0 ── sha → column 3
/// ```
///
/// ``FieldLocations`` finds the positions of the values: at once in a record like an earlier one, in any other
/// by one walk. The walk of this plan is the slow path, for records that need it or whose values do not fit
/// their columns: it keeps the document's order, so that the first fault is the one reported. Values land
/// in `values`, one for each column. Nothing is allocated for a record except room for long unescaped
/// strings.
///
/// Owns its memory; one thread uses it at a time.
package final class ColumnPlan {
  let columns: [ImportColumn]
  let nodes: UnsafeMutableBufferPointer<PlanNode>
  /// Column numbers, grouped by node.
  let columnNumbers: UnsafeMutableBufferPointer<Int32>
  let types: UnsafeMutableBufferPointer<ColumnDecoding>
  /// Which location belongs to which column.
  let reads: UnsafeMutableBufferPointer<Read>
  /// Has no paths when there is nothing to find, or too much.
  let places: FieldLocations
  let values: UnsafeMutableBufferPointer<ImportValue>
  private let names: UnsafeMutableBufferPointer<UInt8>
  let scratch = RowScratch()
  /// Whether unescaped strings outlive the next record, as those of a batch of rows do.
  let keepsText: Bool
  /// The number of the record being read, counted from 1, for `PlanNode.foundInRecord`.
  var record: UInt64 = 0
  /// The column that was being read when an error was thrown.
  var failedColumn: Int32 = 0
  /// What the columns require of their values, besides the types.
  let terms: ColumnConstraints

  /// Whether a value that does not fit its column, or in which a path can't continue, is an error. To a
  /// filter it is a missing value.
  let isStrict: Bool

  /// How a column's value is read at its located position.
  struct Read: BitwiseCopyable {
    let location: Int32
    let column: Int32
  }

  /// A plan that reads values of columns.
  package convenience init(_ columns: [ImportColumn], keepsText: Bool = false) {
    self.init(
      columns, columns.map(\.path), columns.map { ColumnDecoding($0) }, keepsText: keepsText,
      isStrict: true, remembersShapes: true)
  }

  /// A plan that reads values of columns at the given paths; nil where a column has none here. After them
  /// comes the token, as an integer, of the value at `place`, or null. Without a place the values are those
  /// of parts of records.
  convenience init(
    _ columns: [ImportColumn], _ paths: [ColumnPath?], placing place: ColumnPath? = nil,
    keepsText: Bool
  ) {
    self.init(
      columns, paths + (place.map { [$0] } ?? []),
      columns.map { ColumnDecoding($0) } + (place == nil ? [] : [.place]), keepsText: keepsText,
      isStrict: true, remembersShapes: place != nil)
  }

  /// A plan that finds values: for each path the token of its value, as an integer, or null. Throws only
  /// what is wrong with a record's JSON.
  convenience init(finding paths: [ColumnPath]) {
    self.init(
      [], paths, Array(repeating: .place, count: paths.count), keepsText: false, isStrict: false,
      remembersShapes: false)
  }

  private init(
    _ columns: [ImportColumn], _ paths: [ColumnPath?], _ taking: [ColumnDecoding], keepsText: Bool,
    isStrict: Bool, remembersShapes: Bool
  ) {
    self.keepsText = keepsText
    self.isStrict = isStrict
    var tree = PlanTree()
    for (number, path) in paths.enumerated() {
      if let path { tree.add(path, number: number) }
    }
    terms = ColumnConstraints(columns)
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
    var locations: [Int] = []
    places = FieldLocations(
      isSought ? paths.compactMap { $0.map { FieldPath($0.steps.map { .name($0.key) }) } } : [],
      remembersShapes: remembersShapes, places: &locations)
    for (i, (column, location)) in zip(wanted, locations).enumerated() {
      (reads.baseAddress! + i).initialize(
        to: Read(location: Int32(location), column: Int32(column)))
    }
  }

  /// With more steps than this, only the slow walk is used.
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
  package var row: ImportRow {
    @_lifetime(borrow self)
    get {
      let row = ImportRow(unchecked: UnsafePointer(values.baseAddress!), count: columns.count)
      return unsafe _overrideLifetime(row, borrowing: self)
    }
  }
}
