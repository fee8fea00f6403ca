/// A step of some column's path: one node of the plan's tree, in flat memory. Siblings are adjacent; those
/// that can be elements of an array come last and in their order.
struct PlanNode {
  /// The field's name; lives in the plan's name memory.
  var name: UnsafePointer<UInt8>
  var nameCount: Int
  /// The index that the name means on an array; -1: not an index.
  var element: Int
  /// The nodes below this one: fields of an object.
  var children: Range<Int32>
  /// Those of them that are elements, when the value is an array.
  var elements: Range<Int32>
  /// The columns that take this value, as a range of the plan's column numbers.
  var columns: Range<Int32>
  /// A column at or below this node: the one to name in an error.
  var someColumn: Int32
  /// The record in which this node was last found, to recognise duplicate keys.
  var foundInRecord: UInt64
  /// The position of its value there, unless the first of duplicate keys counts.
  var token: UInt32 = 0
}
