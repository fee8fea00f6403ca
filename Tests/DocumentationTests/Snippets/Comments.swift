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
    // example JSONReader.swift: var reader = JSONReader()
    #expect(id == 8)
  }

  @Test("DecompressionLimits")
  func decompression() {
    // example DecompressionLimits.swift: var options = FeedOptions()
    #expect(options.decompression == DecompressionLimits(total: 10 << 30))
  }

  @Test("JSONReaderPool")
  func pool() throws {
    try bytes.withUnsafeBytes { body in
      // example JSONReaderPool.swift: let readers = JSONReaderPool(checking: .full)
      #expect(id == 8)
    }
  }

  @Test("JSONCursor")
  func cursor() throws {
    // example JSONCursor.swift: var reader = JSONReader()
    #expect(second == "b")
  }

  @Test("JSONFields, JSONElements")
  func iterating() throws {
    var reader = JSONReader()
    var tags: [String] = []
    try reader.withDocument(bytes) { root in
      let status = try root["user"]
      // example JSONFields.swift: var fields = try status.fields
      // example JSONElements.swift: var elements = try root["tags"].elements
    }
    #expect(tags == ["a", "b"])
  }

  @Test("JSONPointer")
  func pointer() throws {
    var reader = JSONReader()
    try reader.withDocument(#"{"users": [{"name": "ann"}]}"#) { root in
      // example JSONPointer.swift: let name = try JSONPointer("/users/0/name")
      #expect(text == "ann")
    }
  }

  @Test("JSONKeyPath")
  func keyPath() throws {
    var reader = JSONReader()
    try reader.withDocument(bytes) { root in
      // example JSONKeyPath.swift: let login = JSONKeyPath("actor.login")
      #expect(text == "x")
    }
  }

  @Test("JSONChecker")
  func checker() throws {
    let bytes = PaddedBytes(bytes)
    // example JSONChecker.swift: var checker = JSONChecker()
  }

  @Test("JSONMapping")
  func mapping() throws {
    var reader = JSONReader()
    // example JSONMapping.swift: struct UserMapping: JSONMapping {
    #expect(user == User(id: 7, name: "ann"))
    // example JSONMapping.swift: let ids = ClosureMapping { try $0["user"]["id"].int }
    #expect(try reader.value(of: bytes, by: ids) == 8)
  }

  @Test("JSONWriter")
  func writer() throws {
    // example JSONWriter.swift: var writer = JSONWriter()
    #expect(String(decoding: bytes, as: UTF8.self) == #"{"id":7,"tags":["a"]}"#)
  }

  @Test("JSONObject.removeAll(where:)")
  func removal() {
    var object: JSONObject = ["a": nil, "b": 1]
    // example JSONObject.swift: object.removeAll { $0.value.isNull }
    #expect(object == ["b": 1])
  }

  @Test("JSON")
  func json() {
    // example JSON.swift: var json: JSON = ["id": 7, "tags": ["a", "b"]]
    #expect("\(json)" == #"{"id":7,"tags":["first","b"],"user":{"name":"Ada"}}"#)
  }

  @Test("ImportColumn")
  func columns() throws {
    // example ImportColumn.swift: let columns = [
    #expect(columns.map(\.name) == ["id", "actor"])
  }

  /// Only compiled, because they name files. The pages of SluiceFeed and SluiceImport run the same
  /// calls.
  private func compiledOnly() throws {
    var (total, messages) = (0, [String]())
    // example JSONFeed.swift: var feed = try JSONFeed(.file("events.ndjson"))
    _ = (total, messages)
    // example ImportJob.swift 1: let job = try ImportJob(
    _ = summary
  }
}
