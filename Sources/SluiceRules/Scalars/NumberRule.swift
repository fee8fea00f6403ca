public import Sluice

/// A rule for numbers of your own kind: override ``validateNumber(_:)`` and ``dump(_:)``.
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
/// The number is exact, whatever its digits; `true` and `false` are 1 and 0.
nonisolated open class NumberRule<T>: Rule, @unchecked Sendable {
  public typealias V = T

  public init() {}

  /// What the rule makes of a number. Throws a ``RuleError`` for one that it does not take.
  open func validateNumber(_ number: JSONNumber) throws -> T {
    throw RuleError.invalidJSONType("\(Swift.type(of: self)) does not say what it validates.", nil)
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

  /// The value as JSON.
  open func dump(_ value: T) throws -> JSON {
    throw RuleError.invalidDump("Unable to dump value of unknown type: \(value)", nil)
  }
}
