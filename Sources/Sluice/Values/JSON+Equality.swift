import CSimdJSON

extension JSON: Hashable {
  /// Whether both are the same JSON: numbers by value, objects in any order, strings byte for byte.
  ///
  /// O(size), fastest for objects with the same order. Nesting takes no stack.
  public static func == (left: JSON, right: JSON) -> Bool {
    if let equal = scalarsAreEqual(left, right) { return equal }
    var pending = [(left, right)]
    while let (left, right) = pending.popLast() {
      switch (left, right) {
      case (.array(let left), .array(let right)):
        if case .kept(let left) = left.content, case .kept(let right) = right.content {
          guard left == right else { return false }
          continue
        }
        var (elements, others) = (left.makeIterator(), right.makeIterator())
        while let element = elements.next() {
          guard let other = others.next() else { return false }
          guard let equal = scalarsAreEqual(element, other) else {
            pending.append((element, other))
            continue
          }
          if !equal { return false }
        }
        if others.next() != nil { return false }
      case (.object(let left), .object(let right)):
        if case .kept(let left) = left.content, case .kept(let right) = right.content {
          guard left == right else { return false }
          continue
        }
        guard left.count == right.count else { return false }
        // Fields that were made are found faster.
        let (fields, others) = right.isKept ? (right, left) : (left, right)
        for (i, (key, value)) in fields.enumerated() {
          guard let other = others.value(forKey: key, nearIndex: i) else { return false }
          guard let equal = scalarsAreEqual(value, other) else {
            pending.append((value, other))
            continue
          }
          if !equal { return false }
        }
      default: return false
      }
    }
    return true
  }

  /// Nil if both are arrays or both are objects.
  private static func scalarsAreEqual(_ left: JSON, _ right: JSON) -> Bool? {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.string(let left), .string(let right)): haveSameUTF8(left, right)
    case (.array, .array), (.object, .object): nil
    default: false
    }
  }

  /// Equal values hash equally. The hash includes only the uppermost eight levels, so no nesting is too deep for it.
  public func hash(into hasher: inout Hasher) { hash(into: &hasher, levels: 8) }

  fileprivate func hash(into hasher: inout Hasher, levels: Int) {
    hasher.combine(kind)
    switch self {
    case .null: break
    case .bool(let value): hasher.combine(value)
    case .number(let value): hasher.combine(value)
    case .string(let value): hasher.combine(ByteName(value))
    case .array(let elements):
      hasher.combine(elements.count)
      guard levels > 0 else { return }
      for element in elements { element.hash(into: &hasher, levels: levels - 1) }
    case .object(let object): object.hash(into: &hasher, levels: levels)
    }
  }
}

extension JSONArray: Hashable {
  /// Whether both have the same elements, as JSON values.
  public static func == (left: JSONArray, right: JSONArray) -> Bool {
    JSON.array(left) == JSON.array(right)
  }

  public func hash(into hasher: inout Hasher) { JSON.array(self).hash(into: &hasher) }
}

extension JSONObject: Hashable {
  /// Whether both have the same fields, in any order.
  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    JSON.object(left) == JSON.object(right)
  }

  /// Equal objects hash equally, whatever the order of their fields.
  public func hash(into hasher: inout Hasher) { hash(into: &hasher, levels: 8) }

  fileprivate func hash(into hasher: inout Hasher, levels: Int) {
    hasher.combine(count)
    guard levels > 0 else { return }
    var sum = 0
    for (key, value) in self {
      // A sum does not depend on the order.
      var field = hasher
      field.combine(ByteName(key))
      value.hash(into: &field, levels: levels - 1)
      sum &+= field.finalize()
    }
    hasher.combine(sum)
  }
}
