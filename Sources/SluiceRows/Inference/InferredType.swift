import Sluice

/// The type of the values at a path, ignoring `null`.
///
/// Numbers widen: integers that fit `Int64` are `int`. With other numbers they are `real` if doubles keep
/// all of them, and `decimal` if only the digits do. Nothing else widens: strings among numbers do not make
/// text, but `mixed`.
public enum InferredType: String, Sendable, Hashable, CaseIterable {
  /// Only `null`, or no values.
  case null
  case bool
  /// Integers that fit `Int64`.
  case int
  /// Numbers that lose no digit as a double: those of at most 17 digits, and integers up to 2^53.
  case real
  /// Numbers some of which have more digits than a double keeps.
  case decimal
  case text
  case object
  case array
  /// Values of several types.
  case mixed

  init(_ figures: ValueFigures) {
    let counts: [(Int64, InferredType)] = [
      (figures.booleans, .bool), (figures.numbers, InferredType(ofNumbers: figures)),
      (figures.texts, .text), (figures.objects, .object), (figures.arrays, .array),
    ]
    let seen = counts.filter { $0.0 > 0 }
    self = seen.count > 1 ? .mixed : seen.first?.1 ?? .null
  }

  private init(ofNumbers figures: ValueFigures) {
    if figures.exactOnly > 0 {
      self = .decimal
    } else if figures.reals == 0 {
      self = .int
    } else {
      self = figures.longIntegers > 0 ? .decimal : .real
    }
  }
}

extension InferredValue {
  /// The column type that takes all values that were seen and keeps their meaning. A point in time is kept
  /// without its offset from UTC, a UUID without the case of its letters.
  package var columnType: ColumnType {
    switch type {
    case .bool: .bool
    case .int: .int
    case .real: .real
    case .decimal: .decimal
    case .text:
      switch format {
      case .date: .date
      // Not those with more than a column keeps, such as nanoseconds.
      case .timestamp: isColumnTimestamp ? .timestamp : .text
      case .uuid: .uuid
      default: .text
      }
    // With their text.
    case .null, .object, .array, .mixed: .json
    }
  }
}

/// What the columns are for.
enum InferredColumns {
  case tables
  /// Whose decimals have 38 digits, 9 of them after the point; other numbers are JSON.
  case batches
  case nestedBatches
}

extension InferredValue {
  func columnType(for columns: InferredColumns) -> ColumnType {
    switch columns {
    case .tables: columnType
    case .batches: batchColumnType
    case .nestedBatches: nestedColumnType
    }
  }

  private var batchColumnType: ColumnType {
    type == .decimal && !fitsBatchDecimal ? .json : columnType
  }

  /// The same with nested types where every array has elements of one type, and every object known fields
  /// or keys that are data; deeper and larger ones than types may be are JSON.
  private var nestedColumnType: ColumnType {
    let type = nestedType(level: 1)
    do throws(ImportError) {
      try type.check()
      return type
    } catch {
      return .json
    }
  }

  private func nestedType(level: Int) -> ColumnType {
    guard type == .array || type == .object else { return batchColumnType }
    // What was only counted has no type.
    guard level < ColumnType.mostLevels, !isCut, unlisted == 0 else { return .json }
    if type == .array { return .list(element?.nestedType(level: level + 1) ?? .json) }
    if let anyField { return .map(anyField.nestedType(level: level + 1)) }
    guard !fields.isEmpty else { return .json }
    return .structure(
      fields.map { field in
        ColumnType.Field(name: field.key, type: field.nestedType(level: level + 1))
      })
  }

  /// The last key of the path.
  private var key: ByteName { if case .field(let key) = path.steps.last { key } else { "" } }
}
