import Sluice

/// What was done to the values of the row that a plan reads, by column.
///
/// A class with memory of its own: a field of an object would need an exclusivity check for each value.
///
/// Sound because it owns its memory, which has a set for each column and one more, and columns are below their number.
@safe
package final class ValueNotes {
  private let sets: UnsafeMutablePointer<NoteSet>
  private let width: Int

  init(columns: Int) {
    width = columns
    unsafe sets = .allocate(capacity: columns + 1)
    unsafe sets.initialize(repeating: NoteSet(), count: columns + 1)
  }

  deinit { unsafe sets.deallocate() }

  /// Whether nothing was done. The last set is the union of all.
  @inline(__always)
  package var isEmpty: Bool { unsafe sets[width].isEmpty }

  @inline(__always)
  func removeAll() {
    if !isEmpty { unsafe sets.update(repeating: NoteSet(), count: width + 1) }
  }

  /// Adds to what was done to a column's value. A column that the row does not have is passed over.
  @inline(__always)
  func insert(_ notes: NoteSet, _ column: Int) {
    guard column >= 0, column < width else { return }
    unsafe sets[column].formUnion(notes)
    unsafe sets[width].formUnion(notes)
  }

  /// Adds those of another plan for the same columns.
  func insert(_ others: ValueNotes) {
    if others.isEmpty { return }
    for column in 0..<min(width, others.width) {
      insert(unsafe others.sets[column], column)
    }
  }

  /// The sets of the columns.
  @inline(__always)
  var columns: UnsafeBufferPointer<NoteSet> {
    unsafe UnsafeBufferPointer(start: sets, count: width)
  }
}
