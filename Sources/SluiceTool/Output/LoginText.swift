import SluiceSystem

/// Logins in texts for people. URLs that are sources are named without them; this is for words that only look like one,
/// such as `ftp://user:password@host`, which a message repeats as they were given.
enum LoginText {
  /// The text with a star for each character between `:/` or `://` and an `@` of the same word's authority.
  static func hidden(in text: String) -> String {
    guard text.contains(text: "@"), text.contains(text: ":/") else { return text }
    var shown = ""
    var rest = text[...]
    while let mark = rest.range(ofText: ":/") {
      let authority = rest[mark.upperBound...].unicodeScalars.drop { $0 == "/" }
      shown += rest[..<authority.startIndex]
      let end = authority.firstIndex { $0 == "/" || $0.properties.isWhitespace || $0 == "\"" }
      let word = authority[..<(end ?? authority.endIndex)]
      rest = Substring(authority)
      guard let at = word.lastIndex(of: "@") else { continue }
      shown += String(repeating: "*", count: word[..<at].count)
      rest = Substring(authority[at...])
    }
    return shown + rest
  }
}
