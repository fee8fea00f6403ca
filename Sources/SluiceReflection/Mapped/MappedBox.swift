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

/// The box of a ``Mapped`` property, whatever its type.
protocol AnyMappedBox: AnyObject {
  var name: String? { get }
  var site: DeclarationSite { get }
  var anyValue: Any { get }
  /// How boxes of this type are filled.
  static var filler: MappedFiller { get }
}

extension AnyMappedBox {
  /// The name of the field, by what the mirror calls the property.
  func fieldName(_ label: String) -> String { name ?? PropertyLabel.wrapped(label) }
}

final class MappedBox<Value>: AnyMappedBox {
  var value: Value
  let name: String?
  let site: DeclarationSite

  init(_ value: Value, _ name: String?, _ site: DeclarationSite) {
    self.value = value
    self.name = name
    self.site = site
    MappedCollector.current?.add(self)
  }

  var anyValue: Any { value }

  static var filler: MappedFiller {
    let reader = ValueReader<Value>.shared
    return MappedFiller(
      takesNull: reader.takesNull,
      fill: { box, position, session in
        guard let box = box as? MappedBox<Value> else { return }
        if let value = try reader.read(position, session) { box.value = value }
      },
      prepare: { box, position, session in
        guard let box = box as? MappedBox<Value>,
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
  let fill: (any AnyMappedBox, JSONPosition, ReadSession) throws -> Void
  /// Reads the value, to be set later.
  let prepare: (any AnyMappedBox, JSONPosition, ReadSession) throws -> (() -> Void)?
}
