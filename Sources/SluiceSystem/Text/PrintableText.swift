/// Makes foreign text — keys, values, file names, arguments, a server's words — safe for people to read.
///
/// Everything that is printed for people passes through here. A key must not move a terminal's cursor, recolour or
/// erase the screen, reverse the order in which a line is shown, or end a comment. Characters that could are shown as
/// `\u{9B}`: control characters (C0, DEL and C1), bidirectional controls and other characters without a shape of their
/// own. Data is never changed.
package enum PrintableText {
  /// On one line: line ends are escaped too.
  package static func line(_ text: String) -> String { escaping(text) { _, _ in false } }

  /// A message, which may have lines of its own if they are indented by four spaces, like an excerpt. So foreign text
  /// in it can't pose as a separate line.
  package static func message(_ text: String) -> String {
    escaping(text) { scalar, rest in scalar == "\n" && rest.starts(with: "    ".unicodeScalars) }
  }

  /// Text with its own layout: line ends and tabs stay. The last guard before a terminal; its parts went through `line`
  /// or `message` before.
  package static func lines(_ text: String) -> String {
    escaping(text) { scalar, _ in scalar == "\n" || scalar == "\t" }
  }

  /// An equivalent JSON text: only its strings can hold such characters, which become `\u009b`.
  package static func json(_ text: String) -> String {
    guard isSuspicious(text) else { return text }
    var safe = ""
    for scalar in text.unicodeScalars {
      guard isHidden(scalar), scalar != "\n", scalar != "\t", scalar != "\r" else {
        safe.unicodeScalars.append(scalar)
        continue
      }
      for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
        let digits = String(unit, radix: 16)
        safe += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
    return safe
  }

  /// Shows each hidden character as one visible character, so that a mark below points at the right place.
  package static func excerpt(_ text: String) -> String {
    guard isSuspicious(text) else { return text }
    var safe = ""
    for scalar in text.unicodeScalars {
      if scalar.properties.isWhitespace, scalar.value < 0x80 {
        safe += " "
      } else {
        safe.unicodeScalars.append(isHidden(scalar) ? "\u{FFFD}" : scalar)
      }
    }
    return safe
  }

  /// Whether a character has an effect but shows nothing.
  package static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x7F { return scalar.value < 0x20 }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned,
      .privateUse:
      return true
    default: return false
    }
  }

  private static func escaping(
    _ text: String, keeping isKept: (Unicode.Scalar, Substring.UnicodeScalarView) -> Bool
  ) -> String {
    guard isSuspicious(text) else { return text }
    var safe = ""
    let scalars = text.unicodeScalars
    for i in scalars.indices {
      let scalar = scalars[i]
      if isHidden(scalar), !isKept(scalar, scalars[scalars.index(after: i)...]) {
        safe += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      } else {
        safe.unicodeScalars.append(scalar)
      }
    }
    return safe
  }

  /// Nearly all text is ASCII without controls and passes unchanged.
  private static func isSuspicious(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      // Without a way out, the loop takes many bytes at once.
      var isSuspicious = false
      for i in bytes.indices where unsafe bytes[i] &- 0x20 >= 0x5F { isSuspicious = true }
      return isSuspicious
    }
  }
}
