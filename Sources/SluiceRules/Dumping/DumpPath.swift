public import Sluice

/// The place of a dump in progress. The objects on the way to the next field are begun only when
/// something in them is written.
///
/// Sound because the plan that fills it keeps the keys alive.
@usableFromInline
@safe
struct DumpPath {
  /// The keys of objects that have not been begun, the outermost first.
  @usableFromInline private(set) var pending: [Unmanaged<WrittenKey>] = unsafe []
  /// The key of the next field.
  @usableFromInline var key: Unmanaged<WrittenKey>

  init(_ key: Unmanaged<WrittenKey>) { unsafe self.key = unsafe key }

  /// Begins the objects that are still pending, and writes the field's key.
  @inlinable @inline(__always)
  mutating func open(_ writer: inout JSONWriter) throws {
    if unsafe !pending.isEmpty { try beginPending(&writer) }
    try unsafe key._withUnsafeGuaranteedRef { try writer.key($0) }
  }

  @usableFromInline @inline(never)
  mutating func beginPending(_ writer: inout JSONWriter) throws(JSONError) {
    for number in unsafe pending.indices {
      try unsafe writer.key(pending[number].takeUnretainedValue())
      try writer.beginObject()
    }
    unsafe pending.removeAll(keepingCapacity: true)
  }

  mutating func enter(_ key: Unmanaged<WrittenKey>) { unsafe pending.append(key) }

  /// Leaves the innermost object, and ends it if it was begun.
  mutating func leave(_ writer: inout JSONWriter) throws(JSONError) {
    if unsafe pending.popLast() == nil { try writer.endObject() }
  }
}
