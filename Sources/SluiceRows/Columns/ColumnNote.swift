import Sluice

/// What was done to a value so that its column could hold it.
package struct ColumnNote: BitwiseCopyable, Sendable {
  /// The words are those of summaries.
  package enum Kind: UInt8, CaseIterable, BitwiseCopyable, Sendable {
    /// Its column's contract replaced it.
    case nulled
    case text, spaces, plus, scalars, iso8601, utc, zone, overlap, pattern, epoch, fraction, path
  }

  package let column: Int32
  package let kind: Kind
}

/// How many values of each column have each kind of note.
package struct NoteCounts: Sendable, Hashable {
  private let names: [ByteName]
  /// By column and kind. Empty until the first note.
  private var counts: [Int64] = []

  private static let kinds = ColumnNote.Kind.allCases.count

  package init(_ columns: [ImportColumn] = []) { names = columns.map(\.name) }

  /// Adds `count`, which may be negative.
  package mutating func add(_ note: ColumnNote, _ count: Int64 = 1) {
    if counts.isEmpty {
      counts = [Int64](repeating: 0, count: max(names.count, 1) * NoteCounts.kinds)
    }
    counts[Int(note.column) * NoteCounts.kinds + Int(note.kind.rawValue)] += count
  }

  /// The number of values that were replaced, by column.
  package var nulled: [ByteName: Int64] {
    columns { counts in
      let count = counts[Int(ColumnNote.Kind.nulled.rawValue)]
      return count == 0 ? nil : count
    }
  }

  /// The number of values that were taken though they were not written as their column's type, by column and kind.
  package var accepted: [ByteName: [String: Int64]] {
    columns { counts in
      var found: [String: Int64] = [:]
      for kind in ColumnNote.Kind.allCases.dropFirst() where counts[Int(kind.rawValue)] != 0 {
        found["\(kind)"] = counts[Int(kind.rawValue)]
      }
      return found.isEmpty ? nil : found
    }
  }

  /// Without a note, those of any columns are equal.
  package static func == (left: NoteCounts, right: NoteCounts) -> Bool {
    left.nulled == right.nulled && left.accepted == right.accepted
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(nulled) }

  private func columns<Figure>(_ figure: ([Int64]) -> Figure?) -> [ByteName: Figure] {
    guard !counts.isEmpty else { return [:] }
    var found: [ByteName: Figure] = [:]
    for (number, name) in names.enumerated() {
      let first = number * NoteCounts.kinds
      found[name] = figure(Array(counts[first..<first + NoteCounts.kinds]))
    }
    return found
  }
}

/// The notes of rows that were made and not delivered yet, in the order of the rows.
package struct RowNotes: Sendable {
  private var rows: [Int] = []
  private var notes: [ColumnNote] = []

  package init() {}

  @inline(__always)
  package var isEmpty: Bool { rows.isEmpty }

  package mutating func removeAll() {
    rows.removeAll(keepingCapacity: true)
    notes.removeAll(keepingCapacity: true)
  }

  /// Adds notes of the last row up to now, or of one after it.
  package mutating func add(_ notes: some Collection<ColumnNote>, row: Int) {
    for note in notes {
      rows.append(row)
      self.notes.append(note)
    }
  }

  /// Forgets those of the last rows, from `row` on.
  package mutating func remove(from row: Int) {
    let kept = firstPlace(of: row)
    rows.removeLast(rows.count - kept)
    notes.removeLast(notes.count - kept)
  }

  /// Counts the notes of all rows before `row`.
  package func count(before row: Int, in counts: inout NoteCounts) {
    for note in notes[..<firstPlace(of: row)] { counts.add(note) }
  }

  /// The notes of a row. O(log notes).
  package subscript(row: Int) -> ArraySlice<ColumnNote> {
    let first = firstPlace(of: row)
    var end = first
    while end < rows.count, rows[end] == row { end += 1 }
    return notes[first..<end]
  }

  private func firstPlace(of row: Int) -> Int {
    var (low, high) = (0, rows.count)
    while low < high {
      let middle = (low + high) / 2
      if rows[middle] < row { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
