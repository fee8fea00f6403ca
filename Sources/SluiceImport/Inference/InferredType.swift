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

  /// The type of a column that takes all such values and changes none.
  var columnType: ColumnType {
    switch self {
    case .bool: .bool
    case .int: .int
    case .real: .real
    case .text: .text
    // As they are written, digit by digit.
    case .null, .decimal, .object, .array, .mixed: .json
    }
  }
}
