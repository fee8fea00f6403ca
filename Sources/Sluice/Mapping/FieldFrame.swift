/// Holds the values of one record between reading them from the document and binding them.
///
/// The caller that makes a frame keeps its plan alive and calls `end` exactly once, which destroys the remaining values
/// and frees the memory. Sound because a slot is read or destroyed only while its state says that it has a value, and
/// the states are cleared before anything is read.
@usableFromInline
@safe
package struct FieldFrame {
  @usableFromInline package let record: JSONPosition
  @usableFromInline let count: Int
  @usableFromInline let entries: UnsafeMutablePointer<FieldPlan.Entry>
  @usableFromInline let base: UnsafeMutableRawPointer
  @usableFromInline let locations: UnsafeMutablePointer<UInt32>
  @usableFromInline let states: UnsafeMutablePointer<Bool>
  @usableFromInline let mark: ScratchStack.Height
  /// Nil if all values were located at once.
  @usableFromInline let walk: UnsafeMutablePointer<FieldWalk>?

  /// A frame for the record, an object or an array. Throws `depth-exceeded`, `out-of-memory`.
  @inlinable @inline(__always)
  package init(_ plan: FieldPlan, of record: JSONPosition) throws(JSONError) {
    let context = unsafe record.context
    try unsafe context.enterPlan(at: record)
    self.record = record
    count = plan.count
    unsafe entries = unsafe plan.entries
    mark = unsafe context.pointee.scratch.mark
    do throws(JSONError) {
      unsafe base = try unsafe context.pointee.scratch.allocate(plan.frameSize)
    } catch {
      unsafe context.leavePlan()
      throw error
    }
    unsafe states = unsafe (base + plan.states).initializeMemory(
      as: Bool.self, repeating: false, count: count)
    unsafe locations = unsafe (base + plan.locations).assumingMemoryBound(to: UInt32.self)
    unsafe walk = unsafe plan.startWalk(of: record, in: base)
  }

  /// Walks over the record and calls `body` with each field, in the plan's order, and the token of its value, or
  /// `absent` if the field is missing or null.
  ///
  /// Normally reads a field as soon as it and all fields before it are found, so that containers are walked over once.
  /// In a document where that has already failed, reads only once all fields are found. When a wanted field occurs a
  /// second time and the last one counts, calls `restart`, drops the values read so far, and reads all fields again.
  /// Throws the errors of the walk and of `body`.
  @inlinable @inline(__always)
  package func readAll(
    restart: () -> Void, _ body: (borrowing FieldFrame, Int, UInt32) throws -> Void
  ) throws {
    var next = 0
    if let walk = unsafe walk { next = try unsafe readWalking(walk, restart: restart, body) }
    while next < count {
      try body(self, next, token(of: next))
      next += 1
    }
  }

  /// Walks over the record, and returns the number of fields that were read by then.
  @inlinable @inline(__always)
  func readWalking(
    _ walk: UnsafeMutablePointer<FieldWalk>, restart: () -> Void,
    _ body: (borrowing FieldFrame, Int, UInt32) throws -> Void
  ) throws -> Int {
    var next = 0
    let readsLate = unsafe record.context.pointee.lateGeneration == record.generation
    do {
      while try unsafe walk.pointee.next() {
        if readsLate { continue }
        while next < count, let token = found(next) {
          try body(self, next, token)
          next += 1
        }
      }
    } catch {
      // The failed field may be one that does not count.
      do { while try unsafe walk.pointee.next() {} } catch _ {}
      guard unsafe walk.pointee.isDone, unsafe walk.pointee.hasDuplicates else { throw error }
    }
    if unsafe walk.pointee.hasDuplicates, !readsLate {
      unsafe record.context.pointee.lateGeneration = record.generation
      restart()
      endValues()
      next = 0
    }
    return next
  }

  /// The token of a field that is missing or null.
  @inlinable package static var absent: UInt32 { .max }

  /// The token of the field, as far as the unfinished walk knows.
  @inlinable @inline(__always)
  func found(_ field: Int) -> UInt32? {
    let entry = unsafe entries + field
    guard unsafe entry.pointee.fallback < 0 else { return nil }
    guard let token = unsafe located(entry.pointee.location) else { return nil }
    return unsafe entry.pointee.checksNull ? notNull(token) : token
  }

  /// The token of the field.
  @inlinable @inline(__always)
  func token(of field: Int) -> UInt32 {
    let entry = unsafe entries + field
    var token = unsafe located(entry.pointee.location)
    if token == nil, unsafe entry.pointee.fallback >= 0 {
      token = unsafe located(entry.pointee.fallback)
    }
    guard let token else { return FieldFrame.absent }
    return unsafe entry.pointee.checksNull ? notNull(token) : token
  }

  @inlinable
  func notNull(_ token: UInt32) -> UInt32 {
    token == FieldFrame.absent || record.at(token).isNull ? FieldFrame.absent : token
  }

  /// The walk's location. The walk doesn't record a location for the record itself, which is location 0.
  @inlinable @inline(__always)
  func located(_ location: Int) -> UInt32? {
    if location == 0 { return record.token }
    let token = unsafe locations[location]
    return token == 0 ? nil : token
  }

  /// Reads the field's value at `token` into its slot. Throws the errors of that.
  @inlinable @inline(__always)
  package func read(_ field: Int, at token: UInt32) throws {
    let entry = unsafe entries + field
    let slot = unsafe base + entry.pointee.offset
    try unsafe entry.pointee.code._withUnsafeGuaranteedRef {
      try unsafe $0.read(record.at(token), slot)
    }
    unsafe states[field] = true
  }

  /// Whether an absent field is in the record, as null. Call it once the walk is done.
  package func isNull(_ field: Int) -> Bool {
    let entry = unsafe entries + field
    let fallback = unsafe entry.pointee.fallback
    guard
      let token = unsafe located(entry.pointee.location)
        ?? (fallback >= 0 ? located(fallback) : nil)
    else {
      return false
    }
    return notNull(token) == FieldFrame.absent
  }

  /// Fills the slot of an absent field. Returns false if it has no value then.
  @inlinable @inline(__always)
  package func readAbsent(_ field: Int) throws -> Bool {
    let entry = unsafe entries + field
    let slot = unsafe base + entry.pointee.offset
    return try unsafe entry.pointee.code._withUnsafeGuaranteedRef { code in
      guard code.hasAbsent else { return false }
      try unsafe code.absent(slot)
      unsafe states[field] = true
      return true
    }
  }

  /// The slot of a field, if it has a value; the caller must move the value out.
  @inlinable @inline(__always)
  package func claim(_ field: Int) -> UnsafeMutableRawPointer? {
    guard unsafe states[field] else { return nil }
    unsafe states[field] = false
    return unsafe base + entries[field].offset
  }

  /// The frame's memory, including the slots: for `FieldValues`, once every field has a value.
  @inlinable @inline(__always)
  package var slots: UnsafeRawPointer { unsafe UnsafeRawPointer(base) }

  /// Destroys the values that were not taken, frees the memory, and records where the record ends.
  @inlinable @inline(__always)
  package func end() {
    endValues()
    // The walk is part of the memory that is freed.
    if let walk = unsafe walk, unsafe walk.pointee.isDone {
      unsafe record.leaveHint(container: record.token, token: walk.pointee.close)
    }
    let context = unsafe record.context
    unsafe context.pointee.scratch.release(to: mark)
    unsafe context.leavePlan()
  }

  @inlinable @inline(__always)
  func endValues() {
    for field in 0..<count where unsafe states[field] {
      unsafe states[field] = false
      let slot = unsafe base + entries[field].offset
      unsafe entries[field].code._withUnsafeGuaranteedRef { unsafe $0.destroy?(slot) }
    }
  }
}
