import Sluice

/// How many values of each column have each note.
package struct NoteCounts: Sendable, Hashable {
  private let names: [ByteName]
  /// By column and note. Empty until the first note.
  private var counts: [Int64] = []

  private static let notes = ColumnNote.allCases.count

  package init(_ columns: [ImportColumn] = []) { names = columns.map(\.name) }

  /// Adds the notes of a row, `count` times, which may be negative.
  package mutating func add(_ row: ValueNotes, _ count: Int64 = 1) {
    for column in unsafe row.columns.indices { add(unsafe row.columns[column], of: column, count) }
  }

  mutating func add(_ notes: NoteSet, of column: Int, _ count: Int64) {
    if notes.isEmpty { return }
    if counts.isEmpty {
      counts = [Int64](repeating: 0, count: max(names.count, 1) * NoteCounts.notes)
    }
    let first = column * NoteCounts.notes
    notes.forEach { counts[first + Int($0.rawValue)] += count }
  }

  /// The number of values that were replaced, by column.
  package var nulled: [ByteName: Int64] {
    columns { counts in
      let count = counts[Int(ColumnNote.nulled.rawValue)]
      return count == 0 ? nil : count
    }
  }

  /// The number of values that were taken though they were not written as their column's type, by column and note.
  package var accepted: [ByteName: [String: Int64]] {
    columns { counts in
      var found: [String: Int64] = [:]
      for note in ColumnNote.allCases.dropFirst() where counts[Int(note.rawValue)] != 0 {
        found["\(note)"] = counts[Int(note.rawValue)]
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
      let first = number * NoteCounts.notes
      found[name] = figure(Array(counts[first..<first + NoteCounts.notes]))
    }
    return found
  }
}
