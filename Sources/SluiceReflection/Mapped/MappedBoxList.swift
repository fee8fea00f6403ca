/// The boxes of an object that was read, in the order of its fields. With them the object is
/// written, and read into again, without a mirror, which would cost several times as much.
///
/// Sound to use from all threads that read the object: it never changes. Its boxes are initialised
/// before it is shared, as many as its header says, and deinitialised with it.
final class MappedBoxList: ManagedBuffer<MappedBoxList.Header, AnyMappedBox> {
  struct Header {
    let names: [String]
  }

  /// Makes a list. `names` has the name of each box's field.
  static func make(_ boxes: [AnyMappedBox], _ names: [String]) -> MappedBoxList? {
    guard boxes.count == names.count else { return nil }
    let made = create(minimumCapacity: boxes.count) { _ in Header(names: names) }
    guard let list = made as? MappedBoxList else { return nil }
    unsafe list.withUnsafeMutablePointerToElements { elements in
      for (i, box) in boxes.enumerated() {
        box.isListed = true
        unsafe (elements + i).initialize(to: box)
      }
    }
    return list
  }

  deinit {
    unsafe withUnsafeMutablePointers { header, elements in
      _ = unsafe elements.deinitialize(count: header.pointee.names.count)
    }
  }

  /// False when a class has put another box into one of its properties (`_name = Mapped(…)`). Then
  /// only this list has the old one.
  var isCurrent: Bool {
    unsafe withUnsafeMutablePointers { header, elements in
      for i in unsafe header.pointee.names.indices
      where unsafe isKnownUniquelyReferenced(&elements[i]) {
        return false
      }
      return true
    }
  }

  var boxes: [AnyMappedBox] {
    unsafe withUnsafeMutablePointers { header, elements in
      unsafe Array(UnsafeBufferPointer(start: elements, count: header.pointee.names.count))
    }
  }

  /// Writes the fields of the object.
  func write(_ out: inout ReflectionOutput) throws {
    try out.object { out in
      for (i, name) in header.names.enumerated() {
        let box = unsafe withUnsafeMutablePointerToElements { unsafe $0[i] }
        try out.field(name) { out in try box.write(&out) }
      }
    }
  }
}
