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
/// let event = StructRule(ValueBox(Event())).expect("at", DateRule(.iso8601), \.date)
/// ```
public struct DateRule: Rule {
  /// The format of the date in JSON.
  public let format: JSONDateFormat

  public init(_ format: JSONDateFormat = .iso8601) { self.format = format }

  public func validate(_ json: JSONCursor) throws -> Date {
    do throws(JSONError) { return try json.date(format) } catch {
      throw RuleError.translated(error, at: json.position, expected: Date.self)
    }
  }

  public func dump(_ value: Date) throws -> JSON {
    do throws(JSONError) { return try JSON(value, format) } catch { throw RuleError(error) }
  }
}
