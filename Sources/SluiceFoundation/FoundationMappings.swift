public import Sluice

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The mapping of a date in one of JSON's usual formats. ``Sluice/JSONMapping/date``.
public struct DateMapping: JSONWritingMapping {
  public let format: JSONDateFormat

  public init(_ format: JSONDateFormat = .iso8601) { self.format = format }

  public func value(from cursor: JSONCursor) throws -> Date { try cursor.date(format) }

  public func write(_ value: Date, to writer: inout JSONWriter) throws {
    try writer.value(value, format)
  }
}

/// The mapping of a string that is a complete URL. ``Sluice/JSONMapping/url``.
public struct URLMapping: JSONWritingMapping {
  public init() {}
  public func value(from cursor: JSONCursor) throws -> URL { try cursor.url }
  public func write(_ value: URL, to writer: inout JSONWriter) throws { try writer.value(value) }
}

/// The mapping of a string of 36 characters to a UUID. ``Sluice/JSONMapping/uuid``.
public struct UUIDMapping: JSONWritingMapping {
  public init() {}
  public func value(from cursor: JSONCursor) throws -> UUID { try cursor.uuid }
  public func write(_ value: UUID, to writer: inout JSONWriter) throws { try writer.value(value) }
}

/// The mapping of a number to a `Decimal`: exactly, or an error. ``Sluice/JSONMapping/decimal``.
public struct DecimalMapping: JSONWritingMapping {
  public init() {}
  public func value(from cursor: JSONCursor) throws -> Decimal { try cursor.decimal }
  public func write(_ value: Decimal, to writer: inout JSONWriter) throws {
    try writer.value(value)
  }
}

/// The mapping of a Base64 string to its bytes. ``Sluice/JSONMapping/data``.
public struct DataMapping: JSONWritingMapping {
  public init() {}
  public func value(from cursor: JSONCursor) throws -> Data { try cursor.data }
  public func write(_ value: Data, to writer: inout JSONWriter) throws {
    try writer.value(base64: value)
  }
}

extension JSONMapping where Self == DateMapping {
  /// An ISO 8601 date-time with a time zone.
  public static var date: DateMapping { DateMapping() }
  /// A date in a format: `.date(.secondsSince1970)`.
  public static func date(_ format: JSONDateFormat) -> DateMapping { DateMapping(format) }
}

extension JSONMapping where Self == URLMapping {
  /// A string that is already a valid URL; nothing is percent-encoded.
  public static var url: URLMapping { URLMapping() }
}

extension JSONMapping where Self == UUIDMapping {
  /// A string of 36 characters that is a UUID.
  public static var uuid: UUIDMapping { UUIDMapping() }
}

extension JSONMapping where Self == DecimalMapping {
  /// A number of up to 38 digits, exact.
  public static var decimal: DecimalMapping { DecimalMapping() }
}

extension JSONMapping where Self == DataMapping {
  /// A Base64 string's bytes.
  public static var data: DataMapping { DataMapping() }
}
