/// Decides which fields of an object count when a mapping walks it field by field and keys repeat.
///
/// If the last field counts, remembers nothing: all fields count, and the mapping replaces the result of an earlier
/// one.
package struct CountingFields {
  private let object: JSONPosition
  private let policy: DuplicateKeys
  private var seen: Set<ByteName> = []

  package init(of object: JSONPosition) {
    self.object = object
    policy = unsafe object.context.pointee.mappedDuplicateKeys
  }

  /// Whether the field whose value is at `value` counts, as far as the fields before it tell. Throws `duplicate-key` if
  /// the reader refuses duplicates.
  package mutating func count(_ key: String, at value: UInt32) throws(JSONError) -> Bool {
    if policy == .lastWins || seen.insert(ByteName(key)).inserted { return true }
    return try !object.isFirstCounted(over: value)
  }
}
