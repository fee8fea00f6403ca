/// Where a column's values come from.
public enum ColumnOrigin: Sendable, Hashable {
  /// The value at a path in the record.
  case path(ColumnPath)
  /// The same value in every row.
  case constant(ColumnConstant)
  /// The name of the source that the record is from.
  case source
  /// The offset of the record's first byte in its source, decompressed and in UTF-8.
  case offset
  /// The line on which the record begins, counted from 1.
  case line
  /// The record's number, counted from 1, rejected and filtered records included.
  case record
  /// The record's bytes, as they stand in the source.
  case raw
  /// The index of the element in its array, counted from 0 as in paths, where records are exploded
  /// (``RowSelection/explode``); otherwise NULL.
  case element

  /// The word for it in a specification.
  package var word: String {
    switch self {
    case .path: "path"
    case .constant: "constant"
    default: ColumnOrigin.words.first { $0.origin == self }?.word ?? ""
    }
  }

  /// Keyed by the word that replaces a column's type in a specification.
  package static let words: [(word: String, origin: ColumnOrigin, type: ColumnType)] = [
    ("source", .source, .text), ("offset", .offset, .int), ("line", .line, .int),
    ("record", .record, .int), ("raw", .raw, .json), ("element", .element, .int),
  ]
}
