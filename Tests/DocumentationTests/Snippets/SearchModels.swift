import Foundation
import Sluice
import SluiceFeed
import SluiceSearch
import Testing

private struct Account: Equatable {
  let id: Int
  let name: String
  let email: String?
}

private struct Place: Equatable {
  let id: Int
  let city: String
  let tag: String?
  let size: Int
}

private let idSearch = Search(Int.self) { fields in
  let id = fields.mandatory("id", .int)
  return { $0[id] }
}

private let data = Data(#"{"x": [{"id": 1, "name": "Ann"}, {"id": 2}]}"#.utf8)

@Suite("Snippets: SluiceSearch.md, WhatIsFound.md, SearchesAsValues.md")
struct SearchSnippets {
  @Test("the landing page")
  func landing() throws {
    // example SluiceSearch.md: let accountSearch = Search(Account.self) { fields in
    #expect(found.map(\.id) == [7, 7])
    #expect(try accountSearch.parseAll(old) == [Account(id: 7, name: "Ann", email: nil)])
    #expect(try accountSearch.parseFirst(new)?.email == "a@b.c")
  }

  @Test("the comment on Search")
  func comment() throws {
    // example Search.swift: let accountSearch = Search(Account.self) { fields in
    #expect(accounts.map(\.id) == [1])
  }

  @Test("what is found")
  func found() throws {
    // example WhatIsFound.md: let text = #"{"id": 1, "child": {"id": 2}}"#
    #expect(try idSearch.parseAll(text) == [1] && idSearch.parseAll(list) == [3, 4])

    // example WhatIsFound.md: let first = try idSearch.parseFirst(text, checking: .accessed)
    #expect(first == 1)

    var reader = JSONReader()
    // example WhatIsFound.md: let inside = try reader.withDocument(list) { root in try
    #expect(inside == [3, 4])

    let lines = Array("{\"a\": {\"id\": 1}}\n{\n{\"id\": 2}\n".utf8)
    var found: [Int] = []
    var rejects: [RejectedRecord] = []
    // example WhatIsFound.md: var feed = try JSONFeed(.bytes(lines, name: "lines"))
    #expect(found == [1, 2] && rejects.map(\.line) == [2])
  }

  @Test("searches as values")
  func values() throws {
    // example SearchesAsValues.md: let placeSearch = Search(Place.self) { fields in
    #expect(places == [Place(id: 7, city: "Bern", tag: "old", size: 1)])

    // example SearchesAsValues.md: let activeSearch = Search(Int.self) { fields in
    #expect(try activeSearch.parseAll(items) == [2])
  }
}
