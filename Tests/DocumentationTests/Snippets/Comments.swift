import Sluice
import SluiceFeed
import SluiceImport
import Testing

struct User: Equatable { let id: Int; let name: String }

/// The examples of documentation comments.
@Suite("Snippets: comments")
struct CommentSnippets {
  private let bytes = Array(
    #"{"id": 7, "name": "ann", "user": {"id": 8}, "tags": ["a", "b"], "actor": {"login": "x"}}"#
      .utf8)

  @Test("JSONReader")
  func opening() throws {
    var reader = JSONReader()
    let id = try reader.withDocument(bytes) { root in try root["user"]["id"].int }
    #expect(id == 8)
  }

  @Test("DecompressionLimits")
  func decompression() {
    var options = FeedOptions()
    options.decompression.total = 10 << 30
    #expect(options.decompression == DecompressionLimits(total: 10 << 30))
  }

  @Test("JSONReaderPool")
  func pool() throws {
    try bytes.withUnsafeBytes { body in
      let readers = JSONReaderPool(checking: .full)
      let id = try readers.withDocument(unpadded: body) { root in try root["user"]["id"].int }
      #expect(id == 8)
    }
  }

  @Test("JSONCursor")
  func cursor() throws {
    var reader = JSONReader()
    let second = try reader.withDocument(#"{"user": {"id": 7, "tags": ["a", "b"]}}"#) { root in
      let user = try root["user"]
      print(try user["id"].int)  // 7
      return try user["tags"][1].string  // "b"
    }
    #expect(second == "b")
  }

  @Test("JSONFields, JSONElements")
  func iterating() throws {
    var reader = JSONReader()
    var tags: [String] = []
    try reader.withDocument(bytes) { root in
      let status = try root["user"]
      var fields = try status.fields
      while let field = try fields.next() {
        print(try field.key.string, try field.value.kind)
      }
      var elements = try root["tags"].elements
      while let tag = try elements.next() { tags.append(try tag.string) }
    }
    #expect(tags == ["a", "b"])
  }

  @Test("JSONPointer")
  func pointer() throws {
    var reader = JSONReader()
    try reader.withDocument(#"{"users": [{"name": "ann"}]}"#) { root in
      let name = try JSONPointer("/users/0/name")
      let text = try root.at(name).string
      #expect(text == "ann")
    }
  }

  @Test("JSONKeyPath")
  func keyPath() throws {
    var reader = JSONReader()
    try reader.withDocument(bytes) { root in
      let login = JSONKeyPath("actor.login")
      let text = try root.at(keyPath: login).string
      #expect(text == "x")
    }
  }

  @Test("JSONChecker")
  func checker() throws {
    let bytes = PaddedBytes(bytes)
    var checker = JSONChecker()
    try checker.check(bytes)  // throws the first fault, with line, column and path
  }

  @Test("JSONMapping")
  func mapping() throws {
    var reader = JSONReader()
    struct UserMapping: JSONMapping {
      func value(from cursor: JSONCursor) throws -> User {
        User(id: try cursor["id"].int, name: try cursor["name"].string)
      }
    }
    let user = try reader.value(of: bytes, by: UserMapping())
    #expect(user == User(id: 7, name: "ann"))
    let ids = ClosureMapping { try $0["user"]["id"].int }
    #expect(try reader.value(of: bytes, by: ids) == 8)
  }

  @Test("JSONWriter")
  func writer() throws {
    var writer = JSONWriter()
    try writer.beginObject()
    try writer.key("id")
    try writer.value(7)
    try writer.key("tags")
    try writer.beginArray()
    try writer.value("a")
    try writer.endArray()
    try writer.endObject()
    let bytes = try writer.takeBytes()  // {"id":7,"tags":["a"]}
    #expect(String(decoding: bytes, as: UTF8.self) == #"{"id":7,"tags":["a"]}"#)
  }

  @Test("JSONObject.removeAll(where:)")
  func removal() {
    var object: JSONObject = ["a": nil, "b": 1]
    object.removeAll { $0.value.isNull }
    #expect(object == ["b": 1])
  }

  @Test("JSON")
  func json() {
    var json: JSON = ["id": 7, "tags": ["a", "b"]]
    json["tags"]?[0] = "first"
    json[at: "user", "name"] = "Ada"
    print(json)  // {"id":7,"tags":["first","b"],"user":{"name":"Ada"}}
    #expect("\(json)" == #"{"id":7,"tags":["first","b"],"user":{"name":"Ada"}}"#)
  }

  @Test("ImportColumn")
  func columns() throws {
    let columns = [
      try ImportColumn(parsing: "id:int=id"),
      try ImportColumn(parsing: "actor:text=actor.login"),
    ]
    #expect(columns.map(\.name) == ["id", "actor"])
  }

  /// Only compiled, because they name files. The pages of SluiceFeed and SluiceImport run the same
  /// calls.
  private func compiledOnly() throws {
    var (total, messages) = (0, [String]())
    var feed = try JSONFeed(.file("events.ndjson"))
    try feed.forEach { record in
      total += try record.cursor["payload"]["size"].int
    } rejected: { bad in
      messages.append(bad.description)
    }
    _ = (total, messages)
    let job = try ImportJob(
      feed: .file("events.ndjson"),
      columns: [
        ImportColumn(parsing: "id:int=id"), ImportColumn(parsing: "actor:text=actor.login"),
      ],
      sink: SQLiteSink(path: "events.sqlite", table: "events"))
    let summary = try job.run()
    _ = summary
  }
}
