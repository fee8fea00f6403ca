public import Sluice

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A type to which `<--` converts other values: JSON, and any Swift value.
///
/// ```swift
/// struct Vector2D: Convertible {
///   var x = 0.0
///   var y = 0.0
///
///   static func convert<T>(fromValue value: T?) throws -> Vector2D? {
///     switch value {
///     case nil: return nil
///     case let (x, y) as (Double, Double): return Vector2D(x: x, y: y)
///     case let parts as [Double] where parts.count == 2: return Vector2D(x: parts[0], y: parts[1])
///     case is [Double]: throw ConversionError.invalidValue
///     default: throw ConversionError.unsupportedType
///     }
///   }
/// }
/// ```
///
/// JSON is passed as Foundation's types, like the results of `JSONSerialization`: `String`,
/// `NSNumber`, `[Any]`, `[String: Any]`. A type that is read often can implement ``convert(from:)``
/// to read the JSON itself. A type that is a string, a number or a Boolean in JSON is simplest as a
/// ``ScalarConvertible``.
public protocol Convertible {
  /// Returns the converted value, or nil when there is nothing to convert. Throws
  /// ``ConversionError``, or an error of your own, which `<--` passes to the failure handler.
  static func convert<T>(fromValue value: T?) throws -> Self?

  /// Returns the value of the JSON at `cursor`; nil for `null`. The default calls
  /// `convert(fromValue:)` with the result of `JSONSerialization`, which costs copies.
  static func convert(from cursor: JSONCursor) throws -> Self?
}

extension Convertible {
  public static func convert(from cursor: JSONCursor) throws -> Self? {
    switch try cursor.kind {
    case .null: nil
    case .string: try convert(fromValue: try cursor.string)
    default: try convert(fromValue: try cursor.materializeMapped().foundationValue())
    }
  }
}

/// Why a conversion failed.
public enum ConversionError: LocalizedError, Hashable, CustomStringConvertible {
  /// A value of this type can never be converted to the target.
  case unsupportedType
  /// Values of this type can be converted, but not this one.
  case invalidValue

  public var description: String {
    switch self {
    case .unsupportedType: "Unsupported type"
    case .invalidValue: "Invalid value for supported type"
    }
  }

  /// The description.
  public var errorDescription: String? { description }
}
