import Sluice
import SluiceFeed
import SluiceImport
import TestSupport
import Testing

@Suite("A regular expression of a filter")
struct FilterPatternTests {
  /// Whether the pattern is found in the text.
  private func finds(_ pattern: String, in text: String) throws -> Bool {
    var options = ImportOptions()
    options.filter = try Filter("v matches '\(pattern)'")
    let sink = CountingRows()
    let job = try ImportJob(
      feed: textFeed(JSON.object(["v": .string(text)]).description + "\n"),
      columns: [ImportColumn(parsing: "v:text=v")], sink: sink, options: options)
    return try job.run().rows == 1
  }

  private final class CountingRows: Sink {
    let name = "rows"
    func open(_ jobs: [JobIdentity?], columns: [ImportColumn]) -> Checkpoint? { nil }
    func append(_ row: borrowing ImportRow) -> RowVerdict { .stored }
    func commit(_ checkpoint: Checkpoint) {}
    func rollBack() {}
  }

  // Swift's Regex goes back in the text: each more letter took twice the time, and heard no signal.
  @Test(
    "is decided in linear time, whatever it is",
    arguments: ["(a+)+$", "^(a|a)*$", "(a*)*b", "(.*)*x", "^(a?){30}a{30}$"])
  func exponential(pattern: String) throws {
    #expect(try !finds(pattern, in: String(repeating: "a", count: 2000) + "!"))
  }

  @Test(
    "takes RFC 9485's syntax, and shorthands, groups, reluctance and a flag besides",
    arguments: [
      (#"^\d{3}-\w+$"#, "042-aé_9", true), (#"^\d+$"#, "12a", false), (#"\s"#, "a\u{A0}b", true),
      (#"^\S+$"#, "a b", false), (#"^\D+$"#, "abc", true), (#"[\d.]+"#, "1.5", true),
      (#"^(?:ab)+$"#, "abab", true), (#"(?i)^CAFÉ$"#, "café", true), (#"(?i)[a-f]+x"#, "FX", true),
      (#"(?i)straße"#, "STRAẞE", true), (#"a+?b"#, "aab", true), (#"^a{2,3}?$"#, "aaaa", false),
      (#"a\/b\-c\""#, "a/b-c\"", true), (#"\p{Lu}"#, "xÉ", true), (#"^.$"#, "\n", false),
      (#"[^\s,]+"#, " ,", false), ("", "", true), ("é", "e\u{301}", false),
    ])
  func syntax(pattern: String, text: String, isFound: Bool) throws {
    #expect(try finds(pattern, in: text) == isFound)
  }

  @Test(
    "that needs more than that is refused, and the message says what there is not",
    arguments: [
      #"\bword\b"#, "(a)\\1", "(?=a)", "(?<!a)b", "(?<name>a)", "a*+", "(?>a)", "a(?i)b", "[[a]]",
      #"[\D]"#, "(", "a{2,1}", #"\A"#,
    ])
  func refused(pattern: String) {
    let error = importError { _ = try Filter("v matches '\(pattern)'") }
    #expect(error?.kind == .badFilter)
    #expect(error?.message.contains("no \\b, back references") == true, "\(error as Any)")
  }

  @Test("of too many steps is refused")
  func tooLarge() {
    let error = importError { _ = try Filter("v matches '(a{1000}){1000}'") }
    #expect(error?.message.contains("at most 4096 steps") == true, "\(error as Any)")
  }
}
