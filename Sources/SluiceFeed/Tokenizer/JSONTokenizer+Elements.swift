public import Sluice

/// Passing over values, and going to a place in a document.
extension JSONTokenizer {
  /// Passes over the next value without handing out its tokens, which are checked all the same. Of a
  /// key, its value comes next, and the key is passed over with it. False: a closing bracket or the
  /// end comes next, which is handed out then, or more must be fed.
  ///
  /// Cost: that of its tokens. Throws what ``next()`` throws.
  @discardableResult
  public mutating func skipValue() throws(JSONError) -> Bool {
    let outer = depth
    while let kind = try next() {
      if depth < outer { return false }
      if depth == outer, kind != .key, token.isLast { return true }
    }
    return false
  }

  /// Lends each element of the array at a JSON Pointer, one by one: a document of any size is read
  /// record by record. Returns behind the array; what follows is not looked at.
  ///
  /// Called before a document, of a tokenizer that reads, or that was fed all of it. The pointer leads
  /// through the document as its bytes come: of duplicate keys it takes the first. Memory: see
  /// ``withValue(_:)``.
  ///
  /// Throws `invalid-path` when the pointer leads nowhere, `type-mismatch` when it does not lead to
  /// an array, and what ``withValue(_:)`` throws.
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

  /// Goes to the value at a step of the value that comes next.
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
      guard left == 0, try stream.hasValue() else {
        try wantBytes()
        throw noWay(pointer, start, "the array has no element \(step.key)")
      }
    default:
      throw noWay(
        pointer, start,
        "only objects and arrays have something inside, and the path goes on with \"\(step.key)\"")
    }
  }

  /// Whether the key at hand, which may come in pieces, has this name.
  private mutating func isAtKey(_ name: String) throws(JSONError) -> Bool {
    if token.isLast { return try token.string == name }
    var key: [UInt8] = []
    while true {
      do {
        try token.string.withUTF8 { key.append(contentsOf: $0) }
      } catch let error as JSONError {
        throw error
      } catch {
        throw JSONError(.invalidEscape, at: Int(truncatingIfNeeded: offset))
      }
      if token.isLast { return key.elementsEqual(name.utf8) }
      _ = try next()
    }
  }

  private func noWay(_ pointer: JSONPointer, _ offset: Int64, _ reason: String) -> JSONError {
    JSONError(
      .invalidPath, at: Int(truncatingIfNeeded: offset), name: pointer.description, reason: reason)
  }

  /// These calls go on to where they lead: bytes that are yet to be fed would be needed in between.
  private func wantBytes() throws(JSONError) {
    guard needsBytes else { return }
    throw JSONError(.incomplete, at: Int(truncatingIfNeeded: offset), expected: .value)
  }
}
