import Sluice
import SluiceQueries

/// The columns and their compiled paths: a flat tree of the wanted fields.
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
///
/// Sound because all its buffers are its own, sized by its columns and freed with it.
@safe
package final class ColumnPlan {
  let columns: [ImportColumn]
  /// The fields on the columns' paths, as the walk meets them.
  let marks: FieldMarks
  /// What each location is for.
  let nodes: UnsafeMutableBufferPointer<ColumnNode>
  /// Column numbers, grouped by location.
  let columnNumbers: UnsafeMutableBufferPointer<Int32>
  let types: UnsafeMutableBufferPointer<ColumnDecoding>
  /// Which location belongs to which column.
  let reads: UnsafeMutableBufferPointer<Read>
  /// Unused when there is nothing to find, or too much.
  let places: FieldLocations
  let values: UnsafeMutableBufferPointer<ImportValue>
  let scratch = RowScratch()
  /// The readers of columns that accept more than their types have.
  let lenient: [LenientColumn?]
  /// Whether unescaped strings outlive the next record, as those of a batch of rows do.
  let keepsText: Bool
  /// The column that was being read when an error was thrown.
  var failedColumn: Int32 = 0
  /// What the columns require of their values, besides the types.
  let terms: ColumnConstraints
  /// Makes the values in place of the columns' paths.
  let rows: (any RowWriting)?
  /// Whether something does: tested for each record, without a copy of it.
  let hasRows: Bool
  /// The columns whose values JSONPaths select.
  let queries: [(column: Int, query: JSONQuery)]
  /// The columns with several paths, which are numbers of `finder`'s.
  let choices: [(column: Int, paths: Range<Int>)]
  let finder: PathFinder
  /// Whether there are columns of either: tested for each record.
  package let hasQueries: Bool
  /// Used by one call at a time.
  var matches: [UInt8] = []

  /// How a column's value is read at its located position.
  struct Read: BitwiseCopyable {
    let location: Int32
    let column: Int32
  }

  /// A plan that reads values of columns.
  package convenience init(_ columns: [ImportColumn], keepsText: Bool = false) {
    self.init(
      columns, columns.map { $0.fallbacks.isEmpty ? $0.path : nil },
      columns.map { ColumnDecoding($0) }, keepsText: keepsText,
      remembersShapes: true)
  }

  /// A plan that makes the rows of a specification.
  package convenience init(_ specification: RowSpecification, keepsText: Bool = false) {
    let columns = specification.columns
    guard let rows = specification.rows else {
      self.init(columns, keepsText: keepsText)
      return
    }
    self.init(
      columns, columns.map { _ in nil }, columns.map { ColumnDecoding($0) }, keepsText: keepsText,
      remembersShapes: false, rows: rows.writer)
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
      remembersShapes: place != nil)
  }

  private init(
    _ columns: [ImportColumn], _ paths: [ColumnPath?], _ taking: [ColumnDecoding], keepsText: Bool,
    remembersShapes: Bool, rows: (any RowWriting)? = nil
  ) {
    self.keepsText = keepsText
    self.rows = rows
    hasRows = rows != nil
    let wanted = paths.indices.filter { paths[$0] != nil && paths[$0]?.query == nil }
    queries = paths.indices.compactMap { column in
      paths[column]?.query.map { (column, $0) }
    }
    var choices: [(column: Int, paths: Range<Int>)] = []
    var choicePaths: [ColumnPath] = []
    // A mapping's columns are filled by its type.
    for (number, column) in columns.enumerated() where rows == nil && !column.fallbacks.isEmpty {
      choices.append((number, choicePaths.count..<choicePaths.count + column.paths.count))
      choicePaths += column.paths
    }
    self.choices = choices
    finder = PathFinder(choicePaths)
    hasQueries = !queries.isEmpty || !choices.isEmpty
    var locations: [Int] = []
    let table = FieldTable(
      wanted.compactMap { paths[$0]?.fieldPath }, takingNull: Set(wanted.indices),
      locations: &locations)
    marks = FieldMarks(table)
    terms = ColumnConstraints(columns)
    lenient = columns.map { $0.accepts.isEmpty ? nil : LenientColumn($0) }
    self.columns = columns
    unsafe nodes = .allocate(capacity: table.locationCount)
    for location in unsafe table.nodes.indices {
      let step = unsafe table.nodes[location]
      // The first column stands for the record itself.
      let someColumn = location == 0 ? 0 : wanted[Int(step.firstPath)]
      unsafe (nodes.baseAddress! + location).initialize(
        to: ColumnNode(someColumn: Int32(someColumn)))
    }
    unsafe columnNumbers = .allocate(capacity: max(paths.count, 1))
    unsafe columnNumbers.initialize(repeating: 0)
    unsafe types = .allocate(capacity: max(paths.count, 1))
    _ = unsafe types.initialize(from: taking)
    unsafe values = .allocate(capacity: max(paths.count, 1))
    unsafe values.initialize(repeating: .null)
    places = FieldLocations(table, remembersShapes: remembersShapes)
    unsafe reads = .allocate(capacity: wanted.count)
    for (i, (column, location)) in zip(wanted, locations).enumerated() {
      unsafe (reads.baseAddress! + i).initialize(
        to: Read(location: Int32(location), column: Int32(column)))
    }
    assignColumns(wanted, locations)
  }

  /// Groups the columns by their locations.
  private func assignColumns(_ wanted: [Int], _ locations: [Int]) {
    var next: Int32 = 0
    let byLocation = Dictionary(grouping: zip(wanted, locations), by: \.1)
    for location in unsafe nodes.indices {
      let start = next
      for (column, _) in byLocation[location] ?? [] {
        unsafe columnNumbers[Int(next)] = Int32(column)
        next += 1
      }
      unsafe nodes[location].columns = start..<next
    }
  }

  deinit {
    unsafe reads.deallocate()
    unsafe nodes.deallocate()
    unsafe columnNumbers.deallocate()
    unsafe types.deallocate()
    unsafe values.deallocate()
  }

  /// The steps of the columns' paths, by location.
  @inline(__always) var steps: UnsafePointer<FieldNode> { unsafe marks.steps }

  /// The values that the last `read` found.
  package var row: ImportRow {
    @_lifetime(borrow self)
    get {
      let row = unsafe ImportRow(
        unchecked: UnsafePointer(values.baseAddress!), count: columns.count)
      return unsafe _overrideLifetime(row, borrowing: self)
    }
  }
}
