/// The fields of a record compiled for reading: the table that notes where they stand, and a frame
/// that holds their values until all are known to be good.
///
/// ```
/// frame   | slot of field 0 | slot of field 1 | … | walk | note 0, 1 … | a byte each: has a value
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
    /// Whether a null may be noted that this field does not take: another field of the same place
    /// does.
    @usableFromInline let checksNull: Bool
  }

  package let fields: [PlanField]
  @usableFromInline package let count: Int
  private let table: FieldTable
  /// What walks take of the table, which this holds: counting references would cost as much as
  /// starting a walk does.
  private let start: FieldTable.Start
  @usableFromInline let entries: UnsafeMutablePointer<Entry>
  /// Where the walk over the record is in a frame.
  @usableFromInline let walk: Int
  /// Where the notes begin in a frame.
  @usableFromInline let notes: Int
  @usableFromInline let frameSize: Int
  /// Where the bytes begin that say which slots have a value.
  @usableFromInline let states: Int

  /// The fields in the order in which they are to be read, with the slots that `layout` gave them.
  package init(_ fields: [PlanField], _ layout: FieldLayout) {
    self.fields = fields
    var notes: [Int] = []
    let withFallback = fields.indices.filter { fields[$0].fallback != nil }
    let places = Array(fields.indices) + withFallback
    let takingNull = Set(places.indices.filter { fields[places[$0]].takesNull })
    table = FieldTable(
      fields.map(\.path) + withFallback.compactMap { fields[$0].fallback },
      takingNull: takingNull, notes: &notes)
    start = table.start
    let notesOfNull = Set(takingNull.map { notes[$0] })
    var fallbackNotes = notes[fields.count...]
    count = fields.count
    entries = .allocate(capacity: max(count, 1))
    for (i, field) in fields.enumerated() {
      let fallback = field.fallback == nil ? -1 : fallbackNotes.removeFirst()
      let isShared = notesOfNull.contains(notes[i]) || notesOfNull.contains(fallback)
      (entries + i).initialize(
        to: Entry(
          code: .passUnretained(field), note: notes[i], fallback: fallback,
          offset: field.offset, checksNull: isShared && !field.takesNull))
    }
    walk =
      (layout.size + MemoryLayout<FieldWalk>.alignment - 1)
      & ~(MemoryLayout<FieldWalk>.alignment - 1)
    self.notes = walk + MemoryLayout<FieldWalk>.stride
    states = self.notes + table.noteCount * MemoryLayout<UInt32>.stride
    frameSize = states + count
  }

  /// Sets up the walk, and the notes, in a new frame.
  @usableFromInline
  func startWalk(
    of record: JSONPosition, in frame: UnsafeMutableRawPointer
  ) -> UnsafeMutablePointer<FieldWalk> {
    let notes = (frame + notes).bindMemory(to: UInt32.self, capacity: self.start.noteCount)
    let start = (frame + walk).bindMemory(to: FieldWalk.self, capacity: 1)
    start.initialize(
      to: FieldWalk(
        self.start, of: record, notes: notes, record.index.pointee.mappedDuplicateKeys))
    return start
  }

  deinit { entries.deallocate() }
}
