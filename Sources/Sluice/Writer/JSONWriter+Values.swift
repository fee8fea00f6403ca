extension JSONWriter {
  /// Writes an owned value, whatever its depth. O(size).
  ///
  /// If it throws, nothing of the value is written, unless the writer's buffer was handed out meanwhile: that can't be
  /// undone, and each later call fails with the same error.
  public mutating func value(_ json: JSON) throws(JSONError) {
    let before = mark
    do throws(JSONError) {
      try unsafe withUnsafePointer(to: json) { (json) throws(JSONError) in
        try unsafe write(BorrowedJSON.at(json).pointee, levels: JSONWriter.levelsOnTheStack)
      }
    } catch {
      takeBack(to: before, because: error)
      throw error
    }
  }

  /// Writes a value or `null`.
  @_disfavoredOverload
  public mutating func value(_ json: JSON?) throws(JSONError) {
    if let json { try value(json) } else { try null() }
  }

  /// How many levels are written by recursion, at some 200 bytes of stack each; at 4 KB in a debug build under the thread
  /// sanitizer.
  private static var levelsOnTheStack: Int { 24 }

  /// Writes a borrowed value without counting references.
  private mutating func write(
    _ borrowed: borrowing BorrowedJSON, levels: Int
  ) throws(JSONError) {
    switch borrowed.json {
    case .null: try null()
    case .bool(let bool): try value(bool)
    case .number(let number): try value(number)
    case .string(let string): try value(string)
    case .array(let array):
      guard case .made(let elements) = array.content else { return try writeKept(borrowed.json) }
      guard levels > 0 else { return try writeDeep(.array(array)) }
      try beginArray()
      try unsafe elements.withUnsafeBufferPointer { (elements) throws(JSONError) in
        guard let start = elements.baseAddress else { return }
        let first = unsafe BorrowedJSON.at(start)
        for i in elements.indices { try unsafe write(first[i], levels: levels &- 1) }
      }
      try endArray()
    case .object(let object):
      guard case .made(let made) = object.content else { return try writeKept(borrowed.json) }
      guard levels > 0, !made.table.hasGaps else { return try writeDeep(.object(object)) }
      try beginObject()
      try unsafe made.stored.withUnsafeBufferPointer { (fields) throws(JSONError) in
        guard let start = fields.baseAddress else { return }
        let first = unsafe BorrowedField.at(start)
        for i in fields.indices { try unsafe write(first[i], levels: levels &- 1) }
      }
      try endObject()
    }
  }

  private mutating func write(
    _ borrowed: borrowing BorrowedField, levels: Int
  ) throws(JSONError) {
    try key(borrowed.key)
    try write(borrowed.value, levels: levels)
  }

  /// Writes an array or object without taking stack for its levels.
  @inline(never)
  mutating func writeDeep(_ json: JSON) throws(JSONError) {
    var open: [(json: JSON, next: Int)] = [(json, 0)]
    try begin(json)
    while let last = open.indices.last {
      let next = open[last].next
      open[last].next = next + 1
      let child: JSON
      switch open[last].json {
      case .array(let elements) where next < elements.count: child = elements[next]
      case .object(let object) where next < object.count:
        let field = object[next]
        try key(field.key)
        child = field.value
      case .array:
        try endArray()
        open.removeLast()
        continue
      default:
        try endObject()
        open.removeLast()
        continue
      }
      switch child {
      // Also parts of a document: that may be what brought the writer here.
      case .array, .object:
        try begin(child)
        open.append((child, 0))
      default: try value(child)
      }
    }
  }

  private mutating func begin(_ container: JSON) throws(JSONError) {
    if case .object = container { try beginObject() } else { try beginArray() }
  }
}
