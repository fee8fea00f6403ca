/// Text for HTML.
extension String {
  /// With the five special characters replaced.
  var escapedForHTML: String {
    var text = ""
    for character in unicodeScalars {
      switch character {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "'": text += "&#39;"
      default: text.unicodeScalars.append(character)
      }
    }
    return text
  }

  /// The same, with text between backquotes as code.
  var codeInHTML: String {
    split(separator: "`", omittingEmptySubsequences: false).enumerated().map { i, part in
      i % 2 == 0 ? String(part).escapedForHTML : "<code>\(String(part).escapedForHTML)</code>"
    }.joined()
  }
}
