/// The ends of a chunk's records, relative to where reading began.
///
/// Records on successive lines of a window form a run, which has their lines and numbers once, and an offset for
/// each: as they come from a run of lines, so that they are copied as they are.
package struct RecordEnds {
  private struct Run {
    /// The first of its records.
    let first: Int
    /// What is added to each offset.
    let base: UInt32
    let line: UInt32
    let number: UInt32
  }

  private var offsets: [UInt32] = []
  private var runs: [Run] = []
  /// Those of the next record, if it is in the last run.
  private var nextLine: UInt32 = 0
  private var nextNumber: UInt32 = 0
  private var base: UInt32 = 0

  package init() {}

  package var count: Int { offsets.count }

  /// Adds a record.
  @inline(__always)
  package mutating func append(offset: Int64, line: Int64, number: Int64) {
    let (line, number) = (UInt32(truncatingIfNeeded: line), UInt32(truncatingIfNeeded: number))
    if line != nextLine || number != nextNumber || runs.isEmpty { begin(base, line, number) }
    offsets.append(UInt32(truncatingIfNeeded: offset) &- base)
    (nextLine, nextNumber) = (line &+ 1, number &+ 1)
  }

  /// Adds records on successive lines: the first with this line and number, each ending `base` after its place,
  /// and the last not after `end`.
  package mutating func append(
    _ places: UnsafeBufferPointer<UInt32>, base: Int64, line: Int64, number: Int64, end: Int64
  ) {
    guard let last = unsafe places.last else { return }
    let (line, number) = (UInt32(truncatingIfNeeded: line), UInt32(truncatingIfNeeded: number))
    let start = UInt32(truncatingIfNeeded: base)
    if line != nextLine || number != nextNumber || start != self.base || runs.isEmpty {
      begin(start, line, number)
    }
    unsafe offsets.append(contentsOf: places)
    offsets[offsets.count - 1] = UInt32(truncatingIfNeeded: min(base &+ Int64(last), end)) &- start
    let count = UInt32(truncatingIfNeeded: places.count)
    (nextLine, nextNumber) = (line &+ count, number &+ count)
  }

  @inline(never)
  private mutating func begin(_ base: UInt32, _ line: UInt32, _ number: UInt32) {
    runs.append(Run(first: offsets.count, base: base, line: line, number: number))
    self.base = base
  }

  /// Where a record ends. O(log runs).
  package func end(of record: Int) -> (offset: Int64, line: Int64, number: Int64) {
    precondition(record >= 0 && record < offsets.count, "no such record")
    var (low, high) = (0, runs.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if runs[middle].first <= record { low = middle } else { high = middle }
    }
    let run = runs[low]
    let place = UInt32(truncatingIfNeeded: record - run.first)
    return (
      Int64(run.base &+ offsets[record]), Int64(run.line &+ place), Int64(run.number &+ place)
    )
  }
}
