/// Following the steps of pointers and key paths.
extension JSONPosition {
  /// Where a walk along a path ended.
  enum PathEnd {
    case found(UInt32)
    /// The last value that the walk reached, and the step that failed there.
    case nowhere(JSONPosition, PathStep)
  }

  /// Takes the steps in order. Each step costs as much as a lookup of a field or an element; nothing is kept. Throws
  /// only faults of the document on the way.
  func follow(_ steps: some Sequence<PathStep>) throws(JSONError) -> PathEnd {
    var here = self
    for step in steps {
      guard let next = try here.token(at: step) else { return .nowhere(here, step) }
      here = here.at(next)
    }
    return .found(here.token)
  }

  func token(at step: PathStep) throws(JSONError) -> UInt32? {
    switch byte {
    case Byte.openBrace: return try field(named: step.key)
    case Byte.openBracket:
      guard let index = step.index else { return nil }
      return try element(at: index)
    default: return nil
    }
  }

  package func field(named name: String) throws(JSONError) -> UInt32? {
    try unsafe withUTF8(of: name) { (name) throws(JSONError) -> UInt32? in
      guard let start = name.baseAddress else { return nil }
      return try unsafe field(start, count: name.count)
    }
  }

  /// The error for a path that ended early. Reads the document again to say why; throws the faults that it meets there.
  func noWay(
    along path: String, at end: JSONPosition, _ step: PathStep
  ) throws(JSONError) -> JSONError {
    let reason =
      switch end.byte {
      case Byte.openBrace: "the object has no field \"\(step.key)\""
      case Byte.openBracket: step.reason(inArrayOf: try end.elementCount())
      default:
        "only objects and arrays have something inside, and the path goes on with \"\(step.key)\""
      }
    return JSONError(.invalidPath, at: end.offset, name: path, reason: reason)
  }

  /// The number of the array's elements. O(count). Throws the faults of the array.
  package func elementCount() throws(JSONError) -> Int {
    var count = 0
    var element = token
    while let next = try nextElement(after: element) {
      try at(next).refuseMissingValue()
      count += 1
      element = next
    }
    return count
  }
}
