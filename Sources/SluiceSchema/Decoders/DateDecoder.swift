public import Foundation
public import Sluice
import SluiceSystem

/// Decodes a string with a date in a format: `Date`.
///
/// Formatters are cached by format, so making a decoder costs one table lookup. Texts are read in
/// the locale `en_US_POSIX`, as fixed formats require, and in the machine's time zone unless the
/// format has one. As lenient as `DateFormatter`.
public final class DateDecoder: SchemaDecoder, Sendable {
  private let formatter: DateFormatter

  /// Creates a decoder with a format of Unicode Technical Standard #35, such as
  /// `yyyy-MM-dd 'at' HH:mm`.
  public init(dateFormatString: String) {
    formatter = DateFormatters.formatter(dateFormatString)
  }

  /// Creates a decoder with your own formatter. Do not change the formatter afterwards.
  public init(dateFormatter: DateFormatter) { formatter = dateFormatter }

  public func decode(_ object: JSONCursor) throws -> Any {
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
  private static let most = 256

  static func formatter(_ format: String) -> DateFormatter {
    known.withLock { known in
      if let formatter = known[format] { return formatter }
      let made = DateFormatter()
      made.locale = Locale(identifier: "en_US_POSIX")
      made.dateFormat = format
      if known.count == most { known.removeAll() }
      known[format] = made
      return made
    }
  }
}
