public import Sluice

/// Values that JSON represents directly. Each throws ``ParserError`` with
/// `JSON object was not of type: …` for a value of another kind. Numbers accept `true` as 1 and
/// `false` as 0, as in Elevate; a number that the type can't hold exactly is an error.
extension String: SchemaDecodable {
  public init(json: JSONCursor) throws {
    self = try json.position.decoded(as: Self.self) { (value) throws(JSONError) in
      guard value.byte == Byte.quote else { throw value.mismatch(.string) }
      return try value.ownedString()
    }
  }
}

extension Bool: SchemaDecodable {
  public init(json: JSONCursor) throws {
    self = try json.position.decoded(as: Self.self) { (value) throws(JSONError) in
      try value.bool()
    }
  }
}

extension Double: SchemaDecodable {
  public init(json: JSONCursor) throws {
    self = try json.position.decoded(as: Self.self) { (value) throws(JSONError) in
      try value.doubleOrBool()
    }
  }
}

extension Float: SchemaDecodable {
  public init(json: JSONCursor) throws {
    self = try json.position.decoded(as: Self.self) { (value) throws(JSONError) in
      try value.floatOrBool()
    }
  }
}

extension FixedWidthInteger where Self: SchemaDecodable {
  public init(json: JSONCursor) throws {
    self = try json.position.decoded(as: Self.self) { (value) throws(JSONError) in
      try value.integerOrBool(as: Self.self)
    }
  }
}

extension Int: SchemaDecodable {}
extension Int8: SchemaDecodable {}
extension Int16: SchemaDecodable {}
extension Int32: SchemaDecodable {}
extension Int64: SchemaDecodable {}
extension UInt: SchemaDecodable {}
extension UInt8: SchemaDecodable {}
extension UInt16: SchemaDecodable {}
extension UInt32: SchemaDecodable {}
extension UInt64: SchemaDecodable {}

/// Any value, owned.
extension JSON: SchemaDecodable {
  public init(json: JSONCursor) throws { self = try json.materializeMapped() }
}

extension JSONPosition {
  /// Returns what `read` reads, and converts its errors about the value into a schema's error.
  func decoded<T>(
    as type: Any.Type, _ read: (JSONPosition) throws(JSONError) -> T
  ) throws -> T {
    do throws(JSONError) {
      return try read(self)
    } catch {
      guard error.isAboutValue else { throw error }
      if let scalarFault { throw scalarFault }
      guard error.code != .typeMismatch else {
        throw ParserError(notOfType: "\(type)", expected: error.expectation.words, at: self)
      }
      let subject = IssueSubject.object(type: "\(type)")
      throw ParserError(subject.nodes(for: error, ValueFinding(error, at: self)) ?? [])
    }
  }
}
