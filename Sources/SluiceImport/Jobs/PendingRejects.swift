import SluiceFeed

/// Rejects since the last commit, for a sink that keeps them in a table.
struct PendingRejects {
  private(set) var all: [Reject] = []
  private var bytes = 0

  /// The number of bytes after which a commit is due.
  private static let mostBytes = 16 << 20

  @inline(__always)
  var isFull: Bool { bytes >= PendingRejects.mostBytes }

  mutating func add(_ reject: Reject) {
    all.append(reject)
    bytes += reject.rawBytes.count
  }

  mutating func removeAll() {
    all.removeAll(keepingCapacity: true)
    bytes = 0
  }
}

extension Sink {
  /// The table of the rejects of a replacement, as a checkpoint records it: until the replacement is
  /// complete, all its rejects must be in one table. Otherwise a table need not be recorded: rejects in it
  /// are as exact as the rows.
  var gatheredRejects: String? { keepsRowsBack ? rejectTable.map { RejectRow.prefix + $0 } : nil }
}
