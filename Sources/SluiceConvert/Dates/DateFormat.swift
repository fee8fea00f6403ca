public import Foundation
import Sluice
public import SluiceFoundation

/// How a date stands in JSON, where a line of `<--` says so: `(value, "yyyy-MM-dd")`.
public struct DateFormat: Sendable {
  private enum Form {
    case pattern(String)
    case formatter(DateFormatter)
    case json(JSONDateFormat)
  }

  private let form: Form

  /// A pattern of Unicode Technical Standard #35 such as `yyyy-MM-dd`, in the locale `en_US_POSIX`,
  /// as fixed patterns need it, and in the time zone of the machine unless the pattern has one.
  public init(_ pattern: String) { form = .pattern(pattern) }

  /// A formatter, which must not be changed any more.
  public init(_ formatter: DateFormatter) { form = .formatter(formatter) }

  /// One of JSON's usual forms, such as `.millisecondsSince1970`.
  public init(_ format: JSONDateFormat) { form = .json(format) }

  /// The date that a scalar stands for, or nil.
  func date(_ scalar: JSON) -> Date? {
    switch form {
    case .pattern(let pattern):
      scalar.string.flatMap { DateFormat.formatter(pattern).date(from: $0) }
    case .formatter(let formatter): scalar.string.flatMap { formatter.date(from: $0) }
    case .json(let format): scalar.date(format)
    }
  }

  /// What stands for a date. Throws what JSON's forms throw, and `invalidValue` for a date that the
  /// formatter can't write: it makes no text of those that lie too far away.
  func json(_ date: Date) throws -> JSON {
    switch form {
    case .pattern(let pattern): try DateFormat.json(date, DateFormat.formatter(pattern))
    case .formatter(let formatter): try DateFormat.json(date, formatter)
    case .json(let format): try JSON(date, format)
    }
  }

  static func json(_ date: Date, _ formatter: DateFormatter) throws -> JSON {
    let text = formatter.string(from: date)
    guard !text.isEmpty else { throw ConversionError.invalidValue }
    return .string(text)
  }

  private static let known = Guarded<[String: DateFormatter]>([:])
  /// Patterns are written in programs; a program that makes them up does not fill the memory.
  private static let most = 256

  /// Made once for each pattern: that takes longer than reading a date with it.
  private static func formatter(_ pattern: String) -> DateFormatter {
    known.withLock { known in
      if let formatter = known[pattern] { return formatter }
      let made = DateFormatter()
      made.locale = Locale(identifier: "en_US_POSIX")
      made.dateFormat = pattern
      if known.count == most { known.removeAll() }
      known[pattern] = made
      return made
    }
  }
}
