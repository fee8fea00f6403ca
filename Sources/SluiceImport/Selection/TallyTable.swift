import Sluice
import SluiceFeed

/// Groups by the bytes of their keys.
struct TallyTable {
  private let sumCount: Int
  /// By the key's JSON; the empty one, which no value has: what has no key.
  private var numbers: [[UInt8]: Int] = [:]
  private var groups: [TallyGroup] = []
  private var filtered: Int64 = 0
  private var records: Int64 = 0
  private let isGrouped: Bool

  init(_ tally: Tally) {
    sumCount = tally.aggregates.count
    isGrouped = tally.grouping != nil
    // Without groups there is one, of as many records as there are.
    if !isGrouped { _ = add([]) }
  }

  /// The number of a group, which is made when there is none.
  private mutating func add(_ key: [UInt8]) -> Int {
    if let known = numbers[key] { return known }
    numbers[key] = groups.count
    groups.append(
      TallyGroup(
        key: key.isEmpty ? nil : String(decoding: key, as: UTF8.self), count: 0,
        sums: Array(repeating: TallyGroup.Sum(), count: sumCount)))
    return groups.count - 1
  }

  mutating func passOver() { filtered += 1 }

  /// Counts a record: of each sum its number, or, where there is none, whether there is something else.
  mutating func add(_ key: [UInt8], _ values: [TallyNumber?], _ isOther: [Bool]) {
    let group = isGrouped ? add(key) : 0
    for (i, number) in values.enumerated() {
      if let number {
        groups[group].sums[i].add(number)
      } else if isOther[i] {
        groups[group].sums[i].others += 1
      }
    }
    groups[group].count += 1
    records += 1
  }

  mutating func add(_ other: TallyTable) throws(ImportError) {
    filtered += other.filtered
    records += other.records
    for (key, number) in other.numbers {
      let group = add(key)
      groups[group].count += other.groups[number].count
      for i in 0..<sumCount { groups[group].sums[i].add(other.groups[number].sums[i]) }
    }
    guard groups.count <= Tally.mostGroups else {
      throw ImportError(
        .source,
        "there are more than \(Tally.mostGroups) groups: group by something that fewer records"
          + " differ in, or filter")
    }
  }

  var result: TallyResult {
    let sorted = groups.sorted { left, right in
      guard left.count == right.count else { return left.count > right.count }
      return (left.key ?? "").utf8.lexicographicallyPrecedes((right.key ?? "").utf8)
    }
    return TallyResult(groups: sorted, records: records, filtered: filtered)
  }
}

/// The groups of a piece of a feed.
struct TallyPart {
  private(set) var table: TallyTable
  private let matcher: FilterMatcher?
  private let plan: ColumnPlan
  private let groupingPlace: Int?
  private let sumPlaces: [Int]
  /// Of the record at hand; kept, so that their memory is used again.
  private var key: [UInt8] = []
  private var numbers: [TallyNumber?] = []
  /// Of those that are no numbers, whether there is something else.
  private var isOther: [Bool]

  init(_ tally: Tally) {
    table = TallyTable(tally)
    matcher = tally.filter.map { FilterMatcher($0) }
    let paths = tally.aggregates.map(\.path) + (tally.grouping.map { [$0] } ?? [])
    plan = ColumnPlan(finding: paths)
    isOther = Array(repeating: false, count: tally.aggregates.count)
    sumPlaces = Array(tally.aggregates.indices)
    groupingPlace = tally.grouping == nil ? nil : paths.count - 1
  }

  /// Throws the record as a reject when it is not as it should be.
  mutating func add(_ record: borrowing FeedRecord) throws {
    do throws(JSONError) {
      try add(record.cursor.position)
    } catch {
      throw record.reject(error)
    }
  }

  private mutating func add(_ record: JSONPosition) throws(JSONError) {
    if let matcher, try !matcher.matches(record) { return table.passOver() }
    try plan.read(record)
    key.removeAll(keepingCapacity: true)
    if let groupingPlace, let value = place(groupingPlace, in: record) { try addKey(value) }
    // All numbers first: a record is counted as a whole, or is a reject.
    numbers.removeAll(keepingCapacity: true)
    for path in sumPlaces {
      numbers.append(
        try place(path, in: record).flatMap { value throws(JSONError) in try number(value) })
    }
    for (i, number) in numbers.enumerated() where number == nil {
      isOther[i] = place(sumPlaces[i], in: record).map { !$0.isNull } ?? false
    }
    table.add(key, numbers, isOther)
  }

  /// The value as JSON; a string without the escapes that it can do without, so that it is the same
  /// however it was written.
  private mutating func addKey(_ value: JSONPosition) throws(JSONError) {
    guard value.byte == UInt8(ascii: "\""), case let raw = RawString(value), raw.hasEscapes else {
      key.append(contentsOf: try value.rawBytes())
      return
    }
    guard let text = raw.string else { throw JSONError(.invalidEscape, at: value.offset) }
    key += JSON.string(text).description.utf8
  }

  private func place(_ path: Int, in record: JSONPosition) -> JSONPosition? {
    guard case .integer(let token) = plan.values[path] else { return nil }
    return record.at(UInt32(truncatingIfNeeded: token))
  }

  private func number(_ value: JSONPosition) throws(JSONError) -> TallyNumber? {
    guard value.isNumber else { return nil }
    let text = value.numberText
    let isInteger = !text.contains { $0 | 0x20 == UInt8(ascii: "e") || $0 == UInt8(ascii: ".") }
    if isInteger, let integer = try? value.integer(as: Int64.self, .int64) {
      return .integer(integer)
    }
    return .real(try value.double())
  }
}
