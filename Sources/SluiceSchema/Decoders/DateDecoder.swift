public import Foundation
public import Sluice

/// A string with a date in a format: `Date`.
///
/// The formatter of a format is made once and kept: making a decoder costs a look into a table.
/// Texts are read in the locale `en_US_POSIX`, as fixed formats need it, and in the time zone of
/// the machine unless the format has one. As lenient as `DateFormatter` is.
public final class DateDecoder: SchemaDecoder, Sendable {
  private let formatter: DateFormatter

  /// A format of Unicode Technical Standard #35, such as `yyyy-MM-dd 'at' HH:mm`.
  public init(dateFormatString: String) {
    formatter = DateFormatters.formatter(dateFormatString)
  }

  /// A formatter of your own. It must not be changed any more.
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

/// The formatters of formats, made once. Reading with one is safe from several threads.
enum DateFormatters {
  private static let known = Guarded<[String: DateFormatter]>([:])
  /// Formats are written in programs; a program that makes them up does not fill the memory.
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
