public import Sluice

/// A rule for custom numbers: override ``validateNumber(_:)`` and ``dump(_:)``.
///
/// ```swift
/// final class PercentRule: NumberRule<Double>, @unchecked Sendable {
///   override func validateNumber(_ number: JSONNumber) throws -> Double {
///     (number.double ?? 0) / 100
///   }
///   override func dump(_ value: Double) throws -> JSON { try JSON(value * 100) }
/// }
/// ```
///
/// The number is exact, with all its digits; `true` and `false` are 1 and 0.
nonisolated open class NumberRule<T>: Rule, @unchecked Sendable {
  public typealias V = T

  public init() {}

  /// Makes the rule's value from a number. Throws a ``RuleError`` for a number that it rejects.
  open func validateNumber(_ number: JSONNumber) throws -> T {
    throw RuleError.invalidJSONType("\(Swift.type(of: self)) must override validateNumber.", nil)
  }

  open func validate(_ json: JSONCursor) throws -> T {
    let position = json.position
    if position.isTrue { return try validateNumber(JSONNumber(1)) }
    if position.isFalse { return try validateNumber(JSONNumber(0)) }
    let number: JSONNumber
    do throws(JSONError) {
      number = try json.number
    } catch {
      throw RuleError.translated(error, at: position, expected: T.self)
    }
    return try validateNumber(number)
  }

  /// Returns the value as JSON.
  open func dump(_ value: T) throws -> JSON {
    throw RuleError.invalidDump("Unable to dump value of unknown type: \(value)", nil)
  }
}
