public import Sluice
public import SluiceFoundation

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A date in an explicit format, which is never guessed.
///
/// ```swift
/// let event = StructRule(ref(Event())).expect("at", DateRule(.iso8601), \.date)
/// ```
public struct DateRule: Rule {
  /// The format of the date in JSON.
  public let format: JSONDateFormat

  public init(_ format: JSONDateFormat = .iso8601) { self.format = format }

  public func validate(_ json: JSONCursor) throws -> Date {
    try FoundationValue.read(json) { (json) throws(JSONError) in try json.date(format) }
  }

  public func dump(_ value: Date) throws -> JSON {
    try FoundationValue.dump { () throws(JSONError) in try JSON(value, format) }
  }
}

/// A URL. Nothing is percent-encoded.
public struct URLValueRule: Rule {
  public init() {}
  public func validate(_ json: JSONCursor) throws -> URL {
    try FoundationValue.read(json) { (json) throws(JSONError) in try json.url }
  }
  public func dump(_ value: URL) throws -> JSON { JSON(value) }
}

/// A UUID of 36 characters.
public struct UUIDValueRule: Rule {
  public init() {}
  public func validate(_ json: JSONCursor) throws -> UUID {
    try FoundationValue.read(json) { (json) throws(JSONError) in try json.uuid }
  }
  public func dump(_ value: UUID) throws -> JSON { JSON(value) }
}

/// A decimal number, exact up to 38 digits. Rejects longer ones.
public struct DecimalValueRule: Rule {
  public init() {}
  public func validate(_ json: JSONCursor) throws -> Decimal {
    try FoundationValue.read(json) { (json) throws(JSONError) in try json.decimal }
  }
  public func dump(_ value: Decimal) throws -> JSON {
    try FoundationValue.dump { () throws(JSONError) in try JSON(value) }
  }
}

/// Bytes in padded Base64.
public struct DataValueRule: Rule {
  public init() {}
  public func validate(_ json: JSONCursor) throws -> Data {
    try FoundationValue.read(json) { (json) throws(JSONError) in try json.data }
  }
  public func dump(_ value: Data) throws -> JSON { JSON(base64: value) }
}

/// A URL. See ``URLValueRule``.
public let URLRule = URLValueRule()
/// A UUID. See ``UUIDValueRule``.
public let UUIDRule = UUIDValueRule()
/// A decimal number. See ``DecimalValueRule``.
public let DecimalRule = DecimalValueRule()
/// Bytes in Base64. See ``DataValueRule``.
public let DataRule = DataValueRule()

private enum FoundationValue {
  static func read<T>(
    _ json: JSONCursor, _ read: (JSONCursor) throws(JSONError) -> T
  ) throws -> T {
    do throws(JSONError) { return try read(json) } catch {
      throw RuleError.translated(error, at: json.position, expected: T.self)
    }
  }

  static func dump(_ make: () throws(JSONError) -> JSON) throws -> JSON {
    do throws(JSONError) { return try make() } catch { throw RuleError(error) }
  }
}
