/// What the values at a path are, `null` left aside.
///
/// Numbers widen: integers that fit `Int64` are `int`; with others among them they are `real` where
/// doubles keep all of them, and `decimal` where only the digits do. Nothing else does: strings
/// beside numbers are not made text, they are `mixed`.
public enum InferredType: String, Sendable, Hashable, CaseIterable {
  /// Nothing but `null`, or nothing at all.
  case null
  case bool
  /// Integers that fit `Int64`.
  case int
  /// Numbers of which none loses a digit as a double: of at most 17 digits, and integers of up to
  /// 2^53.
  case real
  /// Numbers of which some have more digits than a double keeps.
  case decimal
  case text
  case object
  case array
  /// Values of several of these.
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
  /// The type of a column that takes all values that were seen, and keeps what each of them means: a
  /// point in time is kept without its offset from UTC, a UUID without the case of its letters.
  var columnType: ColumnType {
    switch type {
    case .bool: .bool
    case .int: .int
    case .real: .real
    case .decimal: .decimal
    case .text:
      switch format {
      case .date: .date
      // Not those that say more than a column keeps: a leap second, nanoseconds.
      case .timestamp: isColumnTimestamp ? .timestamp : .text
      case .uuid: .uuid
      default: .text
      }
    // As they are written.
    case .null, .object, .array, .mixed: .json
    }
  }
}
