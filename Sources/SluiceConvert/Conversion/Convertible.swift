public import Sluice

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A type that `<--` makes of other values: of JSON, and of any Swift value.
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
/// What stands in JSON comes as Foundation's types, as `JSONSerialization` makes them: `String`,
/// `NSNumber`, `[Any]`, `[String: Any]`. A type that is read often can look at the JSON itself with
/// ``convert(from:)``; one that is a string, a number or a Boolean in JSON is simplest made a
/// ``ScalarConvertible``.
public protocol Convertible {
  /// The value, or nil when there is none. Throws ``ConversionError``, or an error of your own:
  /// `<--` hands it to the failure handler.
  static func convert<T>(fromValue value: T?) throws -> Self?

  /// The value that the JSON at `cursor` stands for; nil for `null`. Unless implemented, calls
  /// `convert(fromValue:)` with what `JSONSerialization` would make of it, which costs copies.
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
  /// A value of this type is never converted to the other.
  case unsupportedType
  /// Values of this type are, but not this one.
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
