import Sluice

extension JSONPosition {
  /// Reads `true` or `false`; nil for another kind. Throws `invalid-literal`.
  func boolLeaf() throws(JSONError) -> Bool? {
    if kind == .bool { return isTrue }
    if let scalarFault { throw scalarFault }
    return nil
  }

  var isText: Bool { byte == Byte.quote }

  /// Reads a string. Throws `invalid-escape`.
  func text() throws(JSONError) -> String { try JSONCursor(unchecked: self).string }

  /// Reads a leaf; nil for an array or object.
  func leafValue() throws(JSONError) -> JSONLeafValue? {
    switch kind {
    case .string: .string(try text())
    case .number: .number(try JSONCursor(unchecked: self).number)
    case .bool: .bool(isTrue)
    case .null: .null
    case .array, .object: nil
    case nil: throw mismatch(.value)
    }
  }

  /// The type that represents the kind in a warning.
  var foundType: Any.Type {
    switch kind {
    case .string: String.self
    case .number: JSONNumber.self
    case .bool: Bool.self
    case .array: [Any].self
    case .object: [String: Any].self
    case .null, nil: Never?.self
    }
  }
}
