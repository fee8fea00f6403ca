/// Sorted keys and the canonical form.
extension JSONWriter {
  /// Records where a key begins, before it is written.
  @inline(never)
  mutating func beginField() {
    written.fields.append(WrittenFields.WrittenField(start: out.count, keyEnd: 0))
  }

  /// Records where it ended.
  @inline(never)
  mutating func endFieldKey() {
    if let last = written.fields.indices.last { written.fields[last].keyEnd = out.count }
  }

  /// Sorts the fields of the object that ends. In the canonical form, throws `duplicate-key` and leaves the object open.
  @inline(never)
  mutating func sortFields() throws(JSONError) {
    guard let first = written.firsts.last else { return }
    let separator = indent >= 0 ? 2 + indent * levels.count : 1
    // Not in the list while it is changed, which would copy it.
    var pending = written.takePending()
    let twice = out.sort(
      written.fields[first...], separator: separator, by: isCanonical ? .utf16 : .utf8,
      unlessKeyTwice: isCanonical, &pending)
    written.pending = pending
    if let twice { throw JSONError(.duplicateKey, at: byteCount, name: twice) }
    written.truncate(objects: written.firsts.count - 1, fields: first)
    if written.firsts.isEmpty, !written.pending.isEmpty { out.make(&written.pending) }
  }

  /// Writes a string of a document: its bytes, or, in the canonical form, with that form's escapes.
  mutating func appendString(_ raw: RawString) throws(JSONError) {
    guard isCanonical, raw.hasEscapes else { return try appendWritten(raw) }
    let text = raw.string ?? ""
    try appendQuoted(text)
  }
}
