/// Values by type, for the types that a session has met. A lookup mostly compares one word.
///
/// Open addressing, at most half full, so that no two types compete for a place.
///
/// Sound because a value is initialised where `ids` is not 0, and the table that owns the map frees it. Places move when the
/// map grows, so callers don't keep them. (A generic type that is not Copyable and has a `deinit` makes the compiler emit a
/// broken module: Swift 6.3.1.)
@safe
struct TypeMap<Value> {
  private var ids: UnsafeMutablePointer<UInt>
  private var values: UnsafeMutablePointer<Value>
  private var capacity = 64
  /// The bits of a hash that don't number a place.
  private var shift: UInt64 = 58
  private(set) var count = 0

  init() {
    unsafe ids = .allocate(capacity: 64)
    unsafe ids.initialize(repeating: 0, count: 64)
    unsafe values = .allocate(capacity: 64)
  }

  /// Its last use.
  func free() {
    for place in 0..<capacity where unsafe ids[place] != 0 {
      unsafe (values + place).deinitialize(count: 1)
    }
    unsafe ids.deallocate()
    unsafe values.deallocate()
  }

  /// The place of a type's value, or nil.
  @inline(__always)
  func find(_ type: ObjectIdentifier) -> UnsafeMutablePointer<Value>? {
    let id = UInt(bitPattern: type)
    var place = first(id)
    while true {
      let found = unsafe ids[place]
      if found == id { return unsafe values + place }
      if found == 0 { return nil }
      place = (place &+ 1) & (capacity &- 1)
    }
  }

  /// Adds the value of a type that has none.
  @inline(never)
  mutating func insert(_ type: ObjectIdentifier, _ value: Value) {
    if 2 * (count + 1) > capacity { grow() }
    unsafe (values + claim(UInt(bitPattern: type))).initialize(to: value)
    count += 1
  }

  mutating func removeAll() {
    for place in 0..<capacity where unsafe ids[place] != 0 {
      unsafe (values + place).deinitialize(count: 1)
      unsafe ids[place] = 0
    }
    count = 0
  }

  func forEach(_ body: (Value) -> Void) {
    for place in 0..<capacity where unsafe ids[place] != 0 { unsafe body(values[place]) }
  }

  func forEachPlace(_ body: (UnsafeMutablePointer<Value>) -> Void) {
    for place in 0..<capacity where unsafe ids[place] != 0 { unsafe body(values + place) }
  }

  /// The place that a type's search begins at.
  @inline(__always)
  private func first(_ id: UInt) -> Int {
    Int(truncatingIfNeeded: (UInt64(id) &* 0x9E37_79B9_7F4A_7C15) &>> shift)
  }

  /// Takes the place of a type that is not in the map.
  private func claim(_ id: UInt) -> Int {
    var place = first(id)
    while unsafe ids[place] != 0 { place = (place &+ 1) & (capacity &- 1) }
    unsafe ids[place] = id
    return place
  }

  private mutating func grow() {
    let (oldIDs, oldValues, oldCapacity) = unsafe (ids, values, capacity)
    capacity *= 2
    shift -= 1
    unsafe ids = .allocate(capacity: capacity)
    unsafe ids.initialize(repeating: 0, count: capacity)
    unsafe values = .allocate(capacity: capacity)
    for old in 0..<oldCapacity where unsafe oldIDs[old] != 0 {
      let place = unsafe claim(oldIDs[old])
      unsafe (values + place).moveInitialize(from: oldValues + old, count: 1)
    }
    unsafe oldIDs.deallocate()
    unsafe oldValues.deallocate()
  }
}
