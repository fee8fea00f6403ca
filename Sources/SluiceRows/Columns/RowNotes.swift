import Sluice

/// The notes of rows that were made and not delivered yet, in the order of the rows. Rows that follow each other and
/// have the same notes, as most of a feed do, take the room of one.
package struct RowNotes: Sendable {
  private struct Run {
    let first: Int
    var count: Int
    /// Where the sets of its columns begin; `width` of them.
    let start: Int
    let width: Int

    var end: Int { first + count }
  }

  private var runs: [Run] = []
  private var sets: [NoteSet] = []

  package init() {}

  @inline(__always)
  package var isEmpty: Bool { runs.isEmpty }

  package mutating func removeAll() {
    runs.removeAll(keepingCapacity: true)
    sets.removeAll(keepingCapacity: true)
  }

  /// Adds notes of the last row up to now, or of one after it. A row may have them several times.
  package mutating func add(_ notes: ValueNotes, row: Int) {
    unsafe add(notes.columns, row)
  }

  /// Adds those of a row of other rows.
  package mutating func add(_ others: RowNotes, of other: Int, row: Int) {
    others.forEach(other) { run in
      unsafe others.sets.withUnsafeBufferPointer { sets in
        unsafe add(UnsafeBufferPointer(rebasing: sets[run.start..<run.start + run.width]), row)
      }
    }
  }

  private mutating func add(_ notes: UnsafeBufferPointer<NoteSet>, _ row: Int) {
    if let last = runs.last, last.end == row, last.width == notes.count,
      unsafe has(notes, at: last.start)
    {
      runs[runs.count - 1].count += 1
      return
    }
    runs.append(Run(first: row, count: 1, start: sets.count, width: notes.count))
    unsafe sets.append(contentsOf: notes)
  }

  private func has(_ notes: UnsafeBufferPointer<NoteSet>, at start: Int) -> Bool {
    for column in notes.indices where unsafe sets[start + column] != notes[column] {
      return false
    }
    return true
  }

  /// Forgets those of the last rows, from `row` on.
  package mutating func remove(from row: Int) {
    while let last = runs.last, last.end > row {
      guard last.first < row else {
        sets.removeLast(last.width)
        runs.removeLast()
        continue
      }
      runs[runs.count - 1].count = row - last.first
    }
  }

  /// Counts the notes of all rows before `row`.
  package func count(before row: Int, in counts: inout NoteCounts) {
    for run in runs where run.first < row {
      count(run, min(run.count, row - run.first), in: &counts)
    }
  }

  /// Counts the notes of a row, `times` times, which may be negative. O(log notes).
  package func count(_ row: Int, _ times: Int = 1, in counts: inout NoteCounts) {
    forEach(row) { count($0, times, in: &counts) }
  }

  private func count(_ run: Run, _ times: Int, in counts: inout NoteCounts) {
    for column in 0..<run.width {
      counts.add(sets[run.start + column], of: column, Int64(times))
    }
  }

  /// The runs that have a row: several if it has notes several times.
  private func forEach(_ row: Int, _ body: (Run) -> Void) {
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].end <= row { low = middle + 1 } else { high = middle }
    }
    while low < runs.count, runs[low].first <= row {
      body(runs[low])
      low += 1
    }
  }
}
