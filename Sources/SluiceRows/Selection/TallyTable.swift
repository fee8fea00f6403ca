/// Groups by the bytes of their keys.
package struct TallyTable {
  private let layout: TallyLayout
  private let figureCount: Int
  /// The keys' JSON. Records without a key have the empty one, which no value has.
  private(set) var keys = GroupKeys()
  /// The number of records of each group; `figures` has each group's figures in a row. Both are flat: Swift
  /// checks each array for unique ownership before it changes it for a record.
  private var counts: [Int64] = []
  private var figures: [NumberFigures] = []
  /// Each group's numbers for quantiles in a row.
  private var samples: [NumberSample] = []
  private var sampleLimit: Int
  /// How many intervals the groups' samples have; known after another table was added.
  private var intervals = 0
  /// For each path whose values are counted.
  private var distincts: [DistinctValues]
  private var filtered: Int64 = 0
  private var records: Int64 = 0
  private let isGrouped: Bool

  /// An empty table: replaces one that is in use elsewhere.
  static let empty = TallyTable(Tally())

  package init(_ tally: Tally) { self.init(TallyLayout(tally)) }

  init(_ layout: TallyLayout) {
    self.layout = layout
    figureCount = layout.numberPaths.count
    isGrouped = !layout.groupings.isEmpty
    distincts = layout.distinctPaths.map { _ in DistinctValues(layout.limits) }
    sampleLimit = NumberSample.exactLimit(layout.limits, groups: 1)
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
    for _ in 0..<figureCount { figures.append(NumberFigures()) }
    for _ in 0..<layout.sampleCount { samples.append(NumberSample()) }
    for i in distincts.indices { distincts[i].beginGroup() }
    let before = counts.count - 1
    if layout.sampleCount > 0, before & (before - 1) == 0 { limitSamples() }
  }

  /// Keeps fewer numbers of each group as there are more groups. Called when their number has grown beyond a
  /// power of two.
  private mutating func limitSamples() {
    let limit = NumberSample.exactLimit(layout.limits, groups: counts.count)
    guard limit < sampleLimit else { return }
    sampleLimit = limit
    intervals = 0
    for i in samples.indices {
      samples[i].keep(limit)
      intervals += samples[i].intervalCount
    }
  }

  /// Forgets what was counted, but keeps the memory.
  mutating func removeAll() {
    keys.removeAll()
    counts.removeAll(keepingCapacity: true)
    figures.removeAll(keepingCapacity: true)
    samples.removeAll(keepingCapacity: true)
    sampleLimit = NumberSample.exactLimit(layout.limits, groups: 1)
    for i in distincts.indices { distincts[i].removeAll() }
    (intervals, filtered, records) = (0, 0, 0)
    if !isGrouped { _ = add([]) }
  }

  @inline(__always)
  mutating func passOver() { filtered &+= 1 }

  /// Counts a record, with its numbers for each path.
  @inline(__always)
  mutating func add(_ found: TallyKeys, _ values: UnsafeMutableBufferPointer<TallyValue>) {
    let group = isGrouped ? add(found.group) : 0
    for i in 0..<figureCount {
      switch unsafe values[i] {
      case .none: break
      case .other: figures[group &* figureCount &+ i].others &+= 1
      case .number(let number): add(number, i, to: group)
      case .text(let number):
        figures[group &* figureCount &+ i].texts &+= 1
        add(number, i, to: group)
      }
    }
    if !distincts.isEmpty { addValues(found, to: group) }
    counts[group] &+= 1
    records &+= 1
  }

  @inline(__always)
  private mutating func add(_ number: TallyNumber, _ path: Int, to group: Int) {
    figures[group &* figureCount &+ path].add(number)
    if let sample = layout.samples[path] {
      samples[group &* layout.sampleCount &+ sample].add(number, limit: sampleLimit)
    }
  }

  private mutating func addValues(_ found: TallyKeys, to group: Int) {
    unsafe found.values.withUnsafeBufferPointer { values in
      var start = 0
      for (i, end) in found.ends.enumerated() {
        if end > start {
          unsafe distincts[i].add(UnsafeBufferPointer(rebasing: values[start..<end]), to: group)
        }
        start = end
      }
    }
  }

  /// Adds another table's groups. Throws when there are too many groups or when they need too much memory.
  package mutating func add(_ other: TallyTable) throws(ImportError) {
    filtered += other.filtered
    records += other.records
    var groups: [Int] = []
    groups.reserveCapacity(other.keys.count)
    for number in 0..<other.keys.count {
      let (group, isNew) = keys.add(number, of: other.keys)
      if isNew { beginGroup() }
      groups.append(group)
      counts[group] += other.counts[number]
      for i in 0..<figureCount {
        figures[group * figureCount + i].add(other.figures[number * figureCount + i])
      }
      for i in 0..<layout.sampleCount {
        let place = group * layout.sampleCount + i
        intervals -= samples[place].intervalCount
        samples[place].add(other.samples[number * layout.sampleCount + i], limit: sampleLimit)
        intervals += samples[place].intervalCount
      }
    }
    for i in distincts.indices { distincts[i].add(other.distincts[i], groups: groups) }
    try checkMemory()
  }

  private func checkMemory() throws(ImportError) {
    let limits = layout.limits
    if keys.count > limits.groups {
      throw TallyTable.fault("there are more than \(limits.groups) groups")
    }
    if keys.byteCount > limits.keyBytes {
      throw TallyTable.fault(
        "the values that are grouped by take more than \(limits.keyBytes >> 20) MiB")
    }
    if intervals > limits.intervals {
      throw TallyTable.fault(
        "the quantiles of all groups need more than \(limits.intervals) intervals")
    }
    if distincts.contains(where: { $0.sketchBytes > limits.sketchBytes }) {
      throw TallyTable.fault(
        "the distinct values of all groups need more than \(limits.sketchBytes >> 20) MiB")
    }
  }

  private static func fault(_ reason: String) -> ImportError {
    ImportError(
      .source, "\(reason): group by something that fewer records differ in, or filter")
  }

  /// The number of records of each group, by the group's number, which never changes.
  package var groupCounts: [Int64] { counts }

  /// The groups with the most records, with their numbers: the largest first, and of equal ones the
  /// first that occurred. O(groups · count) at most.
  package func top(_ count: Int) -> [(number: Int, group: TallyGroup)] {
    if count >= counts.count {
      let all = counts.indices.sorted { (counts[$1], $0) < (counts[$0], $1) }
      return all.map { ($0, group($0)) }
    }
    var largest: [Int] = []
    for number in counts.indices where isLarger(number, than: largest, of: count) {
      let place = largest.firstIndex { counts[$0] < counts[number] } ?? largest.count
      largest.insert(number, at: place)
      if largest.count > count { largest.removeLast() }
    }
    return largest.map { ($0, group($0)) }
  }

  private func isLarger(_ number: Int, than largest: [Int], of count: Int) -> Bool {
    guard largest.count == count, let last = largest.last else { return count > 0 }
    return counts[number] > counts[last]
  }

  private func group(_ number: Int) -> TallyGroup {
    TallyGroup(
      keys: TallyKeys.parts(of: keys[number], count: layout.groupings.count),
      count: counts[number], sums: sums(of: number))
  }

  package var result: TallyResult {
    let groups = (0..<keys.count).map(group)
    let sorted = groups.sorted { left, right in
      guard left.count == right.count else { return left.count > right.count }
      for (a, b) in zip(left.keys, right.keys) {
        let (a, b) = ((a ?? "").utf8, (b ?? "").utf8)
        if !a.elementsEqual(b) { return a.lexicographicallyPrecedes(b) }
      }
      return false
    }
    return TallyResult(groups: sorted, records: records, filtered: filtered)
  }

  private func sums(of group: Int) -> [TallyGroup.Sum] {
    layout.places.map { place in
      switch place {
      case .distinct(let number):
        return TallyGroup.Sum(
          figures: NumberFigures(), sample: nil, distinct: distincts[number].figure(of: group))
      case .numbers(let number):
        var sample = layout.samples[number].map { samples[group * layout.sampleCount + $0] }
        sample?.sort()
        return TallyGroup.Sum(
          figures: figures[group * figureCount + number], sample: sample, distinct: nil)
      }
    }
  }
}
