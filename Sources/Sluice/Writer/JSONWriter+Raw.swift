extension JSONWriter {
  /// Writes a value that is already JSON text. Checks it in full and lays it out by this writer's layout; numbers and
  /// strings stay byte for byte.
  ///
  /// Throws the faults of the text with their offsets in it. Opens a reader each time: for many texts, open them with
  /// one ``JSONReader`` and write its cursors.
  public mutating func value(rawJSON text: some StringProtocol) throws(JSONError) {
    try value(rawJSON: Array(text.utf8))
  }

  /// Writes a value that is already JSON text in UTF-8, checked in full.
  public mutating func value(rawJSON bytes: [UInt8]) throws(JSONError) {
    let storage = try IndexStorage()
    let padded = try PaddedBytes(copying: bytes)
    let text = unsafe padded.unsafeBytes
    defer { unsafe storage.index.close() }
    do throws(JSONError) {
      try unsafe storage.open(text.behindByteOrderMark)
      try storage.checkInFull()
    } catch {
      throw unsafe error.leaving(text)
    }
    // `padded` and `storage` live until the end of this function.
    try withExtendedLifetime(storage) { () throws(JSONError) in
      try unsafe value(JSONCursor(unchecked: JSONPosition(rootOf: storage.index)))
    }
    _ = padded.count
  }

  /// Writes bytes unchanged as a value. The caller guarantees that they are one JSON value in UTF-8: this is not
  /// checked.
  public mutating func value(uncheckedJSON bytes: UnsafeRawBufferPointer) throws(JSONError) {
    // Its keys have to be sorted, its numbers and strings brought into form.
    if sorts { return try unsafe value(rawJSON: Array(bytes)) }
    try prepareForValue()
    unsafe out.append(bytes.assumingMemoryBound(to: UInt8.self))
    try finishValue()
  }
}
