/// Text on its way into HTML.
extension String {
  /// With the five characters that mean something replaced.
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

  /// The same, and what stands between backquotes as code.
  var codeInHTML: String {
    split(separator: "`", omittingEmptySubsequences: false).enumerated().map { i, part in
      i % 2 == 0 ? String(part).escapedForHTML : "<code>\(String(part).escapedForHTML)</code>"
    }.joined()
  }
}
