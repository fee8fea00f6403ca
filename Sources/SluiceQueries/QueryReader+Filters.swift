import Sluice

extension QueryReader {
  /// A logical expression: `&&` binds more tightly than `||`.
  mutating func filter() throws(JSONError) -> QueryFilter {
    var terms = [try conjunction()]
    while consumeOperator("||") {
      terms.append(try conjunction())
    }
    return terms.count == 1 ? terms[0] : .or(terms)
  }

  private mutating func conjunction() throws(JSONError) -> QueryFilter {
    var terms = [try term()]
    while consumeOperator("&&") {
      terms.append(try term())
    }
    return terms.count == 1 ? terms[0] : .and(terms)
  }

  /// Skips an operator and the blanks around it, or nothing.
  private mutating func consumeOperator(_ word: StaticString) -> Bool {
    let start = place
    skipBlanks()
    guard consume(word: word) else {
      place = start
      return false
    }
    skipBlanks()
    return true
  }

  /// A comparison, a test, or an expression in parentheses.
  private mutating func term() throws(JSONError) -> QueryFilter {
    let isNegated = consume("!")
    if isNegated { skipBlanks() }
    if consume("(") {
      try enter()
      skipBlanks()
      let inner = try filter()
      skipBlanks()
      guard consume(")") else { throw unexpected("'&&', '||' or ')'") }
      leave()
      return isNegated ? .not(inner) : inner
    }
    let start = place
    let left = try argument()
    if !isNegated, let comparison = comparison() {
      let left = try operand(left, at: start)
      let second = place
      return .comparison(left, comparison, try operand(try argument(), at: second))
    }
    let test = try test(left, at: start)
    return isNegated ? .not(test) : test
  }

  /// The operator of a comparison and the blanks around it, or nil.
  private mutating func comparison() -> QueryComparison? {
    if consumeOperator("==") { return .equal }
    if consumeOperator("!=") { return .notEqual }
    if consumeOperator("<=") { return .lessOrEqual }
    if consumeOperator(">=") { return .greaterOrEqual }
    if consumeOperator("<") { return .less }
    return consumeOperator(">") ? .greater : nil
  }

  /// Something that stands alone: a query or a logical function.
  private func test(_ argument: QueryArgument, at start: Int) throws(JSONError) -> QueryFilter {
    switch argument {
    case .path(let path): return .exists(path)
    case .test(let test): return test
    case .literal, .operand:
      throw unexpected(
        "a comparison",
        "the value at character \(character(at: start)) must be compared: == != < <= > >=")
    }
  }

  /// Something that is compared, or passed as a value.
  func operand(_ argument: QueryArgument, at start: Int) throws(JSONError) -> QueryOperand {
    switch argument {
    case .literal(let literal): return .literal(literal)
    case .operand(let operand): return operand
    case .path(let path):
      guard path.isSingular else {
        throw fault(
          "expected a query for at most one value at character \(character(at: start)), found one"
            + " that may select several; use value(…) or count(…)", at: start)
      }
      return .path(path)
    case .test:
      throw fault(
        "expected a value at character \(character(at: start)), found match or search, which are"
          + " true or false already; leave the comparison out", at: start)
    }
  }
}

/// What may stand in a filter, before its use shows of what type it must be.
enum QueryArgument {
  case literal(QueryLiteral)
  case path(QueryPath)
  /// A function with a value.
  case operand(QueryOperand)
  /// A function that is true or false.
  case test(QueryFilter)
}
