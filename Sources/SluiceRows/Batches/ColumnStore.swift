import CSimdJSON
import Sluice

/// The values of one column in a piece of a feed, in memory that grows.
///
/// A value is written at a row before the row counts; whatever a record wrote that makes no row is
/// overwritten by the next. Bits of validity are 1 until a null clears its own.
///
/// A nested column is a tree of stores. What is in a list or a map has rows of its own, of which those before
/// the end of the last value count: they are overwritten, too.
///
/// Sound because `ColumnPart` makes room for a row before it is written, `begin` does in children, each
/// function writes inside of the row or of room that it made, and `ColumnPart` alone owns the memory.
@safe
package struct ColumnStore: BitwiseCopyable {
  package let layout: ColumnLayout
  /// For `decimal`: the power of ten by which numbers are multiplied, and the first that is too large.
  let scale: Int
  let limit: Int128
  /// Whether a record without a value needs more than a null: a stand-in, or a rejection. In a null
  /// struct, a required field has a value that does not count.
  let hasStandIn: Bool
  /// The part that `csj_fill` reads and changes, too: see ColumnStore+Memory.swift.
  var column: csj_column
  /// The number of rows that fit.
  private(set) var capacity = 0
  /// What is in the values of a nested type.
  package let children: UnsafeMutablePointer<ColumnStore>
  package let childCount: Int

  /// More memory than this is freed with its piece.
  private static let keptCapacity = 4 << 20
  /// The rows that a child has room for at first.
  private static let firstElements = 64
  /// The longest value, so that 32-bit offsets can hold it.
  static let longestValue = Int(CSJ_LONGEST_TEXT)

  init(_ column: ImportColumn, _ form: DecimalForm, rows: Int, views: Bool) {
    self.init(
      column.type, form, rows: rows, views: views,
      hasStandIn: column.contract.isRequired || column.contract.standIn != nil)
  }

  /// Recursive, no deeper than types are.
  private init(
    _ type: ColumnType, _ form: DecimalForm, rows: Int, views: Bool, hasStandIn: Bool
  ) {
    let usual = ColumnLayout(type)
    layout = views && usual == .bytes ? .views : usual
    scale = form.scale
    limit = layout == .decimal ? form.limit : 0
    self.hasStandIn = hasStandIn
    let inner = type.inner
    childCount = inner.count
    unsafe children = .allocate(capacity: max(childCount, 1))
    for (number, field) in inner.enumerated() {
      unsafe (children + number).initialize(
        to: ColumnStore(
          field.type, form, rows: ColumnStore.firstElements, views: views,
          hasStandIn: field.isRequired))
    }
    unsafe column = csj_column(
      values: .allocate(capacity: 1), validity: .allocate(capacity: 1), quoted: nil,
      data: .allocate(capacity: 1),
      capacity: 0, data_count: 0, viewed_bytes: 0, copied_bytes: 0, location: 0,
      kind: UInt8(CSJ_COLUMN_OTHER.rawValue), takes_null: !hasStandIn, has_nulls: false,
      is_window_kept: false)
    reserve(rows: rows, used: 0)
  }

  func deallocate() {
    for child in 0..<childCount { unsafe children[child].deallocate() }
    unsafe children.deallocate()
    unsafe validity.deallocate()
    unsafe column.quoted?.deallocate()
    unsafe values.deallocate()
    unsafe data.deallocate()
  }

  /// Makes room for `rows` rows, of which the first `used` are kept.
  mutating func reserve(rows: Int, used: Int) {
    let bits = UnsafeMutablePointer<UInt8>.allocate(capacity: rows / 8 + 1)
    unsafe bits.initialize(repeating: 0xFF, count: rows / 8 + 1)
    if used > 0 { unsafe bits.update(from: validity, count: (used + 7) / 8) }
    unsafe validity.deallocate()
    unsafe validity = unsafe bits
    if unsafe column.quoted != nil { reserveQuoted(rows: rows, used: used) }
    let grown = UnsafeMutableRawPointer.allocate(
      byteCount: (rows + 1) * layout.width, alignment: 16)
    let kept = layout.hasEnds ? (used + 1) * 8 : used * layout.width
    if used > 0 { unsafe grown.copyMemory(from: values, byteCount: kept) }
    if layout.hasEnds, used == 0 { unsafe grown.storeBytes(of: 0, as: Int64.self) }
    unsafe values.deallocate()
    unsafe column.values = unsafe grown.assumingMemoryBound(to: UInt8.self)
    capacity = rows
  }

  /// Forgets the first `rows` rows.
  mutating func removeAll(rows: Int) {
    if hasNulls { unsafe validity.update(repeating: 0xFF, count: rows / 8 + 1) }
    hasNulls = false
    unsafe column.quoted?.update(repeating: 0, count: rows / 8 + 1)
    (dataCount, viewedBytes, copiedBytes) = (0, 0, 0)
    if dataCapacity > ColumnStore.keptCapacity {
      unsafe data.deallocate()
      unsafe data = .allocate(capacity: 1)
      dataCapacity = 0
    }
    for child in 0..<childCount { unsafe children[child].removeElements() }
  }

  /// The same for all rows of a child, whose memory is kept if it is not large.
  private mutating func removeElements() {
    if capacity * max(layout.width, 1) > ColumnStore.keptCapacity {
      reserve(rows: ColumnStore.firstElements, used: 0)
    }
    removeAll(rows: capacity)
  }

  /// Says whether the window of the next records is kept, also for nested values.
  func setWindowKept(_ isKept: Bool) {
    for number in 0..<childCount {
      unsafe children[number].isWindowKept = isKept
      unsafe children[number].setWindowKept(isKept)
    }
  }

  /// Makes the value null.
  mutating func setNull(_ row: Int) {
    hasNulls = true
    unsafe validity[row >> 3] &= ~(1 << UInt8(row & 7))
    setZero(row)
  }

  @inline(__always)
  private func setZero(_ row: Int) {
    switch layout {
    case .int64, .double: set(Int64(0), row)
    case .bool: set(UInt8(0), row)
    case .date: set(Int32(0), row)
    case .decimal, .uuid: set(Int128(0), row)
    case .views: set(TextView.empty, row)
    case .bytes, .list, .map: setEnd(start(of: row), row)
    case .structure: setFieldsNull(row)
    }
  }

  /// Makes the fields of a struct that is null as many as the struct.
  @inline(never)
  private func setFieldsNull(_ row: Int) {
    for child in 0..<childCount {
      let field = unsafe children + child
      unsafe field.pointee.begin(row)
      if unsafe field.pointee.hasStandIn {
        unsafe field.pointee.setZero(row)
      } else {
        unsafe field.pointee.setNull(row)
      }
    }
  }

  /// Undoes the null, and the note, that a record wrote which makes no row.
  func forget(_ row: Int) {
    forgetNull(row)
    unsafe column.quoted?[row >> 3] &= ~(1 << UInt8(row & 7))
  }

  func forgetNull(_ row: Int) { unsafe validity[row >> 3] |= 1 << UInt8(row & 7) }

  /// Stores a value of the layout's width.
  @inline(__always)
  func set<Value: BitwiseCopyable>(_ value: Value, _ row: Int) {
    unsafe values.storeBytes(
      of: value, toByteOffset: row &* MemoryLayout<Value>.size, as: Value.self)
  }

  /// Where the bytes of a row begin.
  @inline(__always)
  func start(of row: Int) -> Int {
    unsafe Int(
      truncatingIfNeeded: values.load(fromByteOffset: row &* 8, as: Int64.self))
  }

  /// Makes room for a row of a child, which is not null until it is made so.
  @inline(__always)
  mutating func begin(_ row: Int) {
    if row >= capacity { reserve(rows: max(capacity * 2, row + 1), used: row) }
    if hasNulls { forgetNull(row) }
  }

  @inline(__always)
  func setEnd(_ end: Int, _ row: Int) {
    unsafe values.storeBytes(of: Int64(end), toByteOffset: (row &+ 1) &* 8, as: Int64.self)
  }
}
