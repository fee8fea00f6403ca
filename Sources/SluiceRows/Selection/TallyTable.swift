/// Groups by the bytes of their keys.
struct TallyTable {
  private let sumCount: Int
  /// The keys' JSON. Records without a key have the empty one, which no value has.
  private(set) var keys = GroupKeys()
  /// The number of records of each group; `sums` has each group's sums in a row. Both are flat: Swift
  /// checks each array for unique ownership before it changes it for a record.
  private var counts: [Int64] = []
  private var sums: [TallyGroup.Sum] = []
  private var filtered: Int64 = 0
  private var records: Int64 = 0
  private let isGrouped: Bool

  /// An empty table: replaces one that is in use elsewhere.
  static let empty = TallyTable(Tally())

  init(_ tally: Tally) {
    sumCount = tally.aggregates.count
    isGrouped = tally.grouping != nil
    // Without a grouping there is one group, of all records.
    if !isGrouped { _ = add([]) }
  }

  /// The number of a group, which is added if it is new.
  private mutating func add(_ key: [UInt8]) -> Int {
    let (number, isNew) = unsafe key.withUnsafeBufferPointer { unsafe keys.add($0) }
    if isNew { beginGroup() }
    return number
  }

  private mutating func beginGroup() {
    counts.append(0)
    for _ in 0..<sumCount { sums.append(TallyGroup.Sum()) }
  }

  /// Forgets what was counted, but keeps the memory.
  mutating func removeAll() {
    keys.removeAll()
    counts.removeAll(keepingCapacity: true)
    sums.removeAll(keepingCapacity: true)
    (filtered, records) = (0, 0)
    if !isGrouped { _ = add([]) }
  }

  @inline(__always)
  mutating func passOver() { filtered &+= 1 }

  /// Counts a record, with its numbers for each sum.
  @inline(__always)
  mutating func add(_ key: [UInt8], _ values: UnsafeMutableBufferPointer<TallyValue>) {
    let group = isGrouped ? add(key) : 0
    for i in 0..<sumCount {
      switch unsafe values[i] {
      case .none: break
      case .other: sums[group &* sumCount &+ i].others &+= 1
      case .number(let number): sums[group &* sumCount &+ i].add(number)
      }
    }
    counts[group] &+= 1
    records &+= 1
  }

  mutating func add(_ other: TallyTable) throws(ImportError) {
    filtered += other.filtered
    records += other.records
    for number in 0..<other.keys.count {
      let (group, isNew) = keys.add(number, of: other.keys)
      if isNew { beginGroup() }
      counts[group] += other.counts[number]
      for i in 0..<sumCount { sums[group * sumCount + i].add(other.sums[number * sumCount + i]) }
    }
    guard keys.count <= Tally.mostGroups else {
      throw ImportError(
        .source,
        "there are more than \(Tally.mostGroups) groups: group by something that fewer records"
          + " differ in, or filter")
    }
  }

  var result: TallyResult {
    let groups = (0..<keys.count).map { group in
      TallyGroup(
        key: keys[group].isEmpty ? nil : String(decoding: keys[group], as: UTF8.self),
        count: counts[group],
        sums: Array(sums[group * sumCount..<(group + 1) * sumCount]))
    }
    let sorted = groups.sorted { left, right in
      guard left.count == right.count else { return left.count > right.count }
      return (left.key ?? "").utf8.lexicographicallyPrecedes((right.key ?? "").utf8)
    }
    return TallyResult(groups: sorted, records: records, filtered: filtered)
  }
}
