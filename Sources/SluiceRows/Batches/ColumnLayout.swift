import Sluice

/// How a column's values lie in memory, as Arrow's columnar format has them.
package enum ColumnLayout: UInt8, Sendable, BitwiseCopyable {
  /// 8 bytes: an integer, or microseconds since 1970.
  case int64
  case double
  /// A byte, 0 or 1; batches pack them into bits.
  case bool
  /// 4 bytes: days since 1970.
  case date
  /// 16 bytes: a scaled integer.
  case decimal
  /// 16 bytes, the most significant first.
  case uuid
  /// Bytes of any number, and where each value ends.
  case bytes
  /// The same as views: bytes, or where they are in a window of the feed or in the column's own.
  case views
  /// Where the elements of each value end, in the only child.
  case list
  /// Where the entries of each value end, in two children: keys and values.
  case map
  /// Nothing of its own: a child for each field.
  case structure

  package init(_ type: ColumnType) {
    switch type {
    case .list: self = .list
    case .map: self = .map
    case .structure: self = .structure
    default: self.init(type.storage)
    }
  }

  private init(_ storage: ColumnStorage) {
    self =
      switch storage {
      case .integer, .timestamp: .int64
      case .real: .double
      case .boolean: .bool
      case .date: .date
      case .decimal: .decimal
      case .uuid: .uuid
      case .text, .json, .blob, .nested: .bytes
      }
  }

  /// The bytes of a value; of the place where it ends, if its number of bytes or elements varies.
  package var width: Int {
    switch self {
    case .int64, .double, .bytes, .list, .map: 8
    case .bool: 1
    case .date: 4
    case .decimal, .uuid, .views: 16
    case .structure: 0
    }
  }

  /// Whether places where values end are kept.
  var hasEnds: Bool { self == .bytes || self == .list || self == .map }
}
