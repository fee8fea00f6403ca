/// Text of a feed in what people read and compilers, too: on one line, nothing invisible in it.
package enum PrintableText {
  /// Control characters, line ends and what has no shape of its own as `\u{…}`: a key must not end
  /// a comment, or move the cursor of a terminal.
  package static func line(_ text: String) -> String {
    var line = ""
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned,
        .privateUse:
        line += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: line.unicodeScalars.append(scalar)
      }
    }
    return line
  }

  /// A word of a shell: in quotes where anything in it means something to one.
  static func shellWord(_ text: String) -> String {
    if text.unicodeScalars.contains(where: movesCursor) { return dollarQuoted(text) }
    let bare = text.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || byte == 0x5F || byte == 0x2D || byte == 0x2E || byte == 0x2F
    }
    if bare, !text.isEmpty { return text }
    // By scalars: a quote and an accent behind it are one character to Swift, and two to a shell.
    var word = "'"
    for scalar in text.unicodeScalars {
      if scalar == "'" { word += "'\\''" } else { word.unicodeScalars.append(scalar) }
    }
    return word + "'"
  }

  /// Control characters, but for those that are nothing but white space.
  private static func movesCursor(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .control && scalar != "\n" && scalar != "\t"
  }

  /// The form of POSIX.1-2024 that names control characters: they do nothing to a terminal.
  private static func dollarQuoted(_ text: String) -> String {
    var word = "$'"
    for byte in text.utf8 {
      switch byte {
      case 0x27: word += "\\'"
      case 0x5C: word += "\\\\"
      case 0x20..<0x7F: word.unicodeScalars.append(Unicode.Scalar(byte))
      // Three digits, so that a digit that follows is not taken for one of them.
      default:
        let octal = String(byte, radix: 8)
        word += "\\" + String(repeating: "0", count: 3 - octal.count) + octal
      }
    }
    return word + "'"
  }
}
