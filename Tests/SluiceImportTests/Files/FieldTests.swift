import SluiceFeed
import SluiceImport
import Testing

@Suite("A field of CSV")
struct FieldTests {
  /// The text that a selection writes of one text column.
  private func csv(_ texts: [String], _ format: FileFormat) throws -> String {
    let lines = texts.map { "{\"t\":\"\($0)\"}\n" }.joined()
    var feed = try JSONFeed(.bytes(Array(lines.utf8), name: "test"))
    let selection = RowSelection(columns: [try ImportColumn(parsing: "t:text=t")])
    var out: [UInt8] = []
    try unsafe selection.write(&feed, as: format) { unsafe out.append(contentsOf: $0) }
    return String(decoding: out, as: UTF8.self)
  }

  /// By the wording of RFC 4180.
  private func expected(_ text: String, _ separator: Character) -> String {
    let special: Set<Character> = [separator, "\"", "\r", "\n"]
    guard text.isEmpty || text.unicodeScalars.contains(where: { special.contains(Character($0)) })
    else { return text }
    return "\""
      + text.split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\"\"") + "\""
  }

  @Test(
    "has quotes exactly when it contains a separator, a quote or a line end",
    arguments: [FileFormat.csv, .tsv])
  func places(format: FileFormat) throws {
    let (separator, end): (Character, String) = format == .csv ? (",", "\r\n") : ("\t", "\n")
    // As JSON, and with its meaning. In the table of bytes, those that need no quotes are beside those that
    // do.
    let marks = [
      (",", ","), ("\\\"", "\""), ("\\r", "\r"), ("\\n", "\n"), ("\\t", "\t"), ("\\u0001", "\u{1}"),
      ("!", "!"), ("#", "#"), ("+", "+"), ("-", "-"), ("\\u001f", "\u{1F}"), (" ", " "), ("ß", "ß"),
      ("\u{AC}", "\u{AC}"), ("\u{A2}", "\u{A2}"),
    ]
    var (texts, meant): ([String], [String]) = ([], [])
    for count in 0...25 {
      for place in 0...count {
        for (json, text) in marks {
          let (before, behind) = (
            String(repeating: "a", count: place), String(repeating: "~", count: count - place)
          )
          texts.append(before + json + behind)
          meant.append(before + text + behind)
        }
      }
    }
    let wanted = (["t"] + meant.map { expected($0, separator) }).map { $0 + end }.joined()
    #expect(try csv(texts, format).utf8.elementsEqual(wanted.utf8))
  }
}
