import Sluice

/// A decoder that compares its members with what a walk found.
protocol CheckedInput: MemberedInput {
  /// Nil: nothing is compared.
  var check: MemberCheck? { get set }
}

/// Compares members, while they are decoded, with the lengths by which ``MemberWalk`` finds those after them.
///
/// The readers of other ranges rely on these lengths. Each is compared by the reader who decodes the member
/// that has it, before any text is delivered that those readers take for their own. So where all ranges of a file
/// are read without an error, they hold all of its text once, whatever its members say.
final class MemberCheck {
  /// At the current member.
  private var walk: MemberWalk
  private let name: String
  /// How far the text was decoded.
  private var text: Int64
  private var isOver = false

  /// Begins at the walk's current member.
  init(_ walk: MemberWalk, name: String) {
    self.walk = walk
    self.name = name
    text = walk.place.text
  }

  /// Notes `count` more bytes of text, and where the member ended in the file, if it did. Returns how many of
  /// these bytes are the member's by its length, and the error if it ends elsewhere, or if the file can't be
  /// read.
  func note(_ count: Int, endingAt end: Int64?) -> (kept: Int, failure: JSONError?) {
    guard !isOver else { return (count, nil) }
    do throws(JSONError) {
      guard let next = try walk.next() else {
        // No one finds a member after this one.
        isOver = true
        return (count, nil)
      }
      text += Int64(count)
      let surplus = max(text - next.text, 0)
      if surplus > 0 { return (max(count - Int(surplus), 0), lie(next)) }
      guard let end else { return (count, nil) }
      guard text == next.text, end == next.file else { return (count, lie(next)) }
      try walk.advance()
      return (count, nil)
    } catch {
      return (count, error)
    }
  }

  private func lie(_ next: MemberWalk.Place) -> JSONError {
    JSONError(
      .decompressionFailed, at: Int(clamping: walk.place.file), name: name,
      reason:
        "the member that begins at byte \(walk.place.file): it does not end at byte \(next.file), after"
        + " \(next.text - walk.place.text) bytes of text, as its lengths say by which ranges of the file"
        + " are found; it can be read as a whole only")
  }
}
