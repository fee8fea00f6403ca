import Sluice
import Testing

@Suite("Snippets: Sluice.md")
struct LandingSnippets {
  @Test("a reader reads the requested values")
  func reading() throws {
    let bytes = Array(
      #"{"actor": {"login": "ann"}, "payload": {"commits": [{"size": 3}, {"size": 4}]}}"#.utf8)
    var reader = JSONReader()
    let (login, sizes) = try reader.withDocument(bytes) { root in
      let login = try root["actor"]["login"].string
      var sizes: [Int] = []
      var commits = try root["payload"]["commits"].elements
      while let commit = try commits.next() { sizes.append(try commit["size"].int) }
      return (login, sizes)
    }
    #expect(login == "ann")
    #expect(sizes == [3, 4])
  }

  @Test(
    "missing and null are different",
    arguments: [("{}", nil), (#"{"note": null}"#, nil), (#"{"note": "x"}"#, "x")])
  func optional(document: String, expected: String?) throws {
    var reader = JSONReader()
    let found = try reader.withDocument(document) { root in
      let note: String? =
        if let note = try root[ifPresent: "note"], !note.isNull { try note.string } else { nil }
      return note
    }
    #expect(found == expected)
  }
}
