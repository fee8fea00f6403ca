extension JSONView: Hashable {
  /// Whether both are the same JSON value, in whatever documents: numbers by value, objects in any order, strings byte
  /// for byte, as for ``JSON``.
  ///
  /// O(size), fastest for objects with the same order. Nesting takes no stack. In a document that was not checked, a
  /// value with a fault equals only itself, at the same place.
  public static func == (left: JSONView, right: JSONView) -> Bool {
    if left.storage === right.storage, left.token == right.token { return true }
    defer { withExtendedLifetime((left.storage, right.storage)) {} }
    return (try? left.position.equals(right.position)) ?? false
  }

  /// Equal values hash equally. The hash includes only the uppermost eight levels, so no nesting is too deep for it.
  public func hash(into hasher: inout Hasher) {
    defer { withExtendedLifetime(storage) {} }
    var copy = hasher
    // All values with a fault hash alike.
    guard (try? position.hash(into: &copy, levels: 8)) != nil else { return hasher.combine(0) }
    hasher = copy
  }
}

extension JSONDocument: Hashable {
  /// Whether both are the same JSON value. See ``JSONView``.
  public static func == (left: JSONDocument, right: JSONDocument) -> Bool {
    left.root == right.root
  }

  public func hash(into hasher: inout Hasher) { root.hash(into: &hasher) }
}

extension JSONPosition {
  /// Compares values, their containers waiting on a stack of its own. Throws the faults that it meets.
  package func equals(_ other: JSONPosition) throws(JSONError) -> Bool {
    var pending = [(token, other.token)]
    while let (left, right) = pending.popLast() {
      let (left, right) = (at(left), other.at(right))
      guard let kind = left.kind, kind == right.kind else { return false }
      switch kind {
      case .null: break
      case .bool: if left.isTrue != right.isTrue { return false }
      case .string: if !RawString(left).hasSameText(as: RawString(right)) { return false }
      case .number: if try left.number() != right.number() { return false }
      case .array:
        var (last, otherLast) = (left.token, right.token)
        while true {
          let next = try left.nextElement(after: last)
          let otherNext = try right.nextElement(after: otherLast)
          guard let next, let otherNext else {
            if next != nil || otherNext != nil { return false }
            break
          }
          pending.append((next, otherNext))
          (last, otherLast) = (next, otherNext)
        }
      case .object:
        let (fields, others) = (try DistinctFields(of: left), try DistinctFields(of: right))
        guard fields.count == others.count else { return false }
        for (place, key) in fields.keys.enumerated() {
          guard let value = others.value(of: key, near: place) else { return false }
          pending.append((fields.values[place], value))
        }
      }
    }
    return true
  }

  fileprivate func hash(into hasher: inout Hasher, levels: Int) throws(JSONError) {
    guard let kind else { throw JSONError(.invalidLiteral, at: offset) }
    hasher.combine(kind)
    switch kind {
    case .null: break
    case .bool: hasher.combine(isTrue)
    case .number: hasher.combine(try number())
    case .string: try RawString(self).hash(into: &hasher, at: offset)
    case .array:
      guard levels > 0 else { return }
      var last = token
      var count = 0
      while let next = try nextElement(after: last) {
        try at(next).hash(into: &hasher, levels: levels - 1)
        last = next
        count += 1
      }
      hasher.combine(count)
    case .object:
      guard levels > 0 else { return }
      let fields = try DistinctFields(of: self)
      hasher.combine(fields.count)
      var sum = 0
      for (key, value) in zip(fields.keys, fields.values) {
        // A sum does not depend on the order.
        var field = hasher
        try key.hash(into: &field, at: offset)
        try at(value).hash(into: &field, levels: levels - 1)
        sum &+= field.finalize()
      }
      hasher.combine(sum)
    }
  }
}

extension RawString {
  /// Strings that are equal hash equally, however they are escaped.
  fileprivate func hash(into hasher: inout Hasher, at offset: Int) throws(JSONError) {
    var copy = hasher
    let done: Void? = unsafe withUTF8 { bytes in
      unsafe copy.combine(bytes: UnsafeRawBufferPointer(bytes))
      copy.combine(0xFF as UInt8)
    }
    guard done != nil else { throw JSONError(.invalidEscape, at: offset) }
    hasher = copy
  }
}
