import Sluice

/// Marks a property of a class as read from JSON.
///
/// ```swift
/// class Person: JSONCreatableObject {
///   @Mapped var name: String?
///   @Mapped("followers_count") var followersCount = 0
///   @Mapped var bestFriends: [Person]?
/// }
/// ```
///
/// The property may have any type that converts from JSON: leaves, arrays, sets, dictionaries,
/// objects, enums, dates, and optionals of these. The field has the property's name unless
/// specified.
///
/// For classes: an instance is filled in place, through boxes that its mirror shows. A struct with
/// such properties copies like other structs, but is not filled; make it ``JSONCreatable``.
///
/// Cost: an allocation for each property of each instance, and one for each instance that is read.
@propertyWrapper
@frozen
public struct Mapped<Value> {
  @usableFromInline var box: MappedBox<Value>

  /// Creates a property. The compiler fills in the other parameters, which distinguish the
  /// declarations of a class.
  @inlinable
  public init(
    wrappedValue: Value, file: StaticString = #fileID, line: UInt32 = #line,
    column: UInt32 = #column
  ) {
    box = MappedBox(wrappedValue, nil, DeclarationSite(file, line, column))
  }

  /// Creates a property with the name of its field.
  @inlinable
  public init(
    wrappedValue: Value, _ name: String, file: StaticString = #fileID, line: UInt32 = #line,
    column: UInt32 = #column
  ) {
    box = MappedBox(wrappedValue, name, DeclarationSite(file, line, column))
  }

  /// Creates an optional property with the name of its field; it starts as nil.
  @inlinable
  public init(
    _ name: String, file: StaticString = #fileID, line: UInt32 = #line, column: UInt32 = #column
  ) where Value: ExpressibleByNilLiteral {
    box = MappedBox(nil, name, DeclarationSite(file, line, column))
  }

  @inlinable
  public var wrappedValue: Value {
    get { box.value }
    set {
      if isUniquelyOwned() {
        box.value = newValue
      } else {
        box = MappedBox(newValue, box.name, box.site)
      }
    }
    _modify {
      if !isUniquelyOwned() { box = MappedBox(box.value, box.name, box.site) }
      yield &box.value
    }
  }

  /// Whether this copy alone has the box. Copies of a struct share it; a copy that changes gets its
  /// own.
  @inlinable
  mutating func isUniquelyOwned() -> Bool { box.isListed || isKnownUniquelyReferenced(&box) }
}

extension Mapped: MappedProperty {
  var mappedBox: AnyMappedBox { box }
}

extension Mapped: Equatable where Value: Equatable {
  public static func == (left: Self, right: Self) -> Bool { left.box.value == right.box.value }
}

extension Mapped: Hashable where Value: Hashable {
  public func hash(into hasher: inout Hasher) { hasher.combine(box.value) }
}

/// The interface of a ``Mapped`` property found in a mirror.
protocol MappedProperty {
  var mappedBox: AnyMappedBox { get }
}
