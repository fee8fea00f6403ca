import Sluice

/// Where a column's values come from.
public enum ColumnOrigin: Sendable, Hashable {
  /// The value at a path in the record.
  case path(ColumnPath)
  /// The same value in each row.
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

  /// The word that stands for it in a specification.
  package var word: String {
    switch self {
    case .path: "path"
    case .constant: "constant"
    default: ColumnOrigin.words.first { $0.origin == self }?.word ?? ""
    }
  }

  /// By the word that stands for a column's type in a specification.
  static let words: [(word: String, origin: ColumnOrigin, type: ColumnType)] = [
    ("source", .source, .text), ("offset", .offset, .int), ("line", .line, .int),
    ("record", .record, .int), ("raw", .raw, .json),
  ]
}

/// A value that is given with a job, and not by a record.
public enum ColumnConstant: Sendable, Hashable {
  case integer(Int64)
  case real(Double)
  case boolean(Bool)
  case text(String)
  /// JSON, as it is to be stored.
  case json(String)

  /// A value for a column of that type: as JSON writes it, but for text, which is taken as it is.
  ///
  /// Throws ``ImportError`` for what is none.
  public init(_ text: String, as type: ColumnType) throws(ImportError) {
    if type == .text {
      self = .text(text)
      return
    }
    switch (type, try? JSON(parsing: text)) {
    case (.int, .number(let number)?):
      guard let integer = number.int64 else { break }
      self = .integer(integer)
      return
    case (.real, .number(let number)?):
      guard let double = number.double else { break }
      self = .real(double)
      return
    case (.bool, .bool(let value)?):
      self = .boolean(value)
      return
    case (.json, .some):
      self = .json(text)
      return
    default: break
    }
    throw ImportError(.badColumn, "\"\(text)\" is no \(type.rawValue)")
  }

  /// As `init(_:as:)` takes it.
  var text: String {
    switch self {
    case .integer(let value): value.description
    case .real(let value): value.description
    case .boolean(let value): value.description
    case .text(let text), .json(let text): text
    }
  }
}
