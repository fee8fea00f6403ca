import Sluice

/// The values of one record by which it is grouped, and those that are counted, as JSON.
///
/// The key of a grouping by several paths is the values one after the other, each but the last after its
/// length in four bytes. A missing value is empty, which no JSON is.
struct TallyKeys {
  private(set) var group: [UInt8] = []
  /// The values that are counted, one after the other; a missing or null one is empty.
  private(set) var values: [UInt8] = []
  private(set) var ends: [Int] = []

  @inline(__always)
  mutating func find(
    _ groupings: Range<Int>, _ distincts: Range<Int>, _ finder: borrowing PathFinder,
    in record: JSONPosition
  ) throws(JSONError) {
    if !groupings.isEmpty {
      group.removeAll(keepingCapacity: true)
      for path in groupings.dropLast() {
        let start = group.count
        group.append(contentsOf: [0, 0, 0, 0])
        if let value = try finder.find(path, in: record) { try TallyKeys.add(value, to: &group) }
        let length = UInt32(truncatingIfNeeded: group.count - start - 4)
        for byte in 0..<4 { group[start + byte] = UInt8(truncatingIfNeeded: length >> (8 * byte)) }
      }
      if let value = try finder.find(groupings.upperBound - 1, in: record) {
        try TallyKeys.add(value, to: &group)
      }
    }
    if !distincts.isEmpty { try findValues(distincts, finder, in: record) }
  }

  private mutating func findValues(
    _ distincts: Range<Int>, _ finder: borrowing PathFinder, in record: JSONPosition
  ) throws(JSONError) {
    values.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    for path in distincts {
      if let value = try finder.find(path, in: record), !value.isNull {
        try TallyKeys.add(value, to: &values)
      }
      ends.append(values.count)
    }
  }

  /// Appends the value as JSON. Strings are written without unnecessary escapes, so that all spellings of a
  /// string give the same key.
  @inline(__always)
  private static func add(_ value: JSONPosition, to key: inout [UInt8]) throws(JSONError) {
    guard value.byte == UInt8(ascii: "\""), case let raw = RawString(value), raw.hasEscapes else {
      unsafe key.append(contentsOf: try value.checkedRawBytes())
      return
    }
    guard let text = raw.string else { throw JSONError(.invalidEscape, at: value.offset) }
    key += JSON.string(text).description.utf8
  }

  /// The values of a key of that many parts; nil for a missing one.
  static func parts(of key: ArraySlice<UInt8>, count: Int) -> [String?] {
    var rest = key
    return (0..<count).map { part in
      var value = rest
      if part < count - 1 {
        let length = rest.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        value = rest.dropFirst(4).prefix(length)
        rest = rest.dropFirst(4 + length)
      }
      return value.isEmpty ? nil : String(decoding: value, as: UTF8.self)
    }
  }
}
