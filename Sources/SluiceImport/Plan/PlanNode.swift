/// A step of some column's path: one node of the plan's tree, in flat memory. Siblings stand side
/// by side, those that can be elements of an array last and in their order.
struct PlanNode {
  /// The field's name; lives in the plan's name memory.
  var name: UnsafePointer<UInt8>
  var nameCount: Int
  /// The same for a comparison with a key as it stands in a document.
  var key: PlanKey
  /// The element that the name means on an array; -1: none.
  var element: Int
  /// The nodes below this one: fields of an object.
  var children: Range<Int32>
  /// Those of them that are elements, when the value is an array.
  var elements: Range<Int32>
  /// The columns that take this value, as a range of the plan's column numbers.
  var columns: Range<Int32>
  /// A column at or below this node: the one to name in an error.
  var someColumn: Int32
  /// Which names the fields below can have: bit `PlanNode.bit(_:_:)` of each.
  var filter: UInt64
  /// The record in which this node was last found: of duplicate keys, the first wins.
  var foundInRecord: UInt64
  /// The child that a walk through this object tries first, and, in a child, the sibling it tries
  /// behind it. Learned from the records, which mostly repeat their order of fields.
  var firstGuess: Int32
  var nextGuess: Int32

  /// A hash of a name's length and first byte (for the empty name: the quote), below 64.
  @inline(__always)
  static func bit(_ count: Int, _ first: UInt8) -> UInt64 {
    (UInt64(truncatingIfNeeded: count) &* 7 &+ UInt64(first)) & 63
  }
}
