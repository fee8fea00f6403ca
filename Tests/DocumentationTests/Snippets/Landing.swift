import Sluice
import Testing

@Suite("Snippets: Sluice.md")
struct LandingSnippets {
  @Test("a reader reads the requested values")
  func reading() throws {
    let bytes = Array(
      #"{"actor": {"login": "ann"}, "payload": {"commits": [{"size": 3}, {"size": 4}]}}"#.utf8)
    // example Sluice.md: var reader = JSONReader()
    #expect(login == "ann")
    #expect(sizes == [3, 4])
  }

  @Test(
    "missing and null are different",
    arguments: [("{}", nil), (#"{"note": null}"#, nil), (#"{"note": "x"}"#, "x")])
  func optional(document: String, expected: String?) throws {
    var reader = JSONReader()
    let found = try reader.withDocument(document) { root in
      // example Sluice.md: let note: String? =
      return note
    }
    #expect(found == expected)
  }
}
