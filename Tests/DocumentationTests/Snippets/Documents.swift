import Sluice
import Testing

func assign<Value>(_ slot: inout Value?, _ value: Value) { slot = value }

enum Box<Value> { case empty, full(Value) }

protocol Numbered { func number() throws -> Int }
extension JSONView: Numbered { func number() throws -> Int { try int } }

func sizes(of document: JSONDocument) async throws -> Int {
  try await withThrowingTaskGroup(of: Int.self) { group in
    for commit in try document.root["commits"].elements {
      group.addTask { try commit["size"].int }
    }
    return try await group.reduce(0, +)
  }
}

@Suite("Snippets: DocumentsYouCanKeep.md and comments")
struct DocumentSnippets {
  private static let text = #"""
    {"user": {"id": 7}, "tags": ["a"], "users": [{"name": "Ada"}], "commits": [{"size": 3}],
    "events": [{"id": 1}, {"id": 2, "name": "kept"}]}
    """#

  @Test("views as ordinary values")
  func views() throws {
    let document = try JSONDocument(parsing: #"{"data": {"user": {"name": "Ada"}}}"#)
    let user = try document.root[ifPresent: "user"] ?? document.root["data"]["user"]
    let name = (try? user["name"].string) ?? "nobody"  // "Ada"
    #expect(name == "Ada")
  }

  @Test("a document in a task")
  func tasks() async throws {
    let document = try JSONDocument(parsing: #"{"user": {"id": 7, "tags": ["a", "b"]}}"#)
    let user = try document.root["user"]
    Task { print(try user["id"].int) }  // 7
    #expect(try user["id"].int == 7)
    #expect(try await sizes(of: JSONDocument(parsing: Self.text)) == 3)
  }

  @Test("collections")
  func collections() throws {
    let document = try JSONDocument(parsing: Self.text)
    for (key, value) in try document.root.fields { print(key, try value.kind) }
    for tag in try document.root["tags"].elements { print(try tag.string) }
    let names = try document.root["users"].elements.map { try $0["name"].string }
    let byKey = Dictionary(
      uniqueKeysWithValues: try document.root.fields.map { ($0.key, $0.value) })
    #expect(names == ["Ada"])
    #expect(byKey.count == 5)
  }

  @Test("the escapes that compile with cursors are safe with views")
  func escapes() throws {
    var slot: JSONView?
    var box = Box<JSONView>.empty
    var number: (any Numbered)?
    do {
      let document = try JSONDocument(parsing: "[1, 2, 3]")
      assign(&slot, try document.root[0])
      box = .full(try document.root[1])
      number = try document.root[2]
    }
    #expect(try slot?.int == 1)
    if case .full(let view) = box { #expect(try view.int == 2) } else { Issue.record("empty") }
    #expect(try number?.number() == 3)
  }

  @Test("a JSON that stays in its document")
  func parsed() throws {
    var json = try JSON(parsing: #"{"user": {"id": 7, "tags": ["a", "b"]}, "log": []}"#)
    json["user"]?["id"] = 8  // makes the root's fields and the user's; the tags stay in the text
    let tags = json["user"]?["tags"]?.detached()
    #expect(json == ["user": ["id": 8, "tags": ["a", "b"]], "log": []])
    #expect(tags == ["a", "b"])
  }

  @Test("arrays of JSON")
  func arrays() {
    var tags: JSONArray = ["a", "b"]
    tags.append("c")
    print(tags.strings ?? [])  // ["a", "b", "c"]
    #expect(tags.strings == ["a", "b", "c"])
  }

  @Test("mappings, parts and errors")
  func others() throws {
    let document = try JSONDocument(parsing: Self.text)
    let id = try document.root["user"].withCursor { cursor in try cursor["id"].int }
    #expect(id == 7)
    do {
      _ = try document.root["user"]["id"].string
    } catch { print(error) }  // expected a string at $.user.id, found number 7 (line 1, column 17)
    let error = #expect(throws: JSONError.self) { try document.root["user"]["id"].string }
    #expect(
      error?.description == "expected a string at $.user.id, found number 7 (line 1, column 17)")
    var reader = JSONReader()
    try reader.withDocument(Self.text) { root in
      var kept: [JSONDocument] = []
      try root["events"].forEachElement { event in
        if try event["id"].int == 2 { kept.append(try event.detached()) }
      }
      #expect(try kept.first?.root["name"].string == "kept")
    }
  }
}
