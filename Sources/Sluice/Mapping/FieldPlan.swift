/// The fields of a record compiled for reading: the table that finds them, and the layout of a frame that holds their
/// values until all are valid.
///
/// ```
/// frame   | slot of field 0 | slot of field 1 | … | walk | location 0, 1 … | a byte each: has a value
/// ```
///
/// The order of the fields is the order in which they are read. Immutable; any number of threads can use it at a time,
/// each with frames of its own reader.
///
/// Sound because the memory of its entries is its own, and `fields` keeps what they refer to.
@usableFromInline
@safe
package final class FieldPlan: @unchecked Sendable {
  /// A field as a frame uses it. Unmanaged: counting references would cost as much as reading a number.
  ///
  /// Sound because entries stay in the plan whose `fields` keep them alive.
  @usableFromInline
  @safe
  struct Entry {
    @usableFromInline let code: Unmanaged<PlanField>
    @usableFromInline let location: Int
    /// The location to use if `location` is empty; -1 for no fallback.
    @usableFromInline let fallback: Int
    /// Where its slot begins in a frame.
    @usableFromInline let offset: Int
    /// Whether the walk may locate a null that this field refuses, because another field of the same place accepts it.
    @usableFromInline let checksNull: Bool
  }

  package let fields: [PlanField]
  /// The paths of the fields, then those of the fallbacks.
  let paths: [FieldPath]
  /// The locations at which some field takes a null.
  let locationsTakingNull: Set<Int>
  @usableFromInline package let count: Int
  private let table: FieldTable
  /// The parts of the table that walks use; `table` owns them. Counting references would cost as much as starting a
  /// walk.
  private let start: FieldTable.Start
  @usableFromInline let entries: UnsafeMutablePointer<Entry>
  /// Where the frame holds the walk over the record.
  @usableFromInline let walk: Int
  /// Where the locations begin in a frame.
  @usableFromInline let locations: Int
  @usableFromInline let frameSize: Int
  /// Where the bytes begin that say which slots have a value.
  @usableFromInline let states: Int

  /// The fields in their reading order, with the slots that `layout` assigned.
  package init(_ fields: [PlanField], _ layout: FieldLayout) {
    self.fields = fields
    var locations: [Int] = []
    let withFallback = fields.indices.filter { fields[$0].fallback != nil }
    let places = Array(fields.indices) + withFallback
    let takingNull = Set(places.indices.filter { fields[places[$0]].takesNull })
    paths = fields.map(\.path) + withFallback.compactMap { fields[$0].fallback }
    table = FieldTable(paths, takingNull: takingNull, locations: &locations)
    start = table.start
    locationsTakingNull = Set(takingNull.map { locations[$0] })
    var fallbackLocations = locations[fields.count...]
    count = fields.count
    unsafe entries = .allocate(capacity: max(count, 1))
    for (i, field) in fields.enumerated() {
      let fallback = field.fallback == nil ? -1 : fallbackLocations.removeFirst()
      let isShared =
        locationsTakingNull.contains(locations[i]) || locationsTakingNull.contains(fallback)
      unsafe (entries + i).initialize(
        to: Entry(
          code: .passUnretained(field), location: locations[i], fallback: fallback,
          offset: field.offset, checksNull: isShared && !field.takesNull))
    }
    walk =
      (layout.size + MemoryLayout<FieldWalk>.alignment - 1)
      & ~(MemoryLayout<FieldWalk>.alignment - 1)
    self.locations = walk + MemoryLayout<FieldWalk>.stride
    states = self.locations + table.locationCount * MemoryLayout<UInt32>.stride
    frameSize = states + count
  }

  /// Locates all values of the record in a new frame at once, or sets up the walk that does so. Returns nil for the
  /// former.
  @usableFromInline
  func startWalk(
    of record: JSONPosition, in frame: UnsafeMutableRawPointer
  ) -> UnsafeMutablePointer<FieldWalk>? {
    let locations = unsafe (frame + locations).bindMemory(
      to: UInt32.self, capacity: self.start.locationCount)
    if unsafe recall(record, locations) { return nil }
    let start = unsafe (frame + walk).bindMemory(to: FieldWalk.self, capacity: 1)
    unsafe start.initialize(
      to: FieldWalk(
        self.start, of: record, locations: locations, record.context.pointee.mappedDuplicateKeys))
    return unsafe start
  }

  deinit { unsafe entries.deallocate() }
}
