import Sluice
import Testing

// example DocumentsYouCanKeep.md: func assign<Value>(_ slot: inout Value?, _ value: Value) { slot

// example DocumentsYouCanKeep.md: func sizes(of document: JSONDocument) async throws -> Int {

@Suite("Snippets: DocumentsYouCanKeep.md and comments")
struct DocumentSnippets {
  private static let text = #"""
    {"user": {"id": 7}, "tags": ["a"], "users": [{"name": "Ada"}], "commits": [{"size": 3}],
    "events": [{"id": 1}, {"id": 2, "name": "kept"}]}
    """#

  @Test("views as ordinary values")
  func views() throws {
    // example DocumentsYouCanKeep.md: let document = try JSONDocument(parsing: #"{"data": {"user":
    #expect(name == "Ada")
  }

  @Test("a document in a task")
  func tasks() async throws {
    // example JSONDocument.swift: let document = try JSONDocument(parsing: #"{"user": {"id": 7,
    #expect(try user["id"].int == 7)
    #expect(try await sizes(of: JSONDocument(parsing: Self.text)) == 3)
  }

  @Test("collections")
  func collections() throws {
    let document = try JSONDocument(parsing: Self.text)
    // example DocumentsYouCanKeep.md: for (key, value) in try document.root.fields { print(key,
    #expect(names == ["Ada"])
    #expect(byKey.count == 5)
  }

  @Test("the escapes that compile with cursors are safe with views")
  func escapes() throws {
    // example DocumentsYouCanKeep.md: var slot: JSONView?
    #expect(try slot?.int == 1)
    if case .full(let view) = box { #expect(try view.int == 2) } else { Issue.record("empty") }
    #expect(try number?.number() == 3)
  }

  @Test("a JSON that stays in its document")
  func parsed() throws {
    // example DocumentsYouCanKeep.md: var json = try JSON(parsing: #"{"user": {"id": 7, "tags":
    #expect(json == ["user": ["id": 8, "tags": ["a", "b"]], "log": []])
    #expect(tags == ["a", "b"])
  }

  @Test("arrays of JSON")
  func arrays() {
    // example JSONArray.swift: var tags: JSONArray = ["a", "b"]
    #expect(tags.strings == ["a", "b", "c"])
  }

  @Test("mappings, parts and errors")
  func others() throws {
    let document = try JSONDocument(parsing: Self.text)
    // example DocumentsYouCanKeep.md: let id = try document.root["user"].withCursor { cursor in
    #expect(id == 7)
    // example DocumentsYouCanKeep.md: do {
    let error = #expect(throws: JSONError.self) { try document.root["user"]["id"].string }
    #expect(
      error?.description == "expected a string at $.user.id, found number 7 (line 1, column 17)")
    var reader = JSONReader()
    try reader.withDocument(Self.text) { root in
      // example DocumentsYouCanKeep.md: var kept: [JSONDocument] = []
      #expect(try kept.first?.root["name"].string == "kept")
    }
  }
}
