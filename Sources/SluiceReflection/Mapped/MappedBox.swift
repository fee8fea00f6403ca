import Sluice

/// The place of a property's declaration, which identifies the property in its class without a
/// name.
@usableFromInline
struct DeclarationSite: Hashable, Sendable {
  private let file: UInt
  private let line: UInt32
  private let column: UInt32

  @usableFromInline
  init(_ file: StaticString, _ line: UInt32, _ column: UInt32) {
    // Swift has no pointer for a single character.
    self.file = unsafe file.hasPointerRepresentation ? UInt(bitPattern: file.utf8Start) : 0
    self.line = line
    self.column = column
  }
}

/// The box of a ``Mapped`` property of any type. A class instead of a protocol: nothing else is a
/// box, and calls through a class cost less.
@usableFromInline
class AnyMappedBox {
  @usableFromInline let name: String?
  @usableFromInline let site: DeclarationSite
  /// Whether an object's list contains it: then the object's property is not its only owner.
  @usableFromInline final var isListed = false

  @usableFromInline
  init(_ name: String?, _ site: DeclarationSite) {
    self.name = name
    self.site = site
    MappedCollector.current?.add(self)
  }

  /// Returns the value of a property of this type found in a mirror; nil for anything else.
  var valueOfMapped: (Any) -> Any? { { _ in nil } }

  /// Returns the filler for boxes of this type.
  func filler(_ readers: ValueReaders) -> MappedFiller {
    MappedFiller(takesNull: false, fill: { _, _, _ in }, prepare: { _, _, _ in nil })
  }

  /// Writes the value.
  func write(_ out: inout ReflectionOutput) throws {}

  /// Returns the field's name, given the property's name in the mirror.
  final func fieldName(_ label: String) -> String { name ?? PropertyLabel.wrapped(label) }
}

@usableFromInline
final class MappedBox<Value>: AnyMappedBox {
  @usableFromInline var value: Value

  @inlinable
  init(_ value: Value, _ name: String?, _ site: DeclarationSite) {
    self.value = value
    super.init(name, site)
  }

  override var valueOfMapped: (Any) -> Any? {
    // Casts to exactly this type: casting to any mapped property would look for a conformance each
    // time.
    { ($0 as? Mapped<Value>)?.wrappedValue }
  }

  override func write(_ out: inout ReflectionOutput) throws { try out.write(value) }

  override func filler(_ readers: ValueReaders) -> MappedFiller {
    if let type = Value.self as? any BoxFilling.Type { return type.makeFiller() }
    if let optional = Value.self as? any AnyOptional.Type,
      let type = optional.wrappedType as? any BoxFilling.Type
    {
      return type.makeOptionalFiller()
    }
    let reader = readers.reader(of: Value.self)
    return MappedFiller(boxes: MappedBox<Value>.self, takesNull: reader.takesNull, reader.read)
  }
}
