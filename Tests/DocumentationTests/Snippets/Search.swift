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
    let accountSearch = Search(Account.self) { fields in
      let id = fields.mandatory("id", .int)
      let name = fields.mandatory("name", .string)
      let email = fields.optional("email", .string)
      return { Account(id: $0[id], name: $0[name], email: $0[email]) }
    }

    let old = #"{"user": {"id": 7, "name": "Ann"}}"#
    let new = #"{"data": [{"kind": "account", "id": 7, "name": "Ann", "email": "a@b.c"}]}"#
    let found = try accountSearch.parseAll(old) + accountSearch.parseAll(new)
    print(found.map(\.id))  // [7, 7]
    #expect(found.map(\.id) == [7, 7])
    #expect(try accountSearch.parseAll(old) == [Account(id: 7, name: "Ann", email: nil)])
    #expect(try accountSearch.parseFirst(new)?.email == "a@b.c")
  }

  @Test("the comment on Search")
  func comment() throws {
    let accountSearch = Search(Account.self) { fields in
      let id = fields.mandatory("id", .int)
      let name = fields.mandatory("name", .string)
      let email = fields.optional("email", .string)
      return { Account(id: $0[id], name: $0[name], email: $0[email]) }
    }
    let accounts = try accountSearch.parseAll(data)
    #expect(accounts.map(\.id) == [1])
  }

  @Test("what is found")
  func found() throws {
    let text = #"{"id": 1, "child": {"id": 2}}"#
    print(try idSearch.parseAll(text))  // [1]
    let list = #"{"pages": [[{"id": 3}], {"x": {"id": "none", "y": {"id": 4}}}]}"#
    print(try idSearch.parseAll(list))  // [3, 4]
    #expect(try idSearch.parseAll(text) == [1] && idSearch.parseAll(list) == [3, 4])

    let first = try idSearch.parseFirst(text, checking: .accessed)
    #expect(first == 1)

    var reader = JSONReader()
    let inside = try reader.withDocument(list) { root in try idSearch.parseAll(root["pages"]) }
    #expect(inside == [3, 4])

    let lines = Array("{\"a\": {\"id\": 1}}\n{\n{\"id\": 2}\n".utf8)
    var found: [Int] = []
    var rejects: [RejectedRecord] = []
    var feed = try JSONFeed(.bytes(lines, name: "lines"))
    try feed.forEach(idSearch, { found += $0 }, rejected: { rejects.append($0) })
    #expect(found == [1, 2] && rejects.map(\.line) == [2])
  }

  @Test("searches as values")
  func values() throws {
    let placeSearch = Search(Place.self) { fields in
      let id = fields.mandatory("id", .loose(Int.self))
      let city = fields.mandatory("address.city", .string)
      let tag = fields.optional("tags.0", .string)
      let size = fields.optional("size", .int, default: 1)
      return { Place(id: $0[id], city: $0[city], tag: $0[tag], size: $0[size]) }
    }
    let text =
      #"{"places": [{"id": "7", "address": {"city": "Bern"}, "tags": ["old"]}, {"id": 8}]}"#
    let places = try placeSearch.parseAll(text)
    print(places)  // [Place(id: 7, city: "Bern", tag: Optional("old"), size: 1)]
    #expect(places == [Place(id: 7, city: "Bern", tag: "old", size: 1)])

    let activeSearch = Search(Int.self) { fields in
      let id = fields.mandatory("id", .int)
      let state = fields.mandatory("state", .string)
      return { $0[state] == "active" ? $0[id] : nil }
    }
    let items = #"[{"id": 1, "state": "gone"}, {"id": 2, "state": "active"}]"#
    print(try activeSearch.parseAll(items))  // [2]
    #expect(try activeSearch.parseAll(items) == [2])
  }
}
