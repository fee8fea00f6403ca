import Sluice
import SluiceSystem

/// Text as one word of a shell command.
enum ShellWord {
  /// Quotes the text if anything in it has a meaning to a shell.
  static func quoted(_ text: String) -> String {
    if text.unicodeScalars.contains(where: isHidden) { return dollarQuoted(text) }
    let bare = text.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || byte == 0x5F || byte == 0x2D || byte == 0x2E || byte == 0x2F
    }
    if bare, !text.isEmpty { return text }
    // Iterates over scalars: a quote and an accent after it are one character to Swift, and two to a shell.
    var word = "'"
    for scalar in text.unicodeScalars {
      if scalar == "'" { word += "'\\''" } else { word.unicodeScalars.append(scalar) }
    }
    return word + "'"
  }

  /// Whether a scalar must not reach a terminal; plain white space may.
  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    PrintableText.isHidden(scalar) && scalar != "\n" && scalar != "\t"
  }

  /// The quotes of POSIX.1-2024 that name bytes, which do nothing to a terminal.
  private static func dollarQuoted(_ text: String) -> String {
    var word = "$'"
    for byte in text.utf8 {
      switch byte {
      case 0x27: word += "\\'"
      case 0x5C: word += "\\\\"
      case 0x20..<0x7F: word.unicodeScalars.append(Unicode.Scalar(byte))
      // Three digits, so that a following digit does not become one of them.
      default:
        let octal = String(byte, radix: 8)
        word += "\\" + String(repeating: "0", count: 3 - octal.count) + octal
      }
    }
    return word + "'"
  }
}
