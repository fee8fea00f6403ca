import Sluice

/// A base class for model classes. Subclasses need no initialiser.
///
/// ```swift
/// class Animal: JSONCreatableObject {
///   @Mapped var name: String?
///   @Mapped var legs = 4
/// }
/// ```
nonisolated open class JSONCreatableObject: JSONKeyValueCreatable {
  /// The boxes of an object that was read, unless it has other properties too.
  final var mappedBoxes: MappedBoxList?

  public required init() {}

  open func setValue(_ value: Any, property: String) throws {
    throw JSONError.unmapped(property, of: type(of: self))
  }
}
