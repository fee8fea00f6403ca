/// The fields of a record compiled for reading: the table that notes where they stand, and a frame
/// that holds their values until all are known to be good.
///
/// ```
/// frame   | slot of field 0 | slot of field 1 | … | note 0, 1, 2 … | a byte for each: has a value
/// ```
///
/// The order of the fields is the order in which they are read. Immutable; any number of threads
/// use it at a time, each with frames of its own reader.
@usableFromInline
package final class FieldPlan: @unchecked Sendable {
  /// A field as a frame uses it. Unmanaged: counting references would cost as much as reading a
  /// number.
  @usableFromInline
  struct Entry {
    @usableFromInline let code: Unmanaged<PlanField>
    @usableFromInline let note: Int
    /// The note of the place that counts when `note` has nothing; -1: none.
    @usableFromInline let fallback: Int
    /// Where its slot begins in a frame.
    @usableFromInline let offset: Int
    /// Whether a null is read like any other value.
    @usableFromInline let takesNull: Bool
  }

  package let fields: [PlanField]
  package let count: Int
  let table: FieldTable
  let entries: UnsafeMutablePointer<Entry>
  /// Where the notes begin in a frame.
  let notes: Int
  let frameSize: Int
  /// Where the bytes begin that say which slots have a value.
  let states: Int

  /// The fields in the order in which they are to be read, with the slots that `layout` gave them.
  package init(_ fields: [PlanField], _ layout: FieldLayout) {
    self.fields = fields
    var notes: [Int] = []
    let fallbacks = fields.compactMap(\.fallback)
    table = FieldTable(fields.map(\.path) + fallbacks, notes: &notes)
    var fallbackNotes = notes[fields.count...]
    count = fields.count
    entries = .allocate(capacity: max(count, 1))
    for (i, field) in fields.enumerated() {
      (entries + i).initialize(
        to: Entry(
          code: .passUnretained(field), note: notes[i],
          fallback: field.fallback == nil ? -1 : fallbackNotes.removeFirst(),
          offset: field.offset, takesNull: field.takesNull))
    }
    self.notes = (layout.size + 3) & ~3
    states = self.notes + table.noteCount * MemoryLayout<UInt32>.stride
    frameSize = states + count
  }

  deinit { entries.deallocate() }
}
