import CSimdJSON
import Sluice
import SluiceFeed

/// The rows of a piece of a feed, column by column: made by any thread, delivered by the caller's.
///
/// Values of a record whose shape is known go from their tokens straight into the columns. Any other
/// record, and one with a value that does not fit or a null that a contract replaces, is read as
/// everywhere else, by the plan, and its row is copied.
///
/// Sound because it owns the columns, makes room for a row before anything is written there, and one
/// thread has it at a time.
@safe
package final class ColumnPart: LineRunReader {
  let plan: ColumnPlan
  /// Replaces the plan where an array is exploded.
  private let elements: ElementPlan?
  private let matcher: FilterMatcher
  /// Tested first: a matcher is copied for each record.
  private let hasFilter: Bool
  private let keys: UnknownKeyDetector?
  let width: Int
  /// Nil: columns have no views.
  private let views: ViewChoice?
  private let hasViews: Bool
  /// The windows that views of the current piece point into.
  var windows: [KeptWindow] = []
  /// The same, if they stay with the views; nil: texts are copied from there, or were already.
  package internal(set) var keptWindows: [KeptWindow]?
  let stores: UnsafeMutablePointer<ColumnStore>
  /// What reads the values of columns of nested types.
  let nested: [NestedColumn?]
  let hasNested: Bool
  /// Whether a column accepts more than its type has: tested for each record.
  private let hasLenient: Bool
  let cells: UnsafeMutablePointer<CellRead>
  let cellCount: Int
  /// The columns of the cells, and what stores the usual values of all of them at once.
  let filled: UnsafeMutablePointer<UnsafeMutablePointer<csj_column>>
  let fill: csj_fill_form
  /// What stores the usual records of many lines at once; nil: each record is read by itself.
  let lineFill: LineFill?
  /// For views: whether all that is in the columns' own bytes is in rows.
  private var hasNoGaps = true
  /// Columns that have no path: constants and places.
  private let otherColumns: [Int]
  /// In memory of its own: fields of an object need an exclusivity check at each access.
  let room: UnsafeMutablePointer<Room>

  private var records = PartRecords()

  struct Room: BitwiseCopyable {
    var row = 0
    var capacity = 0
    /// The number of records with rows.
    var records = 0
    /// For views: where the bytes of the current window's index begin.
    var window: UInt = 0
  }

  /// Where a value is found, and where it goes.
  struct CellRead: BitwiseCopyable {
    let location: Int32
    let column: Int32
    let decoding: ColumnDecoding
    let layout: ColumnLayout
  }

  private static let firstRows = 1024

  /// `decimals`: a form for each column; unused for columns of other types.
  /// `views`: texts and bytes are views, which may point into windows that the feed keeps.
  package init(
    _ specification: RowSpecification, decimals: [DecimalForm], views: ViewChoice? = nil
  ) {
    self.views = views
    hasViews = views != nil
    let columns = specification.columns
    plan = ColumnPlan(columns)
    elements = specification.elementPlan(keepsText: false)
    matcher = specification.matcher()
    hasFilter = specification.filter != nil
    keys = specification.unknownKeyDetector()
    width = columns.count
    unsafe stores = .allocate(capacity: max(width, 1))
    for (number, column) in columns.enumerated() {
      unsafe (stores + number).initialize(
        to: ColumnStore(
          column, decimals[number], rows: ColumnPart.firstRows, views: views != nil))
    }
    let stores = unsafe stores
    nested = columns.enumerated().map { number, column in
      unsafe column.type.isNested ? NestedColumn(column.type, stores + number) : nil
    }
    hasNested = columns.contains { $0.type.isNested }
    hasLenient = columns.contains { !$0.accepts.isEmpty }
    cellCount = unsafe plan.reads.count
    unsafe cells = .allocate(capacity: max(cellCount, 1))
    unsafe filled = .allocate(capacity: max(cellCount, 1))
    unsafe fill = csj_fill()
    for i in 0..<cellCount {
      let read = unsafe plan.reads[i]
      let column = Int(read.column)
      unsafe stores[column].fill(from: read.location, plan.types[column])
      unsafe (filled + i).initialize(to: (stores + column).column)
      unsafe (cells + i).initialize(
        to: CellRead(
          location: read.location, column: read.column, decoding: plan.types[column],
          layout: stores[column].layout))
    }
    otherColumns = columns.indices.filter { columns[$0].path == nil }
    let isPlain =
      !hasFilter && elements == nil && keys == nil && !plan.hasQueries && otherColumns.isEmpty
    lineFill = unsafe isPlain ? LineFill(plan.places, filled, count: cellCount) : nil
    unsafe room = .allocate(capacity: 1)
    unsafe room.initialize(to: Room(row: 0, capacity: ColumnPart.firstRows))
  }

  deinit {
    for column in 0..<width { unsafe stores[column].deallocate() }
    unsafe stores.deallocate()
    unsafe cells.deallocate()
    unsafe filled.deallocate()
    unsafe room.deallocate()
  }

  /// Whether these are all rows, and all that was stored is in them.
  package func isWhole(_ rows: Range<Int>) -> Bool {
    unsafe hasNoGaps && rows == 0..<room.pointee.row
  }

  /// A column of the rows. Valid until the next piece is read.
  package func column(_ number: Int) -> ColumnStore {
    precondition(number >= 0 && number < width, "no such column")
    return unsafe stores[number]
  }

  /// The counts of all pieces up to now.
  package var unknownKeys: UnknownKeyCounts? { keys?.counts }

  /// Reads a piece's records, and notes those that make no row.
  package func read(_ piece: ChunkReading) {
    for column in 0..<width { unsafe stores[column].removeAll(rows: room.pointee.row) }
    records.removeAll()
    unsafe (room.pointee.row, room.pointee.records) = (0, 0)
    // A variable: a field would need an exclusivity check for each record.
    var passed: Int64 = 0
    hasNoGaps = true
    unsafe room.pointee.window = 0
    let isViewed = views?.viewsNext ?? false
    if hasViews { piece.keepWindows(isViewed) }
    piece.forEach(runs: lineFill == nil ? nil : self) { record in
      if hasViews { note(windowOf: record, in: piece) }
      switch unsafe add(record, number: room.pointee.records) {
      case .rows:
        unsafe room.pointee.records &+= 1
        piece.noteEnd(of: record)
      case .filtered: passed &+= 1
      case .empty: records.empty += 1
      case .reject(let reject): piece.note(reject)
      }
    }
    unsafe records.count = room.pointee.records
    records.filtered = passed
    if let views { choose(views, isViewed, piece) }
  }

  @inline(__always)
  private func add(_ record: borrowing FeedRecord, number: Int) -> RecordOutcome {
    do throws(JSONError) {
      if hasFilter, try !matcher.matches(record.cursor.position) { return .filtered }
    } catch {
      return .reject(record.reject(error))
    }
    if elements != nil { return addElements(record, number: number) }
    let row = unsafe room.pointee.row
    if unsafe row == room.pointee.capacity { grow() }
    let root = record.cursor.position
    if hasLenient { plan.terms.begin() }
    let isTaken =
      if !plan.hasQueries, let locations = unsafe plan.places.find(in: root) {
        unsafe fill(locations, of: root, row) && (otherColumns.isEmpty || fillOthers(record, row))
      } else {
        false
      }
    if !isTaken {
      if let reject = addSlowly(record, row, number) { return .reject(reject) }
    } else if hasLenient, plan.hasNotes {
      records.notes.add(plan.notes, row: number)
    }
    if let keys, let reject = record.reject(unknownBy: keys) {
      forget(row)
      records.notes.remove(from: number)
      return .reject(reject)
    }
    unsafe room.pointee.row = row &+ 1
    return .rows
  }

  /// Stores the records of the next lines, as long as they are usual.
  package func read(
    _ run: inout LineRun, of piece: ChunkReading
  ) -> UnsafeBufferPointer<UInt32> {
    guard let lineFill else { return unsafe UnsafeBufferPointer(start: nil, count: 0) }
    if hasViews, unsafe run.window != room.pointee.window {
      noteNew(run.window, of: run.nextRecord, in: piece)
    }
    if unsafe room.pointee.row == room.pointee.capacity { grow() }
    let (row, capacity) = unsafe (room.pointee.row, room.pointee.capacity)
    let ends = unsafe lineFill.read(&run.lines, row, most: capacity - row)
    unsafe room.pointee.row = row &+ ends.count
    unsafe room.pointee.records &+= ends.count
    return unsafe ends
  }

  /// Doubles the room.
  @inline(never)
  private func grow() {
    let used = unsafe room.pointee.capacity
    for column in 0..<width { unsafe stores[column].reserve(rows: used * 2, used: used) }
    unsafe room.pointee.capacity = used * 2
  }

  /// Stores what comes from no path. False: a column can't hold it, or the record is not valid.
  private func fillOthers(_ record: borrowing FeedRecord, _ row: Int) -> Bool {
    // The plan names the column of a fault.
    var failed: Int32 = 0
    do throws(JSONError) {
      try unsafe plan.terms.fillConstants(plan.values, record, failed: &failed)
    } catch {
      return false
    }
    for column in otherColumns {
      if unsafe !set(plan.values[column], column, row) { return false }
    }
    return true
  }

  /// Reads the record as rows are read everywhere, and copies its row. Returns a reject if it makes no row.
  @inline(never)
  private func addSlowly(
    _ record: borrowing FeedRecord, _ row: Int, _ number: Int
  ) -> RejectedRecord? {
    forget(row)
    let plan = plan
    do throws(JSONError) {
      try plan.read(record)
      try copy(plan, plan.row, record, row)
    } catch {
      forget(row)
      return record.reject(error, cause: ColumnFault(column: plan.failedColumnName))
    }
    if plan.hasNotes { records.notes.add(plan.notes, row: number) }
    return nil
  }

  /// Notes that the columns' own bytes have some that are in no row.
  func noteGap() { hasNoGaps = false }

  /// Undoes what a record wrote into a row.
  private func forget(_ row: Int) {
    noteGap()
    for column in 0..<width { unsafe stores[column].forget(row) }
  }

  /// Makes all rows of the record, or none.
  @inline(never)
  private func addElements(_ record: borrowing FeedRecord, number: Int) -> RecordOutcome {
    guard let elements else { return .empty }
    let first = unsafe room.pointee.row
    var row = first
    var reject: RejectedRecord?
    do throws(JSONError) {
      try elements.begin(record)
      while try elements.next(record) {
        if unsafe row == room.pointee.capacity { grow() }
        try copy(elements, elements.row, record, row)
        if elements.hasNotes { records.notes.add(elements.notes, row: number) }
        row += 1
      }
    } catch {
      reject = record.reject(error, cause: ColumnFault(column: elements.failedColumnName))
    }
    if reject == nil, let keys {
      reject = record.reject(unknownBy: keys, array: elements.array)
    }
    if let reject {
      // The row of the error, too: there is none if an error came before it, where the room is full.
      let end = unsafe min(row + 1, room.pointee.capacity)
      for row in first..<end { forget(row) }
      records.notes.remove(from: number)
      return .reject(reject)
    }
    guard row > first else { return .empty }
    unsafe room.pointee.row = row
    records.rowEnds.append(row)
    return .rows
  }

  /// Delivers the rows and, in their order, the rejects. If the piece ends the reading, delivers the
  /// rows before its end. `body` gets the number of rows, which are the first ones.
  package func deliver(
    _ delivery: ChunkDelivery, _ counts: inout RowSelection.Counts,
    _ body: (_ rows: Int) throws -> Void
  ) throws {
    try records.deliver(delivery, areExploded: elements != nil, &counts) {
      try body($0)
    } counting: { rows, notes in
      for column in 0..<width {
        let count = unsafe stores[column].quotedValues(rows: rows)
        if count > 0 { notes.add(NoteSet(.text), of: column, Int64(count)) }
      }
    }
  }
}
