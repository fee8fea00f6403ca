import Sluice

extension QueryFilter {
  /// Whether the expression is true for the value. Throws the faults of the document that it meets.
  func holds(for value: JSONPosition, _ root: JSONPosition) throws(JSONError) -> Bool {
    switch self {
    case .or(let terms):
      for term in terms where try term.holds(for: value, root) { return true }
      return false
    case .and(let terms):
      for term in terms where try !term.holds(for: value, root) { return false }
      return true
    case .not(let term): return try !term.holds(for: value, root)
    case .exists(let path): return try path.first(from: value, root) != nil
    case .comparison(let left, let comparison, let right):
      return try comparison.holds(left.value(for: value, root), right.value(for: value, root))
    case .matches(let text, let pattern, let isWhole):
      let text = try text.value(for: value, root)
      guard try text.kind() == .string, let pattern = try pattern.compiled(for: value, root) else {
        return false
      }
      return try unsafe text.withText { text in
        unsafe pattern.matches(text, isWhole: isWhole)
      } ?? false
    }
  }
}

extension QueryPattern {
  fileprivate func compiled(
    for value: JSONPosition, _ root: JSONPosition
  ) throws(JSONError) -> LinearPattern? {
    switch self {
    case .compiled(let pattern): return pattern
    case .operand(let operand, let last):
      let found = try operand.value(for: value, root)
      let pattern = try unsafe found.withText {
        text -> Result<LinearPattern?, LinearPattern.Refusal> in
        do throws(LinearPattern.Refusal) {
          return .success(try unsafe last.pattern(text))
        } catch {
          return .failure(error)
        }
      }
      switch pattern {
      case nil: return nil
      case .success(let pattern)?: return pattern
      case .failure?:
        throw JSONError(
          .invalidValue, at: found.position?.offset ?? value.offset,
          name: "a pattern of at most \(LinearPattern.mostInstructions) steps")
      }
    }
  }
}

extension QueryPath {
  func walk(from value: JSONPosition, _ root: JSONPosition) -> QueryWalk {
    QueryWalk(segments, from: isRelative ? value : root, root: root)
  }

  func first(from value: JSONPosition, _ root: JSONPosition) throws(JSONError) -> JSONPosition? {
    if isSingular { return try only(from: value, root) }
    var walk = walk(from: value, root)
    return try walk.next().map { root.at($0) }
  }

  /// The value that names and indexes lead to.
  private func only(
    from value: JSONPosition, _ root: JSONPosition
  ) throws(JSONError) -> JSONPosition? {
    var here = isRelative ? value : root
    for segment in segments {
      guard let next = try here.child(at: segment.selectors[0]) else { return nil }
      here = here.at(next)
    }
    return here
  }
}

extension QueryOperand {
  fileprivate func value(
    for value: JSONPosition, _ root: JSONPosition
  ) throws(JSONError) -> QueryValue {
    switch self {
    case .literal(let literal): return .literal(literal)
    case .path(let path):
      return try path.first(from: value, root).map { .node($0) } ?? .nothing
    case .length(let operand):
      return try operand.value(for: value, root).length().map {
        .literal(QueryLiteral(integer: $0))
      }
        ?? .nothing
    case .count(let path):
      var walk = path.walk(from: value, root)
      var count = 0
      while try walk.next() != nil { count += 1 }
      return .literal(QueryLiteral(integer: count))
    case .value(let path):
      var walk = path.walk(from: value, root)
      guard let only = try walk.next(), try walk.next() == nil else { return .nothing }
      return .node(root.at(only))
    }
  }
}
