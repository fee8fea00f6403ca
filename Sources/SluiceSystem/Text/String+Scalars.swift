/// Text by its scalars. To Swift's strings a sign with a combining mark after it is one character, and not that sign:
/// `"a/\u{301}b"` has no `/`, and does not begin with `a/`. Others who read a path, a URL or a statement see bytes.
extension StringProtocol {
  @inlinable
  package func starts(withText prefix: some StringProtocol) -> Bool {
    utf8.starts(with: prefix.utf8)
  }

  package func ends(withText suffix: some StringProtocol) -> Bool {
    utf8.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
  }

  @inlinable
  package func contains(text: some StringProtocol) -> Bool { range(ofText: text) != nil }

  /// The first place of a text in this one.
  @inlinable
  package func range(ofText text: some StringProtocol) -> Range<Index>? {
    guard let first = text.utf8.first else { return startIndex..<startIndex }
    // Sound because no pointer leaves its closure.
    let place = utf8.withContiguousStorageIfAvailable { bytes in
      text.utf8.withContiguousStorageIfAvailable { unsafe ByteSearch.place(of: $0, in: bytes) }
    }
    if let place, let place {
      guard place >= 0 else { return nil }
      let start = utf8.index(startIndex, offsetBy: place)
      return start..<utf8.index(start, offsetBy: text.utf8.count)
    }
    var rest = utf8[...]
    while let start = rest.firstIndex(of: first) {
      rest = rest[start...]
      if rest.starts(with: text.utf8) {
        return start..<rest.index(start, offsetBy: text.utf8.count)
      }
      rest = rest.dropFirst()
    }
    return nil
  }
}

/// Parts are cut in the UTF-8: a range of a string is moved to the borders of characters, which takes longer than finding
/// it.
extension StringProtocol
where SubSequence == Substring, UTF8View.SubSequence == Substring.UTF8View {
  /// The parts between separators, which are ASCII, `most` at most; empty ones, too.
  @inlinable
  package func parts(at separator: Unicode.Scalar, most: Int = .max) -> [Substring] {
    let byte = UInt8(ascii: separator)
    var parts: [Substring] = []
    var start = startIndex
    while parts.count < most - 1, let end = utf8[start...].firstIndex(of: byte) {
      parts.append(Substring(utf8[start..<end]))
      start = utf8.index(after: end)
    }
    parts.append(Substring(utf8[start...]))
    return parts
  }

  /// What is before this end; nil without it.
  package func start(before end: String) -> Substring? {
    ends(withText: end) ? Substring(utf8.dropLast(end.utf8.count)) : nil
  }

  /// What is before and after the first separator; nil without one.
  package func halves(at separator: Unicode.Scalar) -> (head: Substring, rest: Substring)? {
    let parts = parts(at: separator, most: 2)
    return parts.count == 2 ? (parts[0], parts[1]) : nil
  }
}
