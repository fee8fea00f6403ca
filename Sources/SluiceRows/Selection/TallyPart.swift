import Sluice
import SluiceFeed

/// The value of a record at a tally's path.
enum TallyValue {
  /// Nothing, or null.
  case none
  case number(TallyNumber)
  /// A number in a string.
  case text(TallyNumber)
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
  /// For each path with numbers whether a string counts as the number in it.
  private let acceptsText: [Bool]
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
    acceptsText = layout.acceptsText
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
      let found = try finder.find(i, in: record)
      unsafe values[i] = try TallyPart.value(found)
      if case .other = unsafe values[i], acceptsText[i], let found {
        unsafe values[i] = try TallyPart.text(found)
      }
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

  /// The number in a string.
  @inline(never)
  private static func text(_ value: JSONPosition) throws(JSONError) -> TallyValue {
    guard value.byte == UInt8(ascii: "\"") else { return .other }
    let found: TallyNumber?? = unsafe RawString(value).withUTF8 { text in
      guard let digits = unsafe DecimalDigits(text) else { return nil }
      if digits.isPlainInteger, let integer = digits.integer(as: Int128.self) {
        return .integer(integer)
      }
      guard let double = unsafe LenientColumn.double(text) else { return nil }
      return .real(double)
    }
    guard let found else { throw JSONError(.invalidEscape, at: value.offset) }
    return found.map { .text($0) } ?? .other
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
