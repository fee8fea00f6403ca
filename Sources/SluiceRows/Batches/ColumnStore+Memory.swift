import CSimdJSON

/// The column that `csj_fill` fills, under Swift's names.
///
/// Sound because the store owns the memory, and writes to `column` only what it allocated and what it counted.
extension ColumnStore {
  package internal(set) var hasNulls: Bool {
    get { unsafe column.has_nulls }
    set { unsafe column.has_nulls = newValue }
  }

  var validity: UnsafeMutablePointer<UInt8> {
    get { unsafe column.validity }
    set { unsafe column.validity = unsafe newValue }
  }

  var values: UnsafeMutableRawPointer { unsafe UnsafeMutableRawPointer(column.values) }

  var data: UnsafeMutablePointer<UInt8> {
    get { unsafe column.data }
    set { unsafe column.data = unsafe newValue }
  }

  var dataCapacity: Int {
    get { unsafe column.capacity }
    set { unsafe column.capacity = newValue }
  }

  /// For views: the bytes of `data` in use.
  package internal(set) var dataCount: Int {
    get { unsafe column.data_count }
    set { unsafe column.data_count = newValue }
  }

  /// For views: the bytes in windows that they point to.
  package internal(set) var viewedBytes: Int {
    get { unsafe column.viewed_bytes }
    set { unsafe column.viewed_bytes = newValue }
  }

  /// For views: the bytes that were copied only because their window is not kept.
  var copiedBytes: Int {
    get { unsafe column.copied_bytes }
    set { unsafe column.copied_bytes = newValue }
  }

  /// For views: whether the current record's window is kept.
  var isWindowKept: Bool {
    get { unsafe column.is_window_kept }
    set { unsafe column.is_window_kept = newValue }
  }
}

/// Being filled by `csj_fill`.
extension ColumnStore {
  /// Says where the values are among a record's locations, and how they are decoded: `csj_fill` then stores the
  /// usual ones.
  mutating func fill(from location: Int32, _ decoding: ColumnDecoding) {
    unsafe column.location = UInt32(bitPattern: location)
    unsafe column.kind = UInt8(truncatingIfNeeded: kind(decoding).rawValue)
    if decoding.isQuoted { reserveQuoted(rows: capacity, used: 0) }
  }

  /// Makes room for the notes of values in strings; the first `used` are kept.
  mutating func reserveQuoted(rows: Int, used: Int) {
    let bits = UnsafeMutablePointer<UInt8>.allocate(capacity: rows / 8 + 1)
    unsafe bits.initialize(repeating: 0, count: rows / 8 + 1)
    if let quoted = unsafe column.quoted {
      if used > 0 { unsafe bits.update(from: quoted, count: (used + 7) / 8) }
      unsafe quoted.deallocate()
    }
    unsafe column.quoted = unsafe bits
  }

  /// The number of values in strings that `csj_fill` stored in the first `rows` rows.
  func quotedValues(rows: Int) -> Int {
    guard let quoted = unsafe column.quoted else { return 0 }
    var count = 0
    for byte in 0..<rows / 8 { count += unsafe quoted[byte].nonzeroBitCount }
    let rest = unsafe quoted[rows / 8] & (1 << UInt8(rows & 7) &- 1)
    return count + rest.nonzeroBitCount
  }

  private func kind(_ decoding: ColumnDecoding) -> csj_column_kind {
    switch (decoding, layout) {
    case (.int, .int64): CSJ_COLUMN_INT64
    case (.real, .double): CSJ_COLUMN_DOUBLE
    case (.bool, .bool): CSJ_COLUMN_BOOL
    case (.text, .bytes), (.scalarText, .bytes): CSJ_COLUMN_BYTES
    case (.text, .views), (.scalarText, .views): CSJ_COLUMN_VIEW
    case (.quotedInt, .int64): CSJ_COLUMN_QUOTED_INT64
    case (.quotedReal, .double): CSJ_COLUMN_QUOTED_DOUBLE
    case (.quotedBool, .bool): CSJ_COLUMN_QUOTED_BOOL
    default: CSJ_COLUMN_OTHER
    }
  }
}

extension UnsafeMutablePointer<ColumnStore> {
  /// The store's column, for as long as the store is at this address.
  ///
  /// Sound because a stored property has an address of its own type.
  var column: UnsafeMutablePointer<csj_column> {
    guard let offset = unsafe MemoryLayout<ColumnStore>.offset(of: \.column) else {
      preconditionFailure("a stored property has an offset")
    }
    return unsafe (UnsafeMutableRawPointer(self) + offset).assumingMemoryBound(to: csj_column.self)
  }
}
