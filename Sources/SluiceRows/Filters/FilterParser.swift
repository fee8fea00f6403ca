import Sluice
import SluiceQueries

/// Reads a condition by recursive descent, no deeper than ``deepest``.
struct FilterParser {
  private var lexer: FilterLexer
  private var token: FilterLexer.Token
  private(set) var paths: [ColumnPath] = []
  /// The place of each among them.
  private var numbers: [ColumnPath: Int] = [:]

  /// How deep parentheses and `not` may be nested.
  static let deepest = 64

  /// Words that are not paths, except in backticks.
  private static let words: Set<String> = [
    "and", "or", "not", "in", "exists", "contains", "startsWith", "endsWith", "matches", "true",
    "false", "null",
  ]

  init(_ text: String) throws(ImportError) {
    lexer = try FilterLexer(text)
    token = try lexer.token()
  }

  mutating func parse() throws(ImportError) -> FilterExpression {
    let expression = try any(depth: 0)
    guard token.kind == .end else { throw lexer.fault("'and', 'or' or the end", at: token) }
    return expression
  }

  private mutating func advance() throws(ImportError) { token = try lexer.token() }

  /// Consumes the current token if it is that word, and returns whether it is.
  private mutating func takes(word: String) throws(ImportError) -> Bool {
    guard token.kind == .word(word) else { return false }
    try advance()
    return true
  }

  private mutating func expect(sign: String) throws(ImportError) {
    guard token.kind == .sign(sign) else { throw lexer.fault("'\(sign)'", at: token) }
    try advance()
  }

  private mutating func any(depth: Int) throws(ImportError) -> FilterExpression {
    var parts = [try all(depth: depth)]
    while try takes(word: "or") { parts.append(try all(depth: depth)) }
    return parts.count == 1 ? parts[0] : .any(parts)
  }

  private mutating func all(depth: Int) throws(ImportError) -> FilterExpression {
    var parts = [try condition(depth: depth)]
    while try takes(word: "and") { parts.append(try condition(depth: depth)) }
    return parts.count == 1 ? parts[0] : .all(parts)
  }

  private mutating func condition(depth: Int) throws(ImportError) -> FilterExpression {
    guard depth < FilterParser.deepest else {
      throw lexer.fault(
        "at most \(FilterParser.deepest) levels of parentheses and 'not'", at: token)
    }
    if try takes(word: "not") { return .not(try condition(depth: depth + 1)) }
    if token.kind == .sign("(") {
      try advance()
      let inner = try any(depth: depth + 1)
      try expect(sign: ")")
      return inner
    }
    if try takes(word: "exists") { return .test(path: try path(), .exists) }
    let path = try path()
    let place = token
    guard try takes(word: "accepts") else { return try test(of: path) }
    guard try takes(word: "text") else { throw lexer.fault("'text'", at: token) }
    let test = try test(of: path)
    guard let lenient = test.acceptingText else {
      throw lexer.fault(
        "a comparison with a number, true or false around 'accepts text'", at: place)
    }
    return lenient
  }

  /// The number of the path that comes next.
  private mutating func path() throws(ImportError) -> Int {
    let text: String
    switch token.kind {
    case .path(let path): text = path
    case .word(let word) where !FilterParser.words.contains(word): text = word
    default: throw lexer.fault("a path, 'not', 'exists' or '('", at: token)
    }
    let path: ColumnPath
    do throws(ImportError) {
      path = try ColumnPath(parsing: text)
    } catch {
      throw lexer.fault("a path (\(error.message))", at: token)
    }
    try advance()
    if let known = numbers[path] { return known }
    numbers[path] = paths.count
    paths.append(path)
    return paths.count - 1
  }

