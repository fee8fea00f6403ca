public import Foundation
public import Sluice
public import SluiceFoundation
import SluiceSystem

/// Decodes a date, in one of JSON's usual formats or in a format of your own: `Date`.
///
/// Formatters are cached by format, so making a decoder costs one table lookup. Texts are read in
/// the locale `en_US_POSIX`, as fixed formats require, and in the machine's time zone unless the
/// format has one. As lenient as `DateFormatter`.
public final class DateDecoder: SchemaDecoder, Sendable {
  private enum Format {
    case json(JSONDateFormat)
    case formatter(DateFormatter)
  }

  private let format: Format

  /// Creates a decoder with one of JSON's usual formats, such as `.iso8601`, which reads
  /// `2024-05-01T12:30:00.5+02:00`, or `.secondsSince1970`, which reads numbers.
  public init(_ format: JSONDateFormat) { self.format = .json(format) }

  /// Creates a decoder with a format of Unicode Technical Standard #35, such as
  /// `yyyy-MM-dd 'at' HH:mm`.
  public init(dateFormatString: String) {
    format = .formatter(DateFormatters.formatter(dateFormatString))
  }

  /// Creates a decoder with your own formatter. Do not change the formatter afterwards.
  public init(dateFormatter: DateFormatter) { format = .formatter(dateFormatter) }

  public func decode(_ object: JSONCursor) throws -> Any {
    switch format {
    case .json(let format): try object.date(format)
    case .formatter(let formatter): try date(object, formatter)
    }
  }

  private func date(_ object: JSONCursor, _ formatter: DateFormatter) throws -> Date {
    guard object.position.byte == Byte.quote else {
      throw ParserError.validation(
        failureReason: "DateParser object to parse was not a String.")
    }
    guard let date = formatter.date(from: try object.position.ownedString()) else {
      throw ParserError.validation(
        failureReason:
          "DateParser string could not be parsed to Date with the given formatter.")
    }
    return date
  }
}

/// The cached formatters. Reading with one is safe from several threads.
enum DateFormatters {
  private static let known = LockedValue<[String: DateFormatter]>([:])
  /// Formats are usually literals. The limit keeps a program that generates formats from filling
  /// memory.
  private static let limit = 256

  static func formatter(_ format: String) -> DateFormatter {
    known.withLock { known in
      if let formatter = known[format] { return formatter }
      let made = DateFormatter()
      made.locale = Locale(identifier: "en_US_POSIX")
      made.dateFormat = format
      if known.count == limit { known.removeAll() }
      known[format] = made
      return made
    }
  }
}
