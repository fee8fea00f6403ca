import Sluice

/// What to do with unknown keys: keys of a record, and of the objects in it that columns lead into, that no
/// column, filter or exploded array names.
public enum UnknownKeys: String, Sendable, Hashable, CaseIterable {
  /// Does nothing, at no cost.
  case ignore
  /// Counts them by their paths: `unknownKeys` of ``RowSelection/Counts``, or of a job's summary.
  case report
  /// Ends the job with an error at the first one. The next run comes to the same record.
  case stop
}

/// The number of each unknown key, by the path that a column would have for it.
package struct UnknownKeyCounts: Sendable {
  /// Further distinct keys are only counted: a feed whose keys are data has any number of them.
  static let most = 1000

  package private(set) var counts: [ByteName: Int64] = [:]
  package private(set) var others: Int64 = 0

  package init() {}

  mutating func add(_ path: ByteName, _ count: Int64) {
    if counts[path] != nil || counts.count < UnknownKeyCounts.most {
      counts[path, default: 0] += count
    } else {
      others += count
    }
  }

  mutating func addOthers(_ count: Int64) { others += count }

  package mutating func add(_ other: UnknownKeyCounts) {
    // In a fixed order, so that each run keeps the same ones.
    for (path, count) in other.counts.sorted(by: { $0.key < $1.key }) { add(path, count) }
    others += other.others
  }
}

/// A record was refused because of a key.
struct UnknownKeyFault: Error {
  let path: String
}
