/// A value that some paths lead to or through: one step of them, in a table's flat memory.
///
/// Siblings are adjacent; those that can be elements of an array come last and in their order.
///
/// Sound because the table that owns its name owns the node, too.
@safe
package struct FieldNode {
  /// The field's name; lives in the table's memory.
  package let name: UnsafePointer<UInt8>
  /// -1: has no name, and is an element only.
  package let nameCount: Int
  /// The index that the step means on an array; -1: not an index.
  package let element: Int
  /// The locations of the steps after this one.
  package let children: Range<Int32>
  /// Those of them that are elements, when the value is an array.
  package let elements: Range<Int32>
  /// The first path that leads here or through here.
  package let firstPath: Int32
  /// The number of the names that are wanted of this value, when it is an object; -1: none, it is wanted as a whole.
  let level: Int32
  /// Whether a null here is located like any other value.
  let takesNull: Bool

  /// The name's bytes; nil for an element.
  package var text: UnsafeBufferPointer<UInt8>? {
    unsafe nameCount < 0 ? nil : UnsafeBufferPointer(start: name, count: nameCount)
  }

  /// Whether this is the key's name, by the exact comparison: any escapes.
  func isNamed(_ key: RawString) -> Bool { unsafe text.map { unsafe key.equals($0) } ?? false }
}
