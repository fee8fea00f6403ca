import Sluice
import SluiceFeed

/// The value of a record at a tally's path.
enum TallyValue {
  /// Nothing, or null.
  case none
  case number(TallyNumber)
  /// A value that is not a number.
  case other
}

/// The groups of a piece of a feed.
///
/// Sound because `values` and `firsts` are allocated once, with a value for each aggregate, and last as long
/// as this.
@safe
final class TallyPart {
  private(set) var table: TallyTable
  private let matcher: FilterMatcher
  private let finder: PathFinder
  private let grouping: Int?
  /// For each aggregate the first one with the same path: the value is looked up once.
  private let firsts: UnsafeMutableBufferPointer<Int>
  /// The values of the current record.
  private let values: UnsafeMutableBufferPointer<TallyValue>

  init(_ tally: Tally) {
    table = TallyTable(tally)
    matcher = FilterMatcher(tally.filter)
    let paths = tally.aggregates.map(\.path)
    finder = PathFinder(paths + (tally.grouping.map { [$0] } ?? []))
    grouping = tally.grouping == nil ? nil : paths.count
    unsafe firsts = .allocate(capacity: paths.count)
    _ = unsafe firsts.initialize(
      from: paths.indices.map { i in paths[..<i].firstIndex(of: paths[i]) ?? i })
    unsafe values = .allocate(capacity: max(paths.count, 1))
    unsafe values.initialize(repeating: .none)
  }

  deinit {
    unsafe values.deallocate()
    unsafe firsts.deallocate()
  }

  /// Counts the records of one piece.
  func read(_ piece: ChunkReading) {
    // Uses a variable: passing a field of an object requires an exclusivity check for the time of the call.
    var counted = TallyTable.empty
    swap(&counted, &table)
    counted.removeAll()
    var key: [UInt8] = []
    piece.forEach { record in
      do throws(JSONError) {
        let root = record.cursor.position
        if try !matcher.matches(root) { return counted.passOver() }
        try add(root, to: &counted, &key)
      } catch {
        piece.note(record.reject(error))
      }
    }
    swap(&counted, &table)
  }

  /// Reads all values first: a record is counted as a whole, or is a reject.
  @inline(__always)
  private func add(
    _ record: JSONPosition, to table: inout TallyTable, _ key: inout [UInt8]
  ) throws(JSONError) {
    if let grouping {
      key.removeAll(keepingCapacity: true)
      if let value = try finder.find(grouping, in: record) { try add(value, to: &key) }
    }
    for i in unsafe firsts.indices {
      let first = unsafe firsts[i]
      unsafe values[i] =
        try unsafe first < i ? values[first] : TallyPart.value(finder.find(i, in: record))
    }
    unsafe table.add(key, values)
  }

  /// Appends the value as JSON. Strings are written without unnecessary escapes, so that all spellings of a
  /// string give the same key.
  private func add(_ value: JSONPosition, to key: inout [UInt8]) throws(JSONError) {
    guard value.byte == UInt8(ascii: "\""), case let raw = RawString(value), raw.hasEscapes else {
      unsafe key.append(contentsOf: try value.rawBytes())
      return
    }
    guard let text = raw.string else { throw JSONError(.invalidEscape, at: value.offset) }
    key += JSON.string(text).description.utf8
  }

  @inline(__always)
  private static func value(_ value: JSONPosition?) throws(JSONError) -> TallyValue {
    guard let value else { return .none }
    guard value.isNumber else { return value.isNull ? .none : .other }
    if let integer = value.shortInteger { return .number(.integer(Int128(integer))) }
    return .number(try number(value))
  }

  @inline(never)
  private static func number(_ value: JSONPosition) throws(JSONError) -> TallyNumber {
    let isInteger = unsafe !value.numberText.contains {
      $0 | 0x20 == UInt8(ascii: "e") || $0 == UInt8(ascii: ".")
    }
    if isInteger, let integer = unsafe DecimalDigits(value.numberText)?.integer(as: Int128.self) {
      return .integer(integer)
    }
    return .real(try value.double())
  }
}
