import Sluice

/// Follows a key path to a value. The last of several duplicate keys counts, unless the reader's
/// options say otherwise.
///
/// Which of an object's keys is the last is known only at the object's end, and the value searched
/// for is usually the largest in the object. So the first way is taken at once. The rest of the
/// object is walked after that value was read, because reading leaves a hint of where the value
/// ends.
struct KeyPathSearch {
  private let keyPath: String
  private let steps: [FieldPath.Step]
  private let root: JSONPosition
  /// The objects that were entered, each with the value through which the path left it.
  private var trail: [(object: JSONPosition, value: UInt32, key: String)] = []

  init(_ keyPath: String, from root: JSONPosition) {
    self.keyPath = keyPath
    self.root = root
    steps = JSONKeyPath(keyPath).keys.map { .name($0) }
  }

  /// The field whose name is the whole key path comes before the steps, at the root only.
  private var literal: String? { steps.count > 1 ? keyPath : nil }

  /// Returns the value at the end of the first way; nil when there is no such value.
  mutating func first() throws(JSONError) -> JSONPosition? {
    var here = root
    for (number, step) in steps.enumerated() {
      guard here.byte == Byte.openBrace, let key = step.key else {
        guard let next = try here.mappedValue(at: step) else { return nil }
        here = next
        continue
      }
      let literal = number == 0 ? literal : nil
      guard let value = try here.nextField(named: key, or: literal, after: here.token) else {
        return nil
      }
      trail.append((here, value, key))
      here = here.at(value)
      if let literal, here.isField(named: literal) { return here }
    }
    return here
  }

  /// Returns whether the first way counts: no key on it comes again, or the first key counts.
  func isLast() throws(JSONError) -> Bool {
    guard unsafe root.context.pointee.mappedDuplicateKeys != .firstWins else {
      // The field whose name is the whole key path wins, wherever it is.
      guard let literal, let (object, value, _) = trail.first, object.token == root.token,
        !object.at(value).isField(named: literal)
      else { return true }
      return try object.nextField(named: literal, or: nil, after: value) == nil
    }
    for (object, value, key) in trail.reversed() {
      // After the field whose name is the whole key path, the steps no longer count.
      let isLiteral = literal.map { object.at(value).isField(named: $0) } ?? false
      let names =
        isLiteral ? (literal ?? key, nil) : (key, object.token == root.token ? literal : nil)
      guard try object.nextField(named: names.0, or: names.1, after: value) == nil else {
        return false
      }
    }
    return true
  }

  /// Returns the value at the end of the way that counts; nil when there is no such value. Throws
  /// `duplicate-key` where the reader refuses duplicates.
  func last() throws(JSONError) -> JSONPosition? {
    if let literal, root.byte == Byte.openBrace, let token = try root.mappedField(named: literal) {
      return root.at(token)
    }
    var here = root
    for step in steps {
      guard let next = try here.mappedValue(at: step) else { return nil }
      here = next
    }
    return here
  }

  /// Returns the first value on the way that can't contain the next step, such as a string. Returns
  /// nil when the next step is missing or null. Throws faults of the text.
  func obstacle() throws(JSONError) -> KeyPathObstacle? {
    if let literal, root.byte == Byte.openBrace,
      try root.mappedField(named: literal) != nil
    {
      return nil
    }
    var here = root
    for (count, step) in steps.enumerated() {
      guard !here.isNull else { return nil }
      let isObject = here.byte == Byte.openBrace
      guard isObject || (here.byte == Byte.openBracket && step.index != nil) else {
        let isArray = here.byte == Byte.openBracket
        return KeyPathObstacle(
          keyPath: steps.prefix(count).map { ($0.key ?? "").replacing(".", with: "\\.") }
            .joined(separator: "."), value: here,
          expected: step.index == nil || isArray ? .object : .objectOrArray)
      }
      guard let next = try here.mappedValue(at: step) else { return nil }
      here = next
    }
    return nil
  }
}

/// A value of the wrong kind in the middle of a key path.
struct KeyPathObstacle {
  let keyPath: String
  let value: JSONPosition
  let expected: JSONError.Expectation
}

extension JSONPosition {
  /// Returns the value of the next field with one of the names after `previous`.
  fileprivate func nextField(
    named name: String, or other: String?, after previous: UInt32
  ) throws(JSONError) -> UInt32? {
    var last = previous
    while let next = try nextField(after: last) {
      last = next
      if at(next).isField(named: name) { return next }
      if let other, at(next).isField(named: other) { return next }
    }
    leaveHint(behindLast: last)
    return nil
  }

  /// Returns whether this is the value of a field of that name.
  fileprivate func isField(named name: String) -> Bool {
    RawString(at(token &- 2)).equals(name)
  }
}
