/// A condition as it was written.
indirect enum FilterExpression: Sendable {
  case all([FilterExpression])
  case any([FilterExpression])
  case not(FilterExpression)
  /// `path`: its number among the filter's.
  case test(path: Int, FilterTest)
}

/// What is asked of one value.
enum FilterTest: Sendable {
  case exists
  case isTrue
  case equals(FilterOperand)
  case isOrdered(FilterOrder, FilterOperand)
  case isOneOf([FilterOperand])
  case contains(FilterOperand)
  case startsWith(String)
  case endsWith(String)
  /// A regular expression that is known to be one.
  case matches(String)
}

enum FilterOrder: Sendable { case less, lessOrEqual, greater, greaterOrEqual }

/// What a value is compared with.
enum FilterOperand: Sendable, Equatable {
  case null
  case boolean(Bool)
  /// As it was written, in JSON's grammar.
  case number(String)
  case string(String)

  var isOrdered: Bool {
    switch self {
    case .null, .boolean: false
    case .number, .string: true
    }
  }
}
