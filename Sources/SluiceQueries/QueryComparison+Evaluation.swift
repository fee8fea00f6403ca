import Sluice

extension QueryComparison {
  /// Compares by RFC 9535, section 2.3.5.2.2: only numbers and strings have an order, and nothing equals nothing.
  func holds(_ left: QueryValue, _ right: QueryValue) throws(JSONError) -> Bool {
    switch self {
    case .equal: return try left.equals(right)
    case .notEqual: return try !left.equals(right)
    case .less: return try left.isLess(than: right)
    case .greater: return try right.isLess(than: left)
    case .lessOrEqual:
      if try left.isLess(than: right) { return true }
      return try left.equals(right)
    case .greaterOrEqual:
      if try right.isLess(than: left) { return true }
      return try left.equals(right)
    }
  }
}

extension QueryValue {
  fileprivate func equals(_ other: QueryValue) throws(JSONError) -> Bool {
    guard let kind = try kind(), let otherKind = try other.kind() else {
      return try self.kind() == other.kind()
    }
    guard kind == otherKind else { return try isNothingAlike(other) }
    switch kind {
    case .null: return true
    case .bool: return isTrue == other.isTrue
    case .number: return try numberOrder(to: other) == .equal
    case .string:
      if let position, case .literal(.string(let text)) = other, !RawString(position).hasEscapes {
        return RawString(position).equals(text)
      }
      return try textOrder(to: other) == .equal
    case .array, .object:
      guard let position, let other = other.position else { return false }
      return try position.equals(other)
    }
  }

  /// False: values of two kinds compare as nothing. Throws for text that is not JSON, which has no kind.
  private func isNothingAlike(_ other: QueryValue) throws(JSONError) -> Bool {
    for case .node(let position) in [self, other] {
      if let fault = position.scalarFault { throw fault }
    }
    return false
  }

  fileprivate func isLess(than other: QueryValue) throws(JSONError) -> Bool {
    let kind = try kind()
    guard try kind == other.kind() else { return try isNothingAlike(other) }
    switch kind {
    case .number: return try numberOrder(to: other) == .less
    case .string: return try textOrder(to: other) == .less
    default: return false
    }
  }

  /// The order of two numbers, exact whatever their digits.
  private func numberOrder(to other: QueryValue) throws(JSONError) -> ExactOrder.Order {
    if let left = short, let right = other.short {
      return left < right ? .less : left == right ? .equal : .greater
    }
    let order = unsafe withNumber { left in
      unsafe other.withNumber { right in unsafe ExactOrder.of(left, to: right) }
    }
    if let order = order ?? nil, let order { return order }
    for case .node(let position) in [self, other] where !position.isGrammaticalNumber {
      throw JSONError(.invalidNumber, at: position.offset)
    }
    throw JSONError(.invalidNumber, at: 0)
  }

  /// The order of two strings by their Unicode scalars, which is the order of their UTF-8.
  private func textOrder(to other: QueryValue) throws(JSONError) -> ExactOrder.Order {
    let order = try unsafe withText { (left) -> Result<ExactOrder.Order?, JSONError> in
      // The other text's error leaves this closure as a value.
      do throws(JSONError) {
        return .success(
          try unsafe other.withText { right in
            if unsafe left.elementsEqual(right) { return .equal }
            return unsafe left.lexicographicallyPrecedes(right) ? .less : .greater
          })
      } catch {
        return .failure(error)
      }
    }
    return try order?.get() ?? .greater
  }
}

extension JSONPosition {
  fileprivate var isGrammaticalNumber: Bool { unsafe DecimalDigits(numberText) != nil }
}
