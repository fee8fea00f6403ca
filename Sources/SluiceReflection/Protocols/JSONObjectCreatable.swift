import Sluice

/// A type whose instances are made empty and filled from an object's fields. One of the three ways
/// below says how.
public protocol JSONObjectCreatable: SendableMetatype {
  /// An instance with the values that fields leave as they are which are missing, `null`, or can't be
  /// converted.
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
/// Swift makes `init(from:)`; the decoder that is handed to it is lenient: a field that is missing,
/// `null` or can't be converted has the value that `init()` gives. See <doc:Prototypes>.
///
/// Cost: about what a `Decodable` costs anywhere, and the look at a new prototype where a value is
/// missing that could not be remembered.
public protocol JSONCreatable: JSONObjectCreatable, Decodable {}

/// A class that is filled property by property, its superclasses included.
///
/// Properties marked ``Mapped`` are set directly. For each other one ``setValue(_:property:)`` is
/// called with the converted value.
public protocol JSONKeyValueCreatable: AnyObject, JSONObjectCreatable {
  /// Sets a property that is not ``Mapped``. What it throws is reported as a warning, and the next
  /// property is set. Unless you implement it, it throws `unmapped-property`.
  func setValue(_ value: Any, property: String) throws
}

extension JSONKeyValueCreatable {
  public func setValue(_ value: Any, property: String) throws {
    throw JSONError.unmapped(property, of: Self.self)
  }
}

/// A base class for models of classes: who inherits from it needs no initialiser.
///
/// ```swift
/// class Animal: JSONCreatableObject {
///   @Mapped var name: String?
///   @Mapped var legs = 4
/// }
/// ```
nonisolated open class JSONCreatableObject: JSONKeyValueCreatable {
  /// Of an object that was read, unless it has other properties too.
  final var mappedBoxes: MappedBoxList?

  public required init() {}

  open func setValue(_ value: Any, property: String) throws {
    throw JSONError.unmapped(property, of: type(of: self))
  }
}

extension JSONError {
  static func unmapped(_ property: String, of type: Any.Type) -> JSONError {
    JSONError(
      .unmappedProperty, at: 0, name: property,
      reason: "mark it @Mapped, or set it in \(type).setValue(_:property:)")
  }
}
