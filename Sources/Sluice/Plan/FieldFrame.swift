/// The values of one record on their way from the document to whoever binds them.
///
/// Whoever makes one keeps its plan alive and calls `end` exactly once: it ends the values that are
/// still there and gives the memory back. Sound because a slot is read or ended only while its
/// state says that it has a value, and the states are cleared before anything is read.
@usableFromInline
package struct FieldFrame {
  @usableFromInline package let record: JSONPosition
  @usableFromInline let count: Int
  @usableFromInline let entries: UnsafeMutablePointer<FieldPlan.Entry>
  @usableFromInline let base: UnsafeMutableRawPointer
  @usableFromInline let notes: UnsafeMutablePointer<UInt32>
  @usableFromInline let states: UnsafeMutablePointer<Bool>
  @usableFromInline let mark: ScratchStack.Mark
  @usableFromInline let walk: UnsafeMutablePointer<FieldWalk>

  /// A frame for the record, an object or an array. Throws `depth-exceeded`, `out-of-memory`.
  @inlinable @inline(__always)
  package init(_ plan: FieldPlan, of record: JSONPosition) throws(JSONError) {
    let index = record.index
    try index.enterPlan(at: record)
    self.record = record
    count = plan.count
    entries = plan.entries
    mark = index.pointee.scratch.mark
    do throws(JSONError) {
      base = try index.pointee.scratch.allocate(plan.frameSize)
    } catch {
      index.leavePlan()
      throw error
    }
    states = (base + plan.states).initializeMemory(as: Bool.self, repeating: false, count: count)
    notes = (base + plan.notes).assumingMemoryBound(to: UInt32.self)
    walk = plan.startWalk(of: record, in: base)
  }

  /// Goes over the record and calls `body` with each field, in the plan's order, and the token at
  /// which it stands; `absent`: it is not there, or null.
  ///
  /// A field is read as soon as it and all before it are found, so that containers are gone over
  /// once; in a document in which that was in vain before, when all are found. When a wanted field turns up a second time, and the last counts, `restart` is called, what
  /// was read is dropped, and all fields are read again. Throws what the walk and `body` throw.
  @inlinable @inline(__always)
  package func readAll(
    restart: () -> Void, _ body: (borrowing FieldFrame, Int, UInt32) throws -> Void
  ) throws {
    var next = 0
    let readsLate = record.index.pointee.lateGeneration == record.generation
    do {
      while try walk.pointee.next() {
        if readsLate { continue }
        while next < count, let token = found(next) {
          try body(self, next, token)
          next += 1
        }
      }
    } catch {
      // What failed may be a field that does not count.
      do { while try walk.pointee.next() {} } catch _ {}
      guard walk.pointee.isDone, walk.pointee.hasDuplicates else { throw error }
    }
    if walk.pointee.hasDuplicates, !readsLate {
      record.index.pointee.lateGeneration = record.generation
      restart()
      endValues()
      next = 0
    }
    while next < count {
      try body(self, next, token(of: next))
      next += 1
    }
  }

  /// Where a field stands that is not there, or null.
  @inlinable package static var absent: UInt32 { .max }

  /// Where the field stands, as far as is known before the walk is done.
  @inlinable @inline(__always)
  func found(_ field: Int) -> UInt32? {
    let entry = entries + field
    guard entry.pointee.fallback < 0 else { return nil }
    guard let token = noted(entry.pointee.note) else { return nil }
    return entry.pointee.checksNull ? notNull(token) : token
  }

  /// Where the field stands.
  @inlinable @inline(__always)
  func token(of field: Int) -> UInt32 {
    let entry = entries + field
    var token = noted(entry.pointee.note)
    if token == nil, entry.pointee.fallback >= 0 { token = noted(entry.pointee.fallback) }
    guard let token else { return FieldFrame.absent }
    return entry.pointee.checksNull ? notNull(token) : token
  }

  @inlinable
  func notNull(_ token: UInt32) -> UInt32 {
    token == FieldFrame.absent || record.at(token).isNull ? FieldFrame.absent : token
  }

  /// What the walk noted. The record itself, note 0, it does not note.
  @inlinable @inline(__always)
  func noted(_ note: Int) -> UInt32? {
    if note == 0 { return record.token }
    let token = notes[note]
    return token == 0 ? nil : token
  }

  /// Reads the field's value at `token` into its slot. Throws what reading it throws.
  @inlinable @inline(__always)
  package func read(_ field: Int, at token: UInt32) throws {
    let entry = entries + field
    let slot = base + entry.pointee.offset
    try entry.pointee.code._withUnsafeGuaranteedRef { try $0.read(record.at(token), slot) }
    states[field] = true
  }

  /// Whether a field that is absent is there, and null. Once the walk is done.
  package func isNull(_ field: Int) -> Bool {
    let entry = entries + field
    let fallback = entry.pointee.fallback
    guard let token = noted(entry.pointee.note) ?? (fallback >= 0 ? noted(fallback) : nil) else {
      return false
    }
    return notNull(token) == FieldFrame.absent
  }

  /// Fills the slot of a field that is not there. False: such a field has no value.
  @inlinable @inline(__always)
  package func readAbsent(_ field: Int) throws -> Bool {
    let entry = entries + field
    let slot = base + entry.pointee.offset
    return try entry.pointee.code._withUnsafeGuaranteedRef { code in
      guard code.hasAbsent else { return false }
      try code.absent(slot)
      states[field] = true
      return true
    }
  }

  /// The slot of a field, when it has a value: from here on it is the caller's to move out.
  @inlinable @inline(__always)
  package func take(_ field: Int) -> UnsafeMutableRawPointer? {
    guard states[field] else { return nil }
    states[field] = false
    return base + entries[field].offset
  }

  /// The frame's memory, with the slots in it: for `FieldValues`, once every field has a value.
  @inlinable @inline(__always)
  package var slots: UnsafeRawPointer { UnsafeRawPointer(base) }

  /// Ends the values that nobody took, gives the memory back, and leaves word of where the record
  /// ends.
  @inlinable @inline(__always)
  package func end() {
    endValues()
    // The walk lies in the memory that is given back.
    if walk.pointee.isDone { record.leaveHint(container: record.token, token: walk.pointee.close) }
    let index = record.index
    index.pointee.scratch.release(to: mark)
    index.leavePlan()
  }

  @inlinable @inline(__always)
  func endValues() {
    for field in 0..<count where states[field] {
      states[field] = false
      let slot = base + entries[field].offset
      entries[field].code._withUnsafeGuaranteedRef { $0.destroy?(slot) }
    }
  }
}
