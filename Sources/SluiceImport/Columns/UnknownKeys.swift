/// What becomes of keys that nothing asks for: those of a record, and of the objects in it that columns
/// lead into, that no column, no filter and no exploded array names.
public enum UnknownKeys: String, Sendable, Hashable, CaseIterable {
  /// Nothing. Costs nothing.
  case ignore
  /// They are counted by their paths: ``ImportSummary/unknownKeys``.
  case report
  /// The job ends with an error at the first one. Run again, it comes to the same record.
  case stop
}

/// How often there were which unknown keys, by their paths as a column would name them.
struct UnknownKeyCounts: Sendable {
  /// More different ones are only counted: a feed whose keys are data has any number of them.
  static let most = 1000

  private(set) var counts: [String: Int64] = [:]
  private(set) var others: Int64 = 0

  mutating func add(_ path: String, _ count: Int64) {
    if counts[path] != nil || counts.count < UnknownKeyCounts.most {
      counts[path, default: 0] += count
    } else {
      others += count
    }
  }

  mutating func addOthers(_ count: Int64) { others += count }

  mutating func add(_ other: UnknownKeyCounts) {
    // In an order of their own, so that the same ones are kept in each run.
    for (path, count) in other.counts.sorted(by: { $0.key < $1.key }) { add(path, count) }
    others += other.others
  }
}

/// A record was refused because of a key.
struct UnknownKeyFault: Error {
  let path: String
}
