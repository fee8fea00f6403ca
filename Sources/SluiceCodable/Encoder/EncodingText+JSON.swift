import Sluice

/// Owned values of JSON are written as they are, at any depth: each number as it is spelled, and each key as it is, because
/// keys are data.
extension EncodingBranch {
  func write(json: JSON, _ depth: Int) throws {
    guard unsafe levels[depth].kind == .nothing else {
      throw ValueEncoder.refused(json, codingPath(depth))
    }
    unsafe levels[depth].kind = .scalar
    text.write(json: json, depth)
  }
}

extension ValueEncoder: JSONValueEncoder {
  func encode(json: JSON) throws {
    if isCurrent { try branch.write(json: json, depth) }
  }
}

extension JSON: DirectlyEncodable {
  func write(to branch: EncodingBranch, _ depth: Int) throws {
    try branch.write(json: self, depth)
  }
}

extension JSONNumber: DirectlyEncodable {
  func write(to branch: EncodingBranch, _ depth: Int) throws {
    try branch.write(json: .number(self), depth)
  }
}

extension JSONArray: DirectlyEncodable {
  func write(to branch: EncodingBranch, _ depth: Int) throws {
    try branch.write(json: .array(self), depth)
  }
}

extension JSONObject: DirectlyEncodable {
  func write(to branch: EncodingBranch, _ depth: Int) throws {
    try branch.write(json: .object(self), depth)
  }
}

extension EncodingText {
  /// Writes an owned value at a depth. Takes no stack for its levels.
  mutating func write(json: JSON, _ depth: Int) {
    guard var container = OpenJSON(json) else { return write(scalar: json) }
    var outer: [OpenJSON] = []
    begin(&container)
    while true {
      let here = depth + outer.count
      guard let value = next(of: &container, here) else {
        end(container, here)
        guard let enclosing = outer.popLast() else { return }
        container = enclosing
        continue
      }
      guard var inner = OpenJSON(value) else {
        write(scalar: value)
        continue
      }
      outer.append(container)
      begin(&inner)
      container = inner
    }
  }

  private mutating func write(scalar json: JSON) {
    switch json {
    case .bool(let bool): out.append(bool ? "true" : "false")
    case .number(let number): out.append(exact: number)
    case .string(let string): write(string)
    case .null, .array, .object: out.append("null")
    }
  }

  private mutating func begin(_ container: inout OpenJSON) {
    container.firstField = fields.count
    open(container.isObject ? Byte.openBrace : Byte.openBracket)
  }

  /// Writes what precedes the next value of a container, and returns the value.
  private mutating func next(of container: inout OpenJSON, _ depth: Int) -> JSON? {
    guard let (key, value) = container.next() else { return nil }
    separate(container.isEmpty, depth)
    container.isEmpty = false
    if let key {
      let start = out.count
      write(key)
      if sortsKeys { fields.append(FieldList.Place(start: start, keyEnd: out.count)) }
      endKey()
    }
    return value
  }

  private mutating func end(_ container: OpenJSON, _ depth: Int) {
    if container.isObject, sortsKeys {
      sortFields(from: container.firstField, separator: separatorCount(depth))
      fields.truncate(to: container.firstField)
    }
    close(container.isObject ? Byte.closeBrace : Byte.closeBracket, depth)
  }
}

/// An array or object that is being written.
private struct OpenJSON {
  private var elements: JSONArray.Iterator
  /// Nil for an array.
  private var fields: JSONObject.Iterator?
  var isEmpty = true
  /// Where its fields begin in the list of fields.
  var firstField = 0

  /// Nil for a scalar.
  init?(_ json: JSON) {
    switch json {
    case .array(let array): elements = array.makeIterator()
    case .object(let object):
      elements = JSONArray().makeIterator()
      fields = object.makeIterator()
    default: return nil
    }
  }

  var isObject: Bool { fields != nil }

  mutating func next() -> (key: String?, value: JSON)? {
    if let field = fields?.next() { return (field.key, field.value) }
    return elements.next().map { (nil, $0) }
  }
}
