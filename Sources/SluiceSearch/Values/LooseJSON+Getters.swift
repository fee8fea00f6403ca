public import Sluice

/// Getters with short names. They convert as the methods do.
extension LooseJSON {
  public var int: Int? { get throws(Never) { asInt() } }
  public var float: Float? { get throws(Never) { asFloat() } }
  public var double: Double? { get throws(Never) { asDouble() } }
  public var bool: Bool? { get throws(Never) { asBool() } }
  public var string: String? { get throws(Never) { asString() } }
  /// The members as owned values; the last of several with one name. O(size).
  public var dictionary: [String: Sluice.JSON]? { get throws(Never) { asDictionary() } }
  /// The elements as owned values. O(size).
  public var array: [Sluice.JSON]? { get throws(Never) { asArray() } }
}

extension LooseJSON {
  /// Returns an integer, exactly; see ``LooseJSON``.
  public func asInt() -> Int? {
    switch position.byte {
    case Byte.quote: text.flatMap(LooseText.integer)
    case 0x74, 0x66: literal.map { $0 ? 1 : 0 }
    default: read { () throws(JSONError) in try cursor.int }
    }
  }

  /// Returns the nearest `Double`.
  public func asDouble() -> Double? {
    switch position.byte {
    case Byte.quote: text.flatMap(LooseText.double)
    case 0x74, 0x66: literal.map { $0 ? 1 : 0 }
    default: read { () throws(JSONError) in try cursor.double }
    }
  }

  /// Returns the nearest `Float`.
  public func asFloat() -> Float? {
    switch position.byte {
    case Byte.quote: text.flatMap(LooseText.float)
    case 0x74, 0x66: literal.map { $0 ? 1 : 0 }
    default: read { () throws(JSONError) in try cursor.float }
    }
  }

  /// Returns `true`, `false`, or whether a number is other than 0.
  public func asBool() -> Bool? {
    switch position.byte {
    case Byte.quote: nil
    case 0x74, 0x66: literal
    default: read { () throws(JSONError) in try cursor.number }.map(\.isNotZero)
    }
  }

  /// Returns the text, or a number as text.
  public func asString() -> String? {
    switch position.byte {
    case Byte.quote: text
    case 0x74, 0x66: literal.map { $0 ? "1" : "0" }
    default: read { () throws(JSONError) in try cursor.number }.map(\.description)
    }
  }

  public func asDictionary() -> [String: Sluice.JSON]? {
    guard position.byte == Byte.openBrace else { return nil }
    return raw().asDictionary()
  }

  public func asArray() -> [Sluice.JSON]? {
    guard position.byte == Byte.openBracket else { return nil }
    return raw().asArray()
  }

  /// Returns the value as an owned value, which may outlive the document. O(size). Returns null for
  /// text that is not JSON, which ends the search.
  public func raw() -> Sluice.JSON {
    read { () throws(JSONError) in try cursor.materializeMapped() } ?? .null
  }

  private var literal: Bool? { read { () throws(JSONError) in try cursor.bool } }

  private var text: String? { read { () throws(JSONError) in try cursor.string } }
}
