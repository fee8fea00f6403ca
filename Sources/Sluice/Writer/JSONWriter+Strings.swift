import CSimdJSON

extension JSONWriter {
  /// Writes the key of the next field. O(length).
  ///
  /// A key that occurs twice in an object is written twice: the writer doesn't remember keys.
  @_disfavoredOverload
  public mutating func key(_ name: StaticString) throws(JSONError) {
    try prepareForKey()
    try unsafe name.withTextBuffer { (text) throws(JSONError) in try unsafe appendQuoted(text) }
    finishKey()
  }

  /// Writes the key of the next field.
  public mutating func key(_ name: String) throws(JSONError) {
    try prepareForKey()
    try appendQuoted(name)
    finishKey()
  }

  /// Writes the key of the next field, spelled as in its document. Throws `invalid-escape`.
  public mutating func key(_ name: borrowing JSONString) throws(JSONError) {
    let raw = name.raw
    try raw.checkEscapes(at: name.offset)
    try prepareForKey()
    try appendString(raw)
    finishKey()
  }

  /// Writes a string. Escapes `"`, `\` and control characters, and nothing else unless the options say so.
  @_disfavoredOverload
  public mutating func value(_ string: StaticString) throws(JSONError) {
    try prepareForValue()
    try unsafe string.withTextBuffer { (text) throws(JSONError) in try unsafe appendQuoted(text) }
    try finishValue()
  }

  /// Writes a string.
  public mutating func value(_ string: String) throws(JSONError) {
    try prepareForValue()
    try appendQuoted(string)
    try finishValue()
  }

  /// Writes a part of a string.
  public mutating func value(_ string: Substring) throws(JSONError) { try value(String(string)) }

  /// Writes a string of an open document with its original spelling, without making a `String`. Throws
  /// `invalid-escape`.
  public mutating func value(_ string: borrowing JSONString) throws(JSONError) {
    let raw = string.raw
    try raw.checkEscapes(at: string.offset)
    try prepareForValue()
    try appendString(raw)
    try finishValue()
  }

  /// Writes a string given as UTF-8. Throws `invalid-utf8` if it isn't.
  public mutating func value(utf8 bytes: UnsafeBufferPointer<UInt8>) throws(JSONError) {
    guard unsafe csj_is_utf8(bytes.baseAddress, bytes.count) else {
      throw JSONError(.invalidUTF8, at: 0)
    }
    try prepareForValue()
    try unsafe appendQuoted(bytes)
    try finishValue()
  }

  /// Writes a string given as UTF-8. Throws `invalid-utf8` if it isn't.
  public mutating func value(utf8 bytes: [UInt8]) throws(JSONError) {
    try unsafe bytes.withUnsafeBufferPointer { (bytes) throws(JSONError) in
      try unsafe value(utf8: bytes)
    }
  }

  // The functions below write no commas and don't change `place`.

  @inline(__always)
  mutating func appendQuoted(_ string: String) throws(JSONError) {
    let inPlace: Result<Void, JSONError>? = unsafe string.utf8.withContiguousStorageIfAvailable {
      text in
      do throws(JSONError) { return unsafe .success(try appendQuoted(text)) } catch {
        return .failure(error)
      }
    }
    if let inPlace { return try inPlace.get() }
    try appendQuotedCopy(string)
  }

  private mutating func appendQuotedCopy(_ string: String) throws(JSONError) {
    try unsafe Array(string.utf8).withUnsafeBufferPointer { (text) throws(JSONError) in
      try unsafe appendQuoted(text)
    }
  }

  /// Long strings are written in pieces, so that a writer to a file needs no memory for the whole.
  @inline(__always)
  mutating func appendQuoted(_ text: UnsafeBufferPointer<UInt8>) throws(JSONError) {
    if text.count > JSONWriter.piece { return try unsafe appendLong(text) }
    if !options.escapesSlashes, unsafe out.appendQuotedPlain(text) { return }
    out.append(Byte.quote)
    unsafe out.appendEscaped(text, slashes: options.escapesSlashes)
    out.append(Byte.quote)
  }

  @inline(never)
  private mutating func appendLong(_ text: UnsafeBufferPointer<UInt8>) throws(JSONError) {
    out.append(Byte.quote)
    var start = 0
    while start < text.count {
      let end = min(start + JSONWriter.piece, text.count)
      unsafe out.appendEscaped(
        UnsafeBufferPointer(rebasing: text[start..<end]), slashes: options.escapesSlashes)
      start = end
      if out.count >= flushCount { try flush() }
    }
    out.append(Byte.quote)
  }

  /// Writes a string that is known to be valid, escapes included.
  mutating func appendWritten(_ raw: RawString) throws(JSONError) {
    out.append(Byte.quote)
    var start = 0
    while start < raw.count {
      let end = min(start + JSONWriter.piece, raw.count)
      unsafe out.append(UnsafeBufferPointer(rebasing: raw.buffer[start..<end]))
      start = end
      if out.count >= flushCount { try flush() }
    }
    out.append(Byte.quote)
  }

  static var piece: Int { 32 << 10 }
}

extension StaticString {
  /// Lends the text, even if it is a literal of a single character.
  @inline(__always)
  fileprivate func withTextBuffer(
    _ body: (UnsafeBufferPointer<UInt8>) throws(JSONError) -> Void
  ) throws(JSONError) {
    if hasPointerRepresentation {
      return try unsafe body(UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount))
    }
    try unsafe withUTF8(of: description) { (text) throws(JSONError) in try unsafe body(text) }
  }
}
