/// A decoder that has a document, from which the types of this module take their values whole: with every digit, spelling
/// and key, at any depth.
///
/// What the standard library's containers hand over is less: numbers as doubles or integers, keys as strings.
package protocol ExactDecoder: Decoder {
  /// Whether the value is null, or stands for a field that is missing.
  var isNull: Bool { get }

  /// Calls `read` with the value's position. Its errors become the decoder's own, about a value of that type.
  func exactly<T>(
    _ type: Any.Type, _ read: (JSONPosition) throws(JSONError) -> T
  ) throws -> T
}

extension JSON {
  /// The decoder's value. Throws its faults, and `depth-exceeded`.
  package init(exactly decoder: some ExactDecoder) throws {
    guard !decoder.isNull else {
      self = .null
      return
    }
    self = try decoder.exactly(JSON.self) { (position) throws(JSONError) in
      try JSONCursor(unchecked: position).materialize()
    }
  }
}

extension JSONNumber {
  init(exactly decoder: some ExactDecoder) throws {
    self = try decoder.exactly(JSONNumber.self) { (position) throws(JSONError) in
      guard position.isNumber else { throw position.mismatch(.number) }
      return try position.number()
    }
  }
}

extension JSONArray {
  init(exactly decoder: some ExactDecoder) throws {
    self = try decoder.exactly(JSONArray.self) { (position) throws(JSONError) in
      guard position.byte == Byte.openBracket,
        case .array(let elements) = try JSONCursor(unchecked: position).materialize()
      else { throw position.mismatch(.array) }
      return elements
    }
  }
}

extension JSONObject {
  init(exactly decoder: some ExactDecoder) throws {
    self = try decoder.exactly(JSONObject.self) { (position) throws(JSONError) in
      guard position.byte == Byte.openBrace,
        case .object(let fields) = try JSONCursor(unchecked: position).materialize()
      else { throw position.mismatch(.object) }
      return fields
    }
  }
}

extension JSONDocument {
  /// A copy of the value's text, which is checked first.
  init(exactly decoder: some ExactDecoder) throws {
    guard !decoder.isNull else {
      self = try JSONDocument(JSON.null)
      return
    }
    self = try decoder.exactly(JSONDocument.self) { (position) throws(JSONError) in
      _ = try unsafe position.checkedRawBytes()
      return JSONDocument(try DocumentStorage(detaching: position, isValid: true))
    }
  }
}
