public import Foundation
import Sluice

/// A type to which `<--` converts a value with a date format: `Date` from texts and numbers,
/// `String` from dates, and arrays and dictionaries of them.
public protocol DateConvertible: Convertible {
  /// Returns the value in a format, or nil when there is nothing to convert. Throws
  /// ``ConversionError``.
  static func convert(fromValue value: Any, by format: Conversion.DateFormat) throws -> Self?
}

extension Date: DateConvertible {
  public static func convert(fromValue value: Any, by format: Conversion.DateFormat) throws -> Date?
  {
    if let date = value as? Date { return date }
    guard let scalar = try JSON(scalar: value) else { return nil }
    guard scalar.kind != .bool else { throw ConversionError.unsupportedType }
    guard let date = format.date(scalar) else { throw ConversionError.invalidValue }
    return date
  }
}

extension String: DateConvertible {
  public static func convert(fromValue value: Any, by format: Conversion.DateFormat) throws
    -> String?
  {
    if let date = value as? Date { return try convert(fromScalar: try format.json(date)) }
    guard try JSON(scalar: value) != nil else { return nil }
    throw ConversionError.unsupportedType
  }
}

extension Array: DateConvertible where Element: DateConvertible {
  public static func convert(fromValue value: Any, by format: Conversion.DateFormat) throws
    -> [Element]?
  {
    if case .array(let elements)? = value as? JSON { return converted(elements, by: format) }
    if let elements = value as? JSONArray { return converted(elements, by: format) }
    if let elements = value as? [Any] { return converted(elements, by: format) }
    guard try JSON(scalar: value) != nil else { return nil }
    throw ConversionError.unsupportedType
  }

  private static func converted(
    _ elements: some Sequence, by format: Conversion.DateFormat
  ) -> [Element] {
    elements.enumerated().compactMap { i, element in
      Conversion.value(Element.self, of: element, by: format, at: { "[\(i)]" })
    }
  }
}

extension Dictionary: DateConvertible where Key: Convertible, Value: DateConvertible {
  public static func convert(fromValue value: Any, by format: Conversion.DateFormat) throws -> [Key:
    Value]?
  {
    if let object = JSONObject(value) { return converted(object.map { ($0, $1) }, by: format) }
    if let entries = value as? [AnyHashable: Any] {
      return converted(entries.map { ($0.base, $1) }, by: format)
    }
    guard try JSON(scalar: value) != nil else { return nil }
    throw ConversionError.unsupportedType
  }

  private static func converted(_ entries: [(Any, Any)], by format: Conversion.DateFormat) -> [Key:
    Value]
  {
    var converted: [Key: Value] = [:]
    for (key, value) in entries {
      let place = { "[\"\(key)\"]" }
      guard let name = Conversion.value(Key.self, of: key, at: place) else { continue }
      converted[name] = Conversion.value(Value.self, of: value, by: format, at: place)
    }
    return converted
  }
}

extension Conversion {
  /// Converts a value with a format. On failure notifies the handler and returns nil.
  static func value<C: DateConvertible>(
    _ type: C.Type, of value: Any?, by format: Conversion.DateFormat,
    at place: () -> String = { "" }
  ) -> C? {
    guard let value else { return nil }
    do {
      if let view = view(in: value) {
        let json = try view.withCursor { try $0.materializeMapped() }
        return try C.convert(fromValue: json, by: format)
      }
      return try C.convert(fromValue: value, by: format)
    } catch {
      report(error, of: value, to: type, at: place())
      return nil
    }
  }
}
