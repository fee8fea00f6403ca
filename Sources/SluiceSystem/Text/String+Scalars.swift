/// Text by its scalars. To Swift's strings a sign with a combining mark after it is one character, and not that sign:
/// `"a/\u{301}b"` has no `/`, and does not begin with `a/`. Whoever else reads a path, a URL or a statement sees bytes.
extension StringProtocol {
  package func starts(withText prefix: some StringProtocol) -> Bool {
    utf8.starts(with: prefix.utf8)
  }

  package func contains(text: some StringProtocol) -> Bool { range(ofText: text) != nil }

  /// The first place of a text in this one.
  package func range(ofText text: some StringProtocol) -> Range<Index>? {
    utf8.firstRange(of: text.utf8)
  }
}

extension StringProtocol where SubSequence == Substring {
  /// The parts between separators, `most` at most; empty ones, too.
  package func parts(at separator: Unicode.Scalar, most: Int = .max) -> [Substring] {
    var parts: [Substring] = []
    var start = startIndex
    while parts.count < most - 1, let end = unicodeScalars[start...].firstIndex(of: separator) {
      parts.append(self[start..<end])
      start = unicodeScalars.index(after: end)
    }
    return parts + [self[start...]]
  }

  /// What is before and after the first separator; nil without one.
  package func halves(at separator: Unicode.Scalar) -> (head: Substring, rest: Substring)? {
    let parts = parts(at: separator, most: 2)
    return parts.count == 2 ? (parts[0], parts[1]) : nil
  }
}
