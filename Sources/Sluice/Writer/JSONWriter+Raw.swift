extension JSONWriter {
  /// Writes a value that is JSON text already: checked in full, laid out by this writer's layout,
  /// numbers and strings byte for byte.
  ///
  /// Throws what is wrong with the text, with its place in it. Opens a reader each time: for many
  /// texts, open them with one ``JSONReader`` and write its cursors.
  public mutating func value(rawJSON text: some StringProtocol) throws(JSONError) {
    try value(rawJSON: Array(text.utf8))
  }

  /// Writes a value that is JSON text in UTF-8 already, checked in full.
  public mutating func value(rawJSON bytes: [UInt8]) throws(JSONError) {
    let storage = try IndexStorage()
    let padded = PaddedBytes(bytes)
    let text = padded.unsafeBytes
    defer { storage.index.close() }
    do throws(JSONError) {
      try storage.open(text.behindByteOrderMark)
      try storage.checkInFull()
    } catch {
      throw error.leaving(text)
    }
    // `padded` and `storage` live until the end of this function.
    try withExtendedLifetime(storage) { () throws(JSONError) in
      try value(JSONCursor(unchecked: JSONPosition(rootOf: storage.index)))
    }
    _ = padded.count
  }

  /// Writes bytes as they are in the place of a value. The caller answers for their being one JSON
  /// value in UTF-8: that is not looked at.
  public mutating func value(uncheckedJSON bytes: UnsafeRawBufferPointer) throws(JSONError) {
    try prepareForValue()
    out.append(bytes.assumingMemoryBound(to: UInt8.self))
    try finishValue()
  }
}
