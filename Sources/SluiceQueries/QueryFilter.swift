import Sluice

/// A logical expression of a filter selector (RFC 9535, section 2.3.5).
indirect enum QueryFilter: Sendable {
  case or([QueryFilter])
  case and([QueryFilter])
  case not(QueryFilter)
  /// Whether the query selects anything.
  case exists(QueryPath)
  case comparison(QueryOperand, QueryComparison, QueryOperand)
  /// Whether the text matches the pattern, as a whole or in a part.
  case matches(QueryOperand, QueryPattern, isWhole: Bool)
}

/// A query inside a filter: it starts from the current value (`@`) or from the query's argument (`$`).
struct QueryPath: Sendable {
  let isRelative: Bool
  let segments: [QuerySegment]

  var isSingular: Bool { segments.allSatisfy(\.isSingular) }
}

enum QueryComparison: Sendable {
  case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
}

/// What a filter compares, or passes to a function: a value or nothing.
indirect enum QueryOperand: Sendable {
  case literal(QueryLiteral)
  /// A query that selects at most one value.
  case path(QueryPath)
  case length(QueryOperand)
  case count(QueryPath)
  case value(QueryPath)
}

/// A value that is written in a query.
enum QueryLiteral: Sendable {
  case null
  case bool(Bool)
  /// The text, by the grammar of JSON's numbers, and the number if it is a short integer.
  case number([UInt8], short: Int64?)
  case string(String)

  init(integer: Int) { self = .number(Array(String(integer).utf8), short: Int64(integer)) }
}

/// The pattern of `match` and `search`.
enum QueryPattern: Sendable {
  /// Compiled with the query; nil for a text that is no I-Regexp, which matches nothing.
  case compiled(LinearPattern?)
  /// Comes from the document: compiled when it differs from the last one.
  case operand(QueryOperand, LastPattern)
}
