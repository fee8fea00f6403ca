import Sluice

/// A type whose instances are created empty and filled from an object's fields, in one of the three
/// ways below.
public protocol JSONObjectCreatable: SendableMetatype {
  /// Creates an instance with default values, which remain for fields that are missing, `null`, or
  /// can't be converted.
  init()
}

/// A struct or final class that is read without any mapping code.
///
/// ```swift
/// struct Address: JSONCreatable {
///   var city = ""
///   var zip: Int?
/// }
/// ```
///
/// Swift synthesises `init(from:)` and receives a lenient decoder. A field that is missing, `null`
/// or can't be converted has the value from `init()`. See <doc:Prototypes>.
///
/// Cost: about the same as any `Decodable`, and a new prototype where a missing value could not be
/// cached.
public protocol JSONCreatable: JSONObjectCreatable, Decodable {}

/// A class that is filled property by property, its superclasses included.
///
/// Properties marked ``Mapped`` are set directly. For the others, ``setValue(_:property:)`` is
/// called with the converted value.
public protocol JSONKeyValueCreatable: AnyObject, JSONObjectCreatable {
  /// Sets a property that is not ``Mapped``. Its errors are reported as warnings, and the next
  /// property is set. The default throws `unmapped-property`.
  func setValue(_ value: Any, property: String) throws
}

extension JSONKeyValueCreatable {
  public func setValue(_ value: Any, property: String) throws {
    throw JSONError.unmapped(property, of: Self.self)
  }
}

extension JSONError {
  static func unmapped(_ property: String, of type: Any.Type) -> JSONError {
    JSONError(
      .unmappedProperty, at: 0, name: property,
      reason: "mark it @Mapped, or set it in \(type).setValue(_:property:)")
  }
}