  /// The test of the value at a path.
  private mutating func test(of path: Int) throws(ImportError) -> FilterExpression {
    if case .sign(let sign) = token.kind, sign != ")", sign != "," {
      return try comparison(of: path, sign)
    }
    if try takes(word: "not") {
      guard token.kind == .word("in") else { throw lexer.fault("'in'", at: token) }
      return .not(try test(of: path))
    }
    if try takes(word: "in") {
      try expect(sign: "(")
      var operands = [try operand()]
      while token.kind == .sign(",") {
        try advance()
        operands.append(try operand())
      }
      guard token.kind == .sign(")") else { throw lexer.fault("',' or ')'", at: token) }
      try advance()
      return .test(path: path, .isOneOf(operands))
    }
    if try takes(word: "contains") { return .test(path: path, .contains(try operand())) }
    if try takes(word: "startsWith") { return .test(path: path, .startsWith(try string())) }
    if try takes(word: "endsWith") { return .test(path: path, .endsWith(try string())) }
    if try takes(word: "matches") { return .test(path: path, .matches(try pattern())) }
    return .test(path: path, .isTrue)
  }

  private mutating func comparison(
    of path: Int, _ sign: String
  ) throws(ImportError) -> FilterExpression {
    let place = token
    try advance()
    let operandToken = token
    switch sign {
    case "=", "==": return .test(path: path, .equals(try operand()))
    case "!=", "<>": return .not(.test(path: path, .equals(try operand())))
    default: break
    }
    let orders: [String: FilterOrder] = [
      "<": .less, "<=": .lessOrEqual, ">": .greater, ">=": .greaterOrEqual,
    ]
    guard let order = orders[sign] else {
      throw lexer.fault("one of = == != <> < <= > >=", at: place)
    }
    let operand = try operand()
    guard operand.isOrdered else {
      throw lexer.fault("a number or a string after \(sign)", at: operandToken)
    }
    return .test(path: path, .isOrdered(order, operand))
  }

  private mutating func operand() throws(ImportError) -> FilterOperand {
    let operand: FilterOperand
    switch token.kind {
    case .string(let text): operand = .string(text)
    case .word("true"): operand = .boolean(true)
    case .word("false"): operand = .boolean(false)
    case .word("null"): operand = .null
    case .word(let word):
      guard let number = FilterLexer.number(word) else {
        throw lexer.fault("a number, a string in quotes, true, false or null", at: token)
      }
      operand = number
    default: throw lexer.fault("a number, a string in quotes, true, false or null", at: token)
    }
    try advance()
    return operand
  }

  private mutating func string() throws(ImportError) -> String {
    guard case .string(let text) = token.kind else {
      throw lexer.fault("a string in quotes", at: token)
    }
    try advance()
    return text
  }

  private mutating func pattern() throws(ImportError) -> String {
    let place = token
    let pattern = try string()
    do throws(LinearPattern.Refusal) {
      _ = try LinearPattern(pattern, .filter)
    } catch {
      switch error {
      case .notConforming:
        throw lexer.fault(
          "a regular expression (RFC 9485; also \\d \\w \\s, (?:…), and (?i) at its start; no \\b, back references,"
            + " assertions or named groups)", at: place)
      case .tooLarge:
        throw lexer.fault(
          "a regular expression (of at most \(LinearPattern.mostInstructions) steps: take smaller repetitions)",
          at: place)
      }
    }
    return pattern
  }
}

extension FilterLexer {
  /// A JSON number. Nil for anything else, and beyond the largest double.
  static func number(_ text: String) -> FilterOperand? {
    guard case .number(let number)? = json(Array(text.utf8)), number.double != nil else {
      return nil
    }
    return .number(text)
  }

  /// A JSON string without its quotes and escapes.
  static func unescaped(_ text: [UInt8]) -> String? {
    guard case .string(let string)? = json(text) else { return nil }
    return string
  }

  private static func json(_ bytes: [UInt8]) -> JSON? {
    try? JSON(parsing: bytes)
  }
}

extension FilterExpression {
  /// The same test, which takes the number or Boolean in a string; nil: it compares with neither.
  fileprivate var acceptingText: FilterExpression? {
    switch self {
    case .not(let inner): inner.acceptingText.map { .not($0) }
    case .test(let path, let test, _) where test.takesText:
      .test(path: path, test, acceptsText: true)
    case .all, .any, .test: nil
    }
  }
}
