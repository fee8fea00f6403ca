/// Messages of libraries and servers as parts of our own sentences.
package enum ForeignPhrase {
  /// The text on one line, without the full stop at its end: the sentence goes on. Lines that begin a sentence come after
  /// a full stop, and others are joined by spaces.
  ///
  /// ```
  /// Connection refused                                            Connection refused. Is the server running
  /// ⇥Is the server running locally and accepting connections? ▶   locally and accepting connections?
  /// ```
  package static func made(of text: String) -> String {
    var phrase = ""
    for line in text.unicodeScalars.split(whereSeparator: { $0 == "\n" || $0 == "\r" }) {
      let words = trimmed(Substring(line))
      guard let first = words.unicodeScalars.first else { continue }
      if let last = phrase.unicodeScalars.last {
        let hasEnded = ".?!:;,".unicodeScalars.contains(last)
        phrase += hasEnded || !first.properties.isUppercase ? " " : ". "
      }
      phrase += words
    }
    let isSentence = phrase.hasSuffix(".") && !phrase.hasSuffix("..")
    return isSentence ? String(phrase.dropLast()) : phrase
  }

  private static func trimmed(_ text: Substring) -> Substring {
    func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }
    var text = text.unicodeScalars.drop(while: isBlank)
    while let last = text.last, isBlank(last) { text.removeLast() }
    return Substring(text)
  }
}
