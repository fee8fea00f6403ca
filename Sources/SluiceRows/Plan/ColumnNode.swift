/// The columns that take the value at one location of a plan's paths.
struct ColumnNode {
  /// As a range of the plan's column numbers.
  var columns: Range<Int32> = 0..<0
  /// A column at or below this location: the one to name in an error.
  let someColumn: Int32
}
