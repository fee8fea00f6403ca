import Foundation
public import Sluice
public import SluiceFoundation

/// A string with an ISO 8601 date-time, such as `2024-05-01T12:30:00.5+02:00`: `Date`.
public final class ISO8601DateDecoder: SchemaDecoder, Sendable {
  public init() {}

  public func decode(_ object: JSONCursor) throws -> Any { try object.date(.iso8601) }
}

/// A number of seconds, or another unit, since 1970: `Date`.
public final class EpochDateDecoder: SchemaDecoder, Sendable {
  private let format: JSONDateFormat

  /// ``SluiceFoundation/JSONDateFormat/iso8601`` is no number: it takes a date-time's text.
  public init(_ format: JSONDateFormat = .secondsSince1970) { self.format = format }

  public func decode(_ object: JSONCursor) throws -> Any { try object.date(format) }
}
