extension JSONWriter {
  /// Writes an owned value, whatever its depth. O(size).
  public mutating func value(_ json: JSON) throws(JSONError) {
    if try scalar(json) { return }
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
      if try !scalar(child) {
        try begin(child)
        open.append((child, 0))
      }
    }
  }

  /// Writes a value or `null`.
  @_disfavoredOverload
  public mutating func value(_ json: JSON?) throws(JSONError) {
    if let json { try value(json) } else { try null() }
  }

  private mutating func begin(_ container: JSON) throws(JSONError) {
    if case .object = container { try beginObject() } else { try beginArray() }
  }

  /// False: it is an array or an object.
  private mutating func scalar(_ json: JSON) throws(JSONError) -> Bool {
    switch json {
    case .null: try null()
    case .bool(let bool): try value(bool)
    case .number(let number): try value(number)
    case .string(let string): try value(string)
    case .array, .object: return false
    }
    return true
  }
}
