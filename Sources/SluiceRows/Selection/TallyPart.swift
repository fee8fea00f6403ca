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
/// Sound because `values` is allocated once, with a value for each path with numbers, and lasts as long as
/// this.
@safe
final class TallyPart {
  private(set) var table: TallyTable
  private let matcher: FilterMatcher
  /// The paths with numbers, those of the grouping, and those of distinct values.
  private let finder: PathFinder
  private let groupings: Range<Int>
  private let distincts: Range<Int>
  /// The values of the current record.
  private let values: UnsafeMutableBufferPointer<TallyValue>
  /// Its keys, used by one call at a time.
  private var keys = TallyKeys()

  init(_ tally: Tally, _ layout: TallyLayout) {
    table = TallyTable(layout)
    matcher = FilterMatcher(tally.filter)
    finder = PathFinder(layout.numberPaths + layout.groupings + layout.distinctPaths)
    let numbers = layout.numberPaths.count
    groupings = numbers..<numbers + layout.groupings.count
    distincts = groupings.upperBound..<groupings.upperBound + layout.distinctPaths.count
    unsafe values = .allocate(capacity: max(numbers, 1))
    unsafe values.initialize(repeating: .none)
  }

  deinit { unsafe values.deallocate() }

  /// Counts the records of one piece.
  func read(_ piece: ChunkReading) {
    // Uses variables: passing a field of an object requires an exclusivity check for the time of the call.
    var counted = TallyTable.empty
    var found = TallyKeys()
    swap(&counted, &table)
    swap(&found, &keys)
    counted.removeAll()
    piece.forEach { record in
      do throws(JSONError) {
        let root = record.cursor.position
        if try !matcher.matches(root) { return counted.passOver() }
        try add(root, to: &counted, &found)
      } catch {
        piece.note(record.reject(error))
      }
    }
    swap(&counted, &table)
    swap(&found, &keys)
  }

  /// Reads all values first: a record is counted as a whole, or is a reject.
  @inline(__always)
  private func add(
    _ record: JSONPosition, to table: inout TallyTable, _ keys: inout TallyKeys
  ) throws(JSONError) {
    try keys.find(groupings, distincts, finder, in: record)
    for i in 0..<groupings.lowerBound {
      unsafe values[i] = try TallyPart.value(finder.find(i, in: record))
    }
    unsafe table.add(keys, values)
  }

  @inline(__always)
  private static func value(_ value: JSONPosition?) throws(JSONError) -> TallyValue {
    guard let value else { return .none }
    guard value.isNumber else { return value.isNull ? .none : try other(value) }
    if let integer = value.shortInteger { return .number(.integer(Int128(integer))) }
    return .number(try number(value))
  }

  @inline(never)
  private static func other(_ value: JSONPosition) throws(JSONError) -> TallyValue {
    if let fault = value.scalarFault { throw fault }
    return .other
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
