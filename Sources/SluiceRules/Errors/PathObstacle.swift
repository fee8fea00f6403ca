import Sluice

/// A value of the wrong kind in the middle of a path, such as a string where the path needs a
/// member.
struct PathObstacle: Sendable {
  let path: JSONPath
  let expected: JSONError.Expectation
  let kind: JSONKind?
  let found: String
  let offset: Int

  var place: RuleError.FailureLocation {
    let expected = expected
    return RuleError.FailureLocation(
      steps: path.elements, expected: { expected.words }, found: found, kind: kind, offset: offset)
  }

  /// What was expected there, and what was found.
  var words: String {
    let place = path.elements.isEmpty ? "" : " at \"\(path)\""
    return "expected \(expected.words)\(place), found \(JSONDescription.words(found, kind))"
  }
}

extension JSONPosition {
  /// Returns the first value on a path that can't contain the next step. Returns nil when the next
  /// step is missing or null. Throws faults of the text.
  func obstacle(to path: JSONPath) throws(JSONError) -> PathObstacle? {
    var here = self
    for (count, step) in path.elements.enumerated() {
      let (expected, opener): (JSONError.Expectation, UInt8) =
        switch step {
        case .DictionaryKey: (.object, Byte.openBrace)
        case .ArrayIndex: (.array, Byte.openBracket)
        }
      guard here.byte == opener else {
        guard !here.isNull else { return nil }
        return PathObstacle(
          path: JSONPath(Array(path.elements.prefix(count))), expected: expected, kind: here.kind,
          found: JSONDescription.quote(here), offset: here.placeInDocument)
      }
      guard let next = try here.token(at: JSONPath([step]), passingNull: true) else {
        return nil
      }
      here = here.at(next)
    }
    return nil
  }
}
