import Sluice

/// How many rows a replacement has gathered: what the checkpoints of its sources count, and those of sources that have
/// none because they can't be read again.
struct GatheredRows {
  private var ended: Int64 = 0
  /// Those of the current source, if it has no progress.
  private var current: Int64 = 0

  /// Begins with the next source.
  mutating func switchSource() {
    ended += current
    current = 0
  }

  /// Forgets all rows.
  mutating func removeAll() { (ended, current) = (0, 0) }

  /// Notes a commit.
  mutating func commit(_ checkpoint: Checkpoint, of job: JobIdentity?) {
    if job == nil { current = checkpoint.rows }
  }

  /// The number of all rows. `progress`: that of the sources that have some.
  func count(with progress: [some StoredProgress]) throws(ImportError) -> Int64 {
    var count = ended + current
    for row in progress { count += try row.storedRows() }
    return count
  }
}

extension GatheringTable {
  /// Throws when the table has other rows than were gathered. `found`: their number, in the transaction that publishes
  /// them.
  static func check(_ name: String, found: Int64, gathered: Int64) throws(ImportError) {
    guard found != gathered else { return }
    throw ImportError(
      .changedTarget,
      "\(gathered) rows were gathered in \(name), and it has \(found): another client has"
        + " \(found < gathered ? "removed" : "added") some. --restart gathers them anew")
  }
}
