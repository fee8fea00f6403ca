/// A condition in its written structure.
indirect enum FilterExpression: Sendable {
  case all([FilterExpression])
  case any([FilterExpression])
  case not(FilterExpression)
  /// `path`: its number among the filter's.
  case test(path: Int, FilterTest)
}

/// A test of one value.
enum FilterTest: Sendable {
  case exists
  case isTrue
  case equals(FilterOperand)
  case isOrdered(FilterOrder, FilterOperand)
  case isOneOf([FilterOperand])
  case contains(FilterOperand)
  case startsWith(String)
  case endsWith(String)
  /// A regular expression that is known to be valid.
  case matches(String)
}

enum FilterOrder: Sendable { case less, lessOrEqual, greater, greaterOrEqual }

/// The operand of a comparison.
enum FilterOperand: Sendable, Equatable {
  case null
  case boolean(Bool)
  /// The original text, in JSON's grammar.
  case number(String)
  case string(String)

  var isOrdered: Bool {
    switch self {
    case .null, .boolean: false
    case .number, .string: true
    }
  }
}
