import Sluice

/// Where the instances of a class store their ``Mapped`` properties. With that, an object is written without a mirror, which
/// would cost several times as much.
///
/// Sound because the runtime says where a class stores a property of the type `Mapped`, which is one reference to a box and
/// nothing else, and because the first instance had exactly the boxes there that its mirror shows. All instances of
/// a class, not of its subclasses, store a property at the same place.
struct StoredBoxes: Sendable {
  private let fields: [(name: String, offset: Int)]

  /// Looks for the boxes of an object, all of its properties. Nil if they are not found where the runtime says.
  init?(of object: JSONCreatableObject, _ boxes: [(name: String, box: AnyMappedBox)]) {
    let type: any Any.Type = Swift.type(of: object)
    var offsets: [ObjectIdentifier: Int] = [:]
    for number in 0..<fieldCount(type) {
      guard fieldType(type, number) is any MappedProperty.Type else { continue }
      let offset = fieldOffset(type, index: number)
      guard
        offsets.updateValue(
          offset, forKey: ObjectIdentifier(StoredBoxes.box(of: object, at: offset))) == nil
      else { return nil }
    }
    guard offsets.count == boxes.count else { return nil }
    var fields: [(name: String, offset: Int)] = []
    for (name, box) in boxes {
      guard let offset = offsets[ObjectIdentifier(box)] else { return nil }
      fields.append((name, offset))
    }
    self.fields = fields
  }

  /// Writes the fields of an object of the same class.
  func write(_ object: JSONCreatableObject, _ out: inout ReflectionOutput) throws {
    try out.object { out in
      for (name, offset) in fields {
        let box = StoredBoxes.box(of: object, at: offset)
        try out.field(name) { out in try box.write(&out) }
      }
    }
  }

  /// The box of the property that an object stores at an offset.
  @inline(__always)
  private static func box(of object: JSONCreatableObject, at offset: Int) -> AnyMappedBox {
    let place = unsafe UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque()) + offset
    return withExtendedLifetime(object) {
      unsafe place.assumingMemoryBound(to: AnyMappedBox.self).pointee
    }
  }
}

// What the standard library's mirrors ask the runtime. Superclasses' properties count.

@_silgen_name("swift_reflectionMirror_recursiveCount")
private func fieldCount(_ type: any Any.Type) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildOffset")
private func fieldOffset(_ type: any Any.Type, index: Int) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildMetadata")
private func fieldType(
  _ type: any Any.Type, index: Int, _ description: UnsafeMutablePointer<FieldDescription>
) -> any Any.Type

@safe
private struct FieldDescription {
  var name: UnsafePointer<CChar>?
  var freeName: (@convention(c) (UnsafePointer<CChar>?) -> Void)?
  var isStrong = false
  var isVariable = false
}

private func fieldType(_ type: any Any.Type, _ index: Int) -> any Any.Type {
  var description = FieldDescription()
  let found = unsafe fieldType(type, index: index, &description)
  unsafe description.freeName?(description.name)
  return found
}
