import CSimdJSON
import Sluice

/// Stores the usual records of many lines in columns, without a step in Swift for each.
///
/// Sound because the columns, which `ColumnPart` owns together with this and with the plan that has the places, have
/// room for the rows that are asked for, and so have the ends of lines.
@safe
final class LineFill {
  private let fill: csj_fill_lines_form
  private let picker: OpaquePointer
  private let columns: UnsafeMutablePointer<UnsafeMutablePointer<csj_column>>
  private let count: UInt32
  private let levels: UnsafeMutablePointer<csj_fields>?
  private let locationCount: UInt32
  private let ends: UnsafeMutablePointer<UInt32>
  /// The most lines that are read at once.
  private static let most = 1024

  /// Nil where it would be of no use: shapes of records are not remembered, or a column's values always need
  /// Swift.
  init?(
    _ places: borrowing FieldLocations,
    _ columns: UnsafeMutablePointer<UnsafeMutablePointer<csj_column>>, count: Int
  ) {
    let other = UInt8(CSJ_COLUMN_OTHER.rawValue)
    guard let picker = unsafe places.picker, let fill = unsafe csj_fill_lines(), count > 0,
      (0..<count).allSatisfy({ unsafe columns[$0].pointee.kind != other })
    else { return nil }
    unsafe self.fill = unsafe fill
    unsafe self.picker = unsafe picker
    unsafe self.columns = unsafe columns
    self.count = UInt32(truncatingIfNeeded: count)
    unsafe levels = unsafe places.levels
    locationCount = UInt32(truncatingIfNeeded: places.locationCount)
    unsafe ends = .allocate(capacity: LineFill.most)
  }

  deinit { unsafe ends.deallocate() }

  /// Stores the next records in the rows from `row` on, of which `most` have room. Returns where the line of
  /// each ends; valid until the next call.
  func read(
    _ lines: inout csj_lines, _ row: Int, most: Int
  ) -> UnsafeBufferPointer<UInt32> {
    var rows = unsafe csj_rows(
      columns: columns, column_count: count, picker: picker, levels: levels,
      location_count: locationCount, line_ends: ends)
    let count = unsafe fill(&rows, &lines, row, UInt32(min(most, LineFill.most)))
    return unsafe UnsafeBufferPointer(start: ends, count: Int(count))
  }
}
