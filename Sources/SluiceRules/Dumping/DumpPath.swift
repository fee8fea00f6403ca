public import Sluice

/// The place of a dump in progress. The objects on the way to the next field are begun only when
/// something in them is written.
@usableFromInline
struct DumpPath {
  /// The keys of objects that have not been begun, the outermost first.
  private(set) var pending: [String] = []
  private var key = ""

  init() {}

  /// Begins the objects that are still pending, and writes the field's key.
  @usableFromInline
  mutating func open(_ writer: inout JSONWriter) throws {
    if !pending.isEmpty {
      for key in pending {
        try writer.key(key)
        try writer.beginObject()
      }
      pending.removeAll(keepingCapacity: true)
    }
    try writer.key(key)
  }

  /// Moves to the next field.
  mutating func move(to key: String) { self.key = key }

  mutating func enter(_ key: String) { pending.append(key) }

  /// Leaves the innermost object, and ends it if it was begun.
  mutating func leave(_ writer: inout JSONWriter) throws {
    if pending.popLast() == nil { try writer.endObject() }
  }
}
