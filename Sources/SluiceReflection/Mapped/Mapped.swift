import Sluice

/// Marks a property of a class that is read from JSON.
///
/// ```swift
/// class Person: JSONCreatableObject {
///   @Mapped var name: String?
///   @Mapped("followers_count") var followersCount = 0
///   @Mapped var bestFriends: [Person]?
/// }
/// ```
///
/// The property's type may be anything that JSON can become: leaves, arrays, sets, dictionaries,
/// objects, enums, dates, and optionals of these. The field has the property's name unless another is
/// given.
///
/// For classes: an instance is filled in place, through a box that its mirror shows. A struct with
/// such properties copies as structs do, but is not filled; make it ``JSONCreatable``.
///
/// Cost: an allocation for each property of each instance, and one for each instance that is read.
@propertyWrapper
@frozen
public struct Mapped<Value> {
  @usableFromInline var box: MappedBox<Value>

  /// The parameters behind the value are for the compiler to fill in: they tell the declarations of
  /// a class apart.
  @inlinable
  public init(
    wrappedValue: Value, file: StaticString = #fileID, line: UInt32 = #line,
    column: UInt32 = #column
  ) {
    box = MappedBox(wrappedValue, nil, DeclarationSite(file, line, column))
  }

  /// With the name of the field.
  @inlinable
  public init(
    wrappedValue: Value, _ name: String, file: StaticString = #fileID, line: UInt32 = #line,
    column: UInt32 = #column
  ) {
    box = MappedBox(wrappedValue, name, DeclarationSite(file, line, column))
  }

  /// With the name of the field, for an optional that begins as nil.
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
      if isOwn() { box.value = newValue } else { box = MappedBox(newValue, box.name, box.site) }
    }
    _modify {
      if !isOwn() { box = MappedBox(box.value, box.name, box.site) }
      yield &box.value
    }
  }

  /// False: copies of a struct share the box. The one that is changed gets a box of its own.
  @inlinable
  mutating func isOwn() -> Bool { box.isListed || isKnownUniquelyReferenced(&box) }
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

/// What a mirror shows of a ``Mapped`` property.
protocol MappedProperty {
  var mappedBox: AnyMappedBox { get }
}
