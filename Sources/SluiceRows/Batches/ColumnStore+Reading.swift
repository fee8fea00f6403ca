/// The values of delivered rows, for batches.
extension ColumnStore {
  package func isNull(_ row: Int) -> Bool { unsafe validity[row >> 3] & (1 << (row & 7)) == 0 }

  /// Bits, the first row's the least significant; 0 for null.
  package var validBits: UnsafePointer<UInt8> { unsafe UnsafePointer(validity) }
  package var memory: UnsafeRawPointer { unsafe UnsafeRawPointer(values) }
  /// For bytes, lists and maps: where each row's value ends, after a 0.
  package var ends: UnsafePointer<Int64> {
    unsafe UnsafePointer(values.assumingMemoryBound(to: Int64.self))
  }
  package var bytes: UnsafePointer<UInt8> { unsafe UnsafePointer(data) }
  package var views: UnsafePointer<TextView> {
    unsafe UnsafePointer(values.assumingMemoryBound(to: TextView.self))
  }

  /// The bytes of a kind, with those in nested values. Recursive, no deeper than types.
  func all(_ kind: KeyPath<ColumnStore, Int>) -> Int {
    (0..<childCount).reduce(self[keyPath: kind]) { $0 + child($1).all(kind) }
  }

  /// The number of nulls in these rows. O(rows / 8).
  package func nullCount(in rows: Range<Int>) -> Int {
    guard hasNulls, !rows.isEmpty else { return 0 }
    let (first, last) = (rows.lowerBound >> 3, (rows.upperBound - 1) >> 3)
    var values = 0
    for i in first...last {
      var bits = unsafe validity[i]
      if i == first { bits &= .max << UInt8(rows.lowerBound & 7) }
      if i == last { bits &= .max >> UInt8(7 - (rows.upperBound - 1) & 7) }
      values += bits.nonzeroBitCount
    }
    return rows.count - values
  }

  package func child(_ number: Int) -> ColumnStore {
    precondition(number >= 0 && number < childCount, "no such child")
    return unsafe children[number]
  }

  /// The bytes of texts in these rows, and of all that is in lists and maps. Recursive, no deeper than types.
  ///
  /// `isEstimated`: at most the result is too large, and takes no time that depends on the number of rows.
  package func byteCount(of rows: Range<Int>, isEstimated: Bool = false) -> Int {
    switch layout {
    case .int64, .double, .bool, .date, .decimal, .uuid: return 0
    case .bytes: return unsafe Int(ends[rows.upperBound] - ends[rows.lowerBound])
    case .views:
      if isEstimated { return dataCount + viewedBytes }
      var sum = 0
      for row in rows where unsafe !views[row].isShort { unsafe sum &+= Int(views[row].count) }
      return sum
    case .structure:
      return (0..<childCount).reduce(0) {
        $0 + child($1).byteCount(of: rows, isEstimated: isEstimated)
      }
    case .list, .map:
      let elements = unsafe Int(ends[rows.lowerBound])..<Int(ends[rows.upperBound])
      return (0..<childCount).reduce(0) { sum, number in
        let child = child(number)
        return sum + elements.count * child.elementWidth
          + child.byteCount(of: elements, isEstimated: isEstimated)
      }
    }
  }

  /// The bytes that a value takes besides its texts and elements; at least one, so that 32 bits count the
  /// values that fit a batch.
  private var elementWidth: Int {
    guard layout == .structure else { return layout.width }
    return (0..<childCount).reduce(0) { $0 + child($1).elementWidth }
  }
}
