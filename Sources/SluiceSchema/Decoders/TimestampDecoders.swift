import Foundation
public import Sluice
public import SluiceFoundation

/// Decodes a string with an ISO 8601 date-time, such as `2024-05-01T12:30:00.5+02:00`: `Date`.
public final class ISO8601DateDecoder: SchemaDecoder, Sendable {
  public init() {}

  public func decode(_ object: JSONCursor) throws -> Any { try object.date(.iso8601) }
}

/// Decodes a number of seconds, or another unit, since 1970: `Date`.
public final class EpochDateDecoder: SchemaDecoder, Sendable {
  private let format: JSONDateFormat

  /// Creates a decoder. With `JSONDateFormat/iso8601` it reads a date-time's text, not a number.
  public init(_ format: JSONDateFormat = .secondsSince1970) { self.format = format }

  public func decode(_ object: JSONCursor) throws -> Any { try object.date(format) }
}
