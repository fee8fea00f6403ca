extension JSONWriter {
  /// What may come next.
  enum WriterPosition: UInt8 {
    case root, firstElement, element, firstKey, key, fieldValue
    /// The root is written: nothing may follow.
    case end
    /// The destination failed.
    case failed
  }

  /// Begins an object: keys and values alternate, then ``endObject()``.
  public mutating func beginObject() throws(JSONError) {
    try prepareForValue()
    out.append(Byte.openBrace)
    levels.append(true)
    if sorts { written.firsts.append(written.fields.count) }
    place = .firstKey
  }

  /// Begins an array: values follow, then ``endArray()``.
  public mutating func beginArray() throws(JSONError) {
    try prepareForValue()
    out.append(Byte.openBracket)
    levels.append(false)
    place = .firstElement
  }

  /// Ends the object that was begun last.
  public mutating func endObject() throws(JSONError) {
    guard place == .firstKey || place == .key else { throw misuse(.endOfObject) }
    if sorts { try sortFields() }
    try end(Byte.closeBrace, isEmpty: place == .firstKey)
  }

  /// Ends the array that was begun last.
  public mutating func endArray() throws(JSONError) {
    guard place == .firstElement || place == .element else { throw misuse(.endOfArray) }
    try end(Byte.closeBracket, isEmpty: place == .firstElement)
  }

  private mutating func end(_ bracket: UInt8, isEmpty: Bool) throws(JSONError) {
    levels.removeLast()
    if indent >= 0, !isEmpty { breakLine() }
    out.append(bracket)
    place =
      switch levels.last {
      case nil: .root
      case true?: .fieldValue
      case false?: .element
      }
    try finishValue()
  }

  /// Writes what precedes a value: a comma, a line break.
  @inline(__always)
  mutating func prepareForValue() throws(JSONError) {
    switch place {
    case .fieldValue, .root: return
    case .element:
      out.append(Byte.comma)
      if indent >= 0 { breakLine() }
    case .firstElement: if indent >= 0 { breakLine() }
    default: throw misuse(.value)
    }
  }

  /// Advances after a value.
  @inline(__always)
  mutating func finishValue() throws(JSONError) {
    switch place {
    case .fieldValue: place = .key
    case .firstElement, .element: place = .element
    default: finishRoot()
    }
    if out.count >= flushCount { try flush() }
  }

  @inline(never)
  private mutating func finishRoot() {
    if options.layout == .lines {
      out.append(0x0A)
      place = .root
    } else {
      place = .end
    }
  }

  /// Writes what precedes a key.
  @inline(__always)
  mutating func prepareForKey() throws(JSONError) {
    switch place {
    case .key:
      out.append(Byte.comma)
      if indent >= 0 { breakLine() }
    case .firstKey: if indent >= 0 { breakLine() }
    default: throw misuse(.key)
    }
    if sorts { beginField() }
  }

  @inline(__always)
  mutating func finishKey() {
    if sorts { endFieldKey() }
    out.append(Byte.colon)
    if indent >= 0 { out.append(0x20) }
    place = .fieldValue
  }

  mutating func breakLine() {
    let count = indent * levels.count
    let end = unsafe out.end(withRoom: count + 1)
    unsafe end.pointee = 0x0A
    unsafe (end + 1).update(repeating: 0x20, count: count)
    out.advance(by: count + 1)
  }
}
