import Sluice

/// The distinct values of each group: the values themselves while all groups together have few, and then a
/// HyperLogLog for each group.
///
/// The change depends only on how many pairs of a group and a value there are, and on their bytes; the
/// estimates depend only on the sets of values. So neither threads nor the order of records change a result.
struct DistinctValues: Sendable {
  /// The relative error of an estimate: 1.04/√16384.
  static let standardError = 0.0081

  private static let classBits = 14
  private static let listed = 1024

  /// Each pair: the group's number in four bytes, then the value's JSON.
  private var pairs = GroupKeys()
  private var counts: [Int64] = []
  private var sketches: [DistinctCount] = []
  private(set) var sketchBytes = 0
  private(set) var isExact = true
  private var pair: [UInt8] = []
  private let limits: TallyLimits

  init(_ limits: TallyLimits) { self.limits = limits }

  mutating func beginGroup() {
    if isExact { counts.append(0) } else { appendSketch() }
  }

  private mutating func appendSketch() {
    sketches.append(
      DistinctCount(classBits: DistinctValues.classBits, exactLimit: DistinctValues.listed))
  }

  mutating func removeAll() {
    pairs.removeAll()
    counts.removeAll(keepingCapacity: true)
    sketches.removeAll()
    sketchBytes = 0
    isExact = true
  }

  /// Adds a value, which is JSON, to a group.
  mutating func add(_ value: UnsafeBufferPointer<UInt8>, to group: Int) {
    guard isExact else {
      return unsafe insert(ValueHash.of(value, kind: DistinctValues.kind), in: group)
    }
    pair.removeAll(keepingCapacity: true)
    unsafe withUnsafeBytes(of: UInt32(truncatingIfNeeded: group).littleEndian) {
      unsafe pair.append(contentsOf: $0)
    }
    unsafe pair.append(contentsOf: value)
    let isNew = unsafe pair.withUnsafeBufferPointer { unsafe pairs.add($0).isNew }
    guard isNew else { return }
    counts[group] += 1
    if pairs.count > limits.exactPairs || pairs.byteCount > limits.pairBytes {
      estimate()
    }
  }

  /// Adds another table's values; `groups` has this table's number of each of its groups.
  mutating func add(_ other: DistinctValues, groups: [Int]) {
    if other.isExact {
      for number in 0..<other.pairs.count {
        let (group, value) = other.parts(of: number)
        unsafe value.withUnsafeBufferPointer { unsafe add($0, to: groups[group]) }
      }
      return
    }
    estimate()
    for (group, sketch) in other.sketches.enumerated() {
      sketchBytes -= sketches[groups[group]].byteCount
      sketches[groups[group]].merge(sketch)
      sketchBytes += sketches[groups[group]].byteCount
    }
  }

  func figure(of group: Int) -> DistinctFigure {
    DistinctFigure(count: isExact ? counts[group] : sketches[group].count, isExact: isExact)
  }

  private static let kind: UInt8 = 0

  private func parts(of number: Int) -> (group: Int, value: ArraySlice<UInt8>) {
    let pair = pairs[number]
    let group = pair.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    return (group, pair.dropFirst(4))
  }

  private mutating func insert(_ hash: UInt64, in group: Int) {
    let before = sketches[group].byteCount
    sketches[group].insert(hash)
    sketchBytes += sketches[group].byteCount - before
  }

  private mutating func estimate() {
    guard isExact else { return }
    isExact = false
    for _ in counts { appendSketch() }
    for number in 0..<pairs.count {
      let (group, value) = parts(of: number)
      let hash = unsafe value.withUnsafeBufferPointer {
        unsafe ValueHash.of($0, kind: DistinctValues.kind)
      }
      insert(hash, in: group)
    }
    pairs = GroupKeys()
    counts = []
  }
}
