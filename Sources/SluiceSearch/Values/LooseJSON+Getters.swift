public import Sluice

/// Getters with short names. They convert as the methods do.
extension LooseJSON {
  public var int: Int? { asInt() }
  public var float: Float? { asFloat() }
  public var double: Double? { asDouble() }
  public var bool: Bool? { asBool() }
  public var string: String? { asString() }
  /// The members as owned values; the last of several with one name. O(size).
  public var dictionary: [String: Sluice.JSON]? { asDictionary() }
  /// The elements as owned values. O(size).
  public var array: [Sluice.JSON]? { asArray() }
}

extension LooseJSON {
  /// Returns an integer, exactly; see ``LooseJSON``.
  public func asInt() -> Int? {
    read { (position) throws(JSONError) in try position.looseInt() }
  }

  /// Returns the nearest `Double`.
  public func asDouble() -> Double? {
    read { (position) throws(JSONError) in try position.looseDouble() }
  }

  /// Returns the nearest `Float`.
  public func asFloat() -> Float? {
    read { (position) throws(JSONError) in try position.looseFloat() }
  }

  /// Returns `true`, `false`, or whether a number is other than 0.
  public func asBool() -> Bool? {
    read { (position) throws(JSONError) in try position.looseBool() }
  }

  /// Returns the text, or a number as text.
  public func asString() -> String? {
    read { (position) throws(JSONError) in try position.looseString() }
  }

  public func asDictionary() -> [String: Sluice.JSON]? {
    owned(opening: Byte.openBrace)?.dictionary
  }

  public func asArray() -> [Sluice.JSON]? {
    owned(opening: Byte.openBracket)?.array.map { Array($0) }
  }

  /// Returns the value as an owned value. O(size). Returns null for text that is not JSON, which ends
  /// the search.
  public func raw() -> Sluice.JSON {
    read { (position) throws(JSONError) in
      try JSONCursor(unchecked: position).materializeMapped()
    } ?? .null
  }

  /// The container as an owned value, if it opens with that bracket.
  private func owned(opening bracket: UInt8) -> Sluice.JSON? {
    read { (position) throws(JSONError) in
      guard position.byte == bracket else { return nil }
      return try JSONCursor(unchecked: position).materializeMapped()
    }
  }
}
