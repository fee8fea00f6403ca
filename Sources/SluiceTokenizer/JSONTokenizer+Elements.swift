public import Sluice

/// Skips values, and moves to a place in a document.
extension JSONTokenizer {
  /// Skips the next value without returning its tokens, but checks them. If a key comes next, skips
  /// the key and its value; amid a string or number in pieces, skips the other pieces. Returns false if a
  /// closing bracket or the end comes next, which is then returned by ``next()``.
  ///
  /// Also returns false if more must be fed (``needsBytes``). Then the next call continues the skip:
  /// another `skipValue`, which returns true at the value's end, or any other, which comes after it.
  ///
  /// Costs as much as reading its tokens. Throws the errors of ``next()``.
  @discardableResult
  public mutating func skipValue() throws(JSONError) -> Bool { try stream.skipValue() }

  /// Lends each element of the array at a JSON Pointer, one by one, so that a document of any size is
  /// read record by record. Returns after the array, without examining the text after it.
  ///
  /// Call it before a document. The tokenizer must read by itself, or have been fed the whole
  /// document: this call can't pause, so if it lacks bytes, it and all later calls throw `incomplete`.
  ///
  /// The pointer follows the document in the order of its bytes, and so takes the first of
  /// duplicate keys. Memory: see ``withValue(_:)``.
  ///
  /// Throws `invalid-path` if the pointer leads nowhere, `type-mismatch` if it does not lead to an
  /// array, and the errors of ``withValue(_:)``.
  public mutating func forEachElement(
    at pointer: JSONPointer = JSONPointer(tokens: []), _ body: (JSONCursor) throws -> Void
  ) throws {
    for step in pointer.steps { try enter(step, of: pointer) }
    let kind = try next()
    try wantBytes()
    guard kind == .beginArray else { throw token.mismatch(.array) }
    while try withValue(body) != nil {}
    try wantBytes()
    _ = try next()
  }

  /// Moves to the value at one step inside the next value.
  private mutating func enter(_ step: PathStep, of pointer: JSONPointer) throws(JSONError) {
    let kind = try next()
    try wantBytes()
    let start = token.offset
    switch kind {
    case .beginObject:
      while try next() == .key {
        if try isAtKey(step.key) { return }
        try skipValue()
      }
      try wantBytes()
      throw noWay(pointer, start, "the object has no field \"\(step.key)\"")
    case .beginArray:
      guard var left = step.index else {
        throw noWay(pointer, start, "an array takes an index, not the key \"\(step.key)\"")
      }
      while left > 0, try skipValue() { left -= 1 }
      guard left == 0, try isBeforeValue() else {
        try wantBytes()
        throw noWay(pointer, start, "the array has no element \(step.key)")
      }
    default:
      throw noWay(
        pointer, start,
        "only objects and arrays have something inside, and the path goes on with \"\(step.key)\"")
    }
  }

  /// Whether the current key, which may come in pieces, has this name.
  private mutating func isAtKey(_ name: String) throws(JSONError) -> Bool {
    if token.isLast { return try token.string == name }
    var key: [UInt8] = []
    while true {
      do {
        try unsafe token.string.withUTF8 { unsafe key.append(contentsOf: $0) }
      } catch let error as JSONError {
        throw error
      } catch {
        throw JSONError(.invalidEscape, at: Int(truncatingIfNeeded: offset))
      }
      if token.isLast { return key.elementsEqual(name.utf8) }
      _ = try next()
      try wantBytes()
    }
  }

  private mutating func isBeforeValue() throws(JSONError) -> Bool {
    do throws(JSONError) { return try stream.upcoming() == .value } catch {
      throw stream.fail(error)
    }
  }

  private func noWay(_ pointer: JSONPointer, _ offset: Int64, _ reason: String) -> JSONError {
    JSONError(
      .invalidPath, at: Int(truncatingIfNeeded: offset), name: pointer.description, reason: reason)
  }

  /// Rejects a tokenizer that needs more bytes. It stops there: from the middle of a document, the same call
  /// would lead elsewhere.
  private func wantBytes() throws(JSONError) {
    guard needsBytes else { return }
    throw stream.fail(
      JSONError(.incomplete, at: Int(truncatingIfNeeded: offset), expected: .value))
  }
}
