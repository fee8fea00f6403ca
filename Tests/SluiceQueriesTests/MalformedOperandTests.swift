import DocumentTestSupport
import Sluice
import SluiceQueries
import Testing

/// Malformed text that a filter compares.
@Suite("What a malformed scalar was taken for")
struct MalformedOperandTests {
  @Test("of a JSONPath's comparison was a value of another kind, which compares as nothing")
  func comparisons() throws {
    for (word, code) in [
      ("-Infinity", "invalid-number"), ("\"\\q\"", "invalid-escape"), ("nul", "invalid-literal"),
    ] {
      let literal = word.hasPrefix("\"") ? "1" : "'a'"
      for sign in ["==", "!=", "<", ">="] {
        let query = try JSONQuery("$[?@.v \(sign) \(literal)]")
        let error = refusal(of: "[{\"v\":\(word)}]") { root in
          var found = query.matches(in: root)
          while try found.next() != nil {}
        }
        #expect(error?.code.description == code, "\(word) \(sign) \(literal)")
      }
    }
  }
}
