import Sluice

/// Where a property is declared: tells the properties of a class apart without their names.
struct DeclarationSite: Hashable, Sendable {
  private let file: UInt
  private let line: UInt32
  private let column: UInt32

  init(_ file: StaticString, _ line: UInt32, _ column: UInt32) {
    // Of one character, Swift has no pointer.
    self.file = file.hasPointerRepresentation ? UInt(bitPattern: file.utf8Start) : 0
    self.line = line
    self.column = column
  }
}

/// The box of a ``Mapped`` property, whatever its type. A class and no protocol, as nothing else is
/// a box, and calls through a class cost less.
class AnyMappedBox {
  let name: String?
  let site: DeclarationSite

  fileprivate init(_ name: String?, _ site: DeclarationSite) {
    self.name = name
    self.site = site
  }

  /// Takes the value out of what a mirror shows of such a property; nil of anything else.
  var valueOfMapped: (Any) -> Any? { { _ in nil } }

  /// How boxes of this type are filled.
  var filler: MappedFiller {
    MappedFiller(takesNull: false, fill: { _, _, _ in }, prepare: { _, _, _ in nil })
  }

  /// The name of the field, by what the mirror calls the property.
  final func fieldName(_ label: String) -> String { name ?? PropertyLabel.wrapped(label) }
}

final class MappedBox<Value>: AnyMappedBox {
  var value: Value

  init(_ value: Value, _ name: String?, _ site: DeclarationSite) {
    self.value = value
    super.init(name, site)
    MappedCollector.current?.add(self)
  }

  override var valueOfMapped: (Any) -> Any? {
    // To this very type: a cast to any mapped property would look for a conformance each time.
    { ($0 as? Mapped<Value>)?.wrappedValue }
  }

  /// This box, if it is one of that type.
  @inline(__always)
  private static func of(_ box: AnyMappedBox) -> MappedBox<Value>? {
    // Sound because the class is compared right before; `as?` costs several times as much.
    type(of: box) == MappedBox<Value>.self
      ? unsafeDowncast(box, to: MappedBox<Value>.self) : nil
  }

  override var filler: MappedFiller {
    let reader = ValueReader<Value>.shared
    return MappedFiller(
      takesNull: reader.takesNull,
      fill: { box, position, session in
        guard let box = MappedBox<Value>.of(box) else { return }
        if let value = try reader.read(position, session) { box.value = value }
      },
      prepare: { box, position, session in
        guard let box = MappedBox<Value>.of(box),
          let value = try reader.read(position, session)
        else { return nil }
        return { box.value = value }
      })
  }
}

/// How a box is filled from JSON.
///
/// Sound to share because what the closures capture is a reader.
struct MappedFiller: @unchecked Sendable {
  let takesNull: Bool
  /// Sets the value, unless the JSON can't become one.
  let fill: (AnyMappedBox, JSONPosition, ReadSession) throws -> Void
  /// Reads the value, to be set later.
  let prepare: (AnyMappedBox, JSONPosition, ReadSession) throws -> (() -> Void)?
}
