public import Foundation
import Sluice
public import SluiceFoundation
import SluiceSystem

extension Conversion {
  /// The format of a date, if a `<--` has one: `(value, "yyyy-MM-dd")`.
  public struct DateFormat: Sendable {
    private enum Form {
      case pattern(String)
      case formatter(DateFormatter)
      case json(JSONDateFormat)
    }

    private let form: Form

    /// Creates a format from a pattern of Unicode Technical Standard #35 such as `yyyy-MM-dd`. It
    /// uses the locale `en_US_POSIX`, as fixed patterns require, and the machine's time zone unless
    /// the pattern has one.
    public init(_ pattern: String) { form = .pattern(pattern) }

    /// Creates a format from a formatter. Do not change the formatter afterwards.
    public init(_ formatter: DateFormatter) { form = .formatter(formatter) }

    /// Creates one of JSON's usual formats, such as `.millisecondsSince1970`.
    public init(_ format: JSONDateFormat) { form = .json(format) }

    /// Returns the date that a scalar represents, or nil.
    func date(_ scalar: JSON) -> Date? {
      switch form {
      case .pattern(let pattern):
        scalar.string.flatMap { DateFormat.formatter(pattern).date(from: $0) }
      case .formatter(let formatter): scalar.string.flatMap { formatter.date(from: $0) }
      case .json(let format): scalar.date(format)
      }
    }

    /// Returns the scalar that represents a date. Throws the errors of JSON's formats, and
    /// `invalidValue` for a date too far away for the formatter.
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

    private static let known = LockedValue<[String: DateFormatter]>([:])
    /// Patterns are usually literals. The limit keeps a program that generates patterns from filling
    /// memory.
    private static let limit = 256

    /// Made once for each pattern: that takes longer than reading a date with it.
    private static func formatter(_ pattern: String) -> DateFormatter {
      known.withLock { known in
        if let formatter = known[pattern] { return formatter }
        let made = DateFormatter()
        made.locale = Locale(identifier: "en_US_POSIX")
        made.dateFormat = pattern
        if known.count == limit { known.removeAll() }
        known[pattern] = made
        return made
      }
    }
  }
}
