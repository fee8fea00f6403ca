import Sluice

/// The end of a part, after which its writer may still continue.
extension ValueFraming {
  /// Leaves what is not finished for a later feed. Nil: nothing is.
  mutating func leave(_ rest: inout Window) -> FramingStep? {
    guard rules.leavesUnfinishedEnd else { return nil }
    passSeparators(&rest)
    return leave(rest, from: rest.start, passed: 0)
  }

  /// Leaves the text from a position on, of which some bytes were passed.
  ///
  /// A later feed resumes there, or at the start if the array was not found yet.
  func leave(_ rest: Window, from start: FeedPosition, passed: Int) -> FramingStep? {
    guard rules.leavesUnfinishedEnd else { return nil }
    var position = start
    var left = UnfinishedEnd(bytes: Int64(passed + rest.count))
    switch enclosingPath?.phase {
    case nil: break
    case .after: return nil
    case .inside: left.isInArray = true
    case .before:
      left.bytes += position.offset - partStart.offset
      left.isInArray = true
      let isBlank = unsafe rest.bytes.allSatisfy(\.isJSONSpace)
      left.isBlank =
        isBlank && passed == 0 && enclosingPath?.isEmpty == true
        && enclosingPath?.levels.isEmpty == true
      position = partStart
    }
    guard left.bytes > 0 || left.isInArray else { return nil }
    return .left(left, at: position)
  }

  /// Skips the separators between the value that is left and the one before it.
  private mutating func passSeparators(_ rest: inout Window) {
    guard enclosingPath?.phase ?? .inside == .inside else { return }
    passSpace(&rest)
    guard style == .elements, unsafe rest.bytes.first == Byte.comma else { return }
    pass(1, &rest)
    passSpace(&rest)
  }
}
