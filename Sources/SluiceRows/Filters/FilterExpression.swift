/// A condition in its written structure.
indirect enum FilterExpression: Sendable {
  case all([FilterExpression])
  case any([FilterExpression])
  case not(FilterExpression)
  /// `path`: its number among the filter's. `acceptsText`: whether a string counts as the number or Boolean in it.
  case test(path: Int, FilterTest, acceptsText: Bool = false)
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

extension FilterTest {
  /// Whether it compares with a number or a Boolean, which a string may hold.
  var takesText: Bool {
    switch self {
    case .isTrue: true
    case .equals(let operand), .isOrdered(_, let operand): operand.isInText
    case .isOneOf(let operands): operands.contains(where: \.isInText)
    case .exists, .contains, .startsWith, .endsWith, .matches: false
    }
  }
}

enum FilterOrder: Sendable { case less, lessOrEqual, greater, greaterOrEqual }

/// The operand of a comparison.
enum FilterOperand: Sendable, Equatable {
  case null
  case boolean(Bool)
  /// The original text, in JSON's grammar.
  case number(String)
  case string(String)

  /// Whether a string may hold it.
  var isInText: Bool {
    switch self {
    case .boolean, .number: true
    case .null, .string: false
    }
  }

  var isOrdered: Bool {
    switch self {
    case .null, .boolean: false
    case .number, .string: true
    }
  }
}
