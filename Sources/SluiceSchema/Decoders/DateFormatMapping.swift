public import Foundation
public import Sluice

/// Maps a string with a date in a format: `JSONMapping/date(format:)`. See ``DateDecoder``.
public struct DateFormatMapping: JSONWritingMapping {
  private let formatter: DateFormatter
  private let format: String

  public init(format: String) {
    self.format = format
    formatter = DateFormatters.formatter(format)
  }

  /// Throws `type-mismatch` for a value that is not a string, `invalid-value` for a string that is
  /// not such a date.
  public func value(from cursor: JSONCursor) throws -> Date {
    let position = cursor.position
    guard let date = formatter.date(from: try position.ownedString()) else {
      throw JSONError(.invalidValue, at: position.offset, name: "a date of the format \(format)")
    }
    return date
  }

  public func write(_ value: Date, to writer: inout JSONWriter) throws {
    try writer.value(formatter.string(from: value))
  }
}

extension DateFormatMapping: DescribedMapping {
  /// JSON Schema's `date` for `yyyy-MM-dd`; a string for other formats.
  public func describe(in document: inout JSONSchemaDocument) -> JSON {
    format == "yyyy-MM-dd" ? ["type": "string", "format": "date"] : ["type": "string"]
  }
}

extension JSONMapping where Self == DateFormatMapping {
  /// Reads a date in a format of Unicode Technical Standard #35, such as `yyyy-MM-dd`.
  public static func date(format: String) -> DateFormatMapping { DateFormatMapping(format: format) }
}
