/// A value that stays in place: a non-copyable type is passed on without counting references, which took half of the
/// time of writing a tree.
///
/// Sound because a struct with one stored property has that property's layout, and the caller that makes a pointer to
/// one of these keeps the values alive and unchanged as long as it is used.
package struct BorrowedJSON: ~Copyable {
  let json: JSON

  @inline(__always)
  static func at(_ json: UnsafePointer<JSON>) -> UnsafePointer<BorrowedJSON> {
    unsafe UnsafeRawPointer(json).assumingMemoryBound(to: BorrowedJSON.self)
  }

  /// Whether both types have the layout of the types they represent, which `at` relies on; for tests.
  package static var isLaidOutAlike: Bool {
    MemoryLayout<BorrowedJSON>.size == MemoryLayout<JSON>.size
      && MemoryLayout<BorrowedJSON>.stride == MemoryLayout<JSON>.stride
      && MemoryLayout<BorrowedField>.size == MemoryLayout<JSONObject.Field>.size
      && MemoryLayout<BorrowedField>.stride == MemoryLayout<JSONObject.Field>.stride
  }
}

/// The same for a field.
///
/// Sound because two structs of properties with the same layouts, in the same order, are laid out
/// alike.
struct BorrowedField: ~Copyable {
  let key: String
  let value: BorrowedJSON

  @inline(__always)
  static func at(_ field: UnsafePointer<JSONObject.Field>) -> UnsafePointer<BorrowedField> {
    unsafe UnsafeRawPointer(field).assumingMemoryBound(to: BorrowedField.self)
  }
}
