/// A key that compares like JSON, by its bytes. Swift's strings are also equal if they only look the same (`"\u{e9}"`
/// and `"e\u{301}"`).
package struct KeyName: Hashable, Sendable {
  package let text: String

  package init(_ text: String) { self.text = text }

  package static func == (left: KeyName, right: KeyName) -> Bool {
    haveSameUTF8(left.text, right.text)
  }

  package func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

/// Decides which fields of an object count when a mapping walks it field by field and keys repeat.
///
/// If the last field counts, remembers nothing: all fields count, and the mapping replaces the result of an earlier
/// one.
package struct CountingFields {
  private let object: JSONPosition
  private let policy: DuplicateKeys
  private var seen: Set<KeyName> = []

  package init(of object: JSONPosition) {
    self.object = object
    policy = unsafe object.context.pointee.mappedDuplicateKeys
  }

  /// Whether the field whose value is at `value` counts, as far as the fields before it tell. Throws `duplicate-key` if
  /// the reader refuses duplicates.
  package mutating func count(_ key: String, at value: UInt32) throws(JSONError) -> Bool {
    if policy == .lastWins || seen.insert(KeyName(key)).inserted { return true }
    return try !object.isFirstCounted(over: value)
  }
}
