import DocumentTestSupport
import Foundation
import Sluice
import Testing

/// Documents that are kept, and their views as ordinary values.
struct DocumentTests {
  static let text = #"""
    {"user": {"id": 7, "tags": ["a", "b\n", "a name of more than fifteen bytes"], "score": 1.5e3},
     "data": null, "ok": true, "data": [1, [], {}], "": {"é": -1}}
    """#

  private func document() throws -> JSONDocument { try JSONDocument(parsing: Self.text) }

  @Test("every way of opening gives the same values")
  func opening() throws {
    let bytes = Array(Self.text.utf8)
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(bytes).write(to: file)
    let all = [
      try JSONDocument(parsing: Self.text),
      try JSONDocument(parsing: Substring("x" + Self.text).dropFirst()),
      try JSONDocument(parsing: bytes),
      try unsafe JSONDocument(parsing: bytes.span.bytes),
      try unsafe bytes.withUnsafeBytes { try unsafe JSONDocument(parsing: $0) },
      try JSONDocument(parsing: PaddedBytes(bytes)),
      try JSONDocument(parsing: [0xEF, 0xBB, 0xBF] + bytes),
      try JSONDocument(contentsOfFile: file.path(percentEncoded: false)),
      try JSONDocument(parsing: bytes, options: JSONOptions(checking: .accessed)),
    ]
    for document in all {
      #expect(try document.root["user"]["id"].int == 7)
      #expect(try document.root["user"]["tags"][1].string == "b\n")
      #expect(try document.root["user"]["score"].double == 1500)
      #expect(try document.root[""]["é"].int8 == -1)
      #expect(try document.root["data"].isNull)
      #expect(try document.root.count == 5)
    }
    #expect(unsafe all[0].withBytes { unsafe Array($0) } == bytes)
  }

  @Test("a file in UTF-16 is transcoded, a missing one names its path")
  func files() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: file) }
    try #"{"é": 1}"#.data(using: .utf16)!.write(to: file)
    let path = file.path(percentEncoded: false)
    #expect(try JSONDocument(contentsOfFile: path).root["é"].int == 1)
    let error = #expect(throws: JSONError.self) { try JSONDocument(contentsOfFile: path + "x") }
    #expect(error?.code == .io)
    #expect(error?.description.contains(path + "x") == true)
  }

  @Test("opening refuses what a reader refuses, with the place")
  func refusals() {
    for text in ["", " ", "[1, 2", #"{"a": [1, tru]}"#, "\"\u{1}\"", "[1] 2", #"{"a": 1e999}"#] {
      let expected = refusal(of: text, .full)
      let error = #expect(throws: JSONError.self) { try JSONDocument(parsing: text) }
      #expect(error?.code == expected?.code, "\(text)")
      #expect(error?.offset == expected?.offset, "\(text)")
      #expect(error?.description == expected?.description, "\(text)")
    }
    let small = JSONOptions(checking: .full, sizeLimit: 3)
    let error = #expect(throws: JSONError.self) {
      try JSONDocument(parsing: "[10]", options: small)
    }
    #expect(error?.code == .tooLarge)
    #expect(throws: JSONError.self) { try JSONDocument(parsing: PaddedBytes()) }
    let reject = JSONOptions(checking: .full, duplicateKeys: .reject)
    #expect(throws: JSONError.self) { try JSONDocument(parsing: Self.text, options: reject) }
  }

  @Test("views outlive the variable that held their document")
  func lifetimes() throws {
    func tags() throws -> [JSONView] { try Array(document().root["user"]["tags"].elements) }
    let kept = try tags()
    // Memory that was given back would be used again here.
    for _ in 0..<100 { _ = try JSONDocument(parsing: #"["x", "y", "z", 12345678]"#) }
    let strings = try kept.map { try $0.string }
    #expect(strings == ["a", "b\n", "a name of more than fifteen bytes"])
  }

  @Test("views go where ordinary values go")
  func ordinaryValues() throws {
    let root = try document().root
    let user = try root[ifPresent: "nobody"] ?? root["user"]
    #expect(try root[ifPresent: "user"].map { try $0["id"].int } == 7)
    #expect((try? root["nothing"]["b"].string) == nil)
    let any: Any = user
    #expect(try (any as? JSONView)?["id"].int == 7)
    let table = try Dictionary(uniqueKeysWithValues: user.fields.map { ($0.key, $0.value) })
    #expect(try table["id"]?.int == 7)
    #expect(try user["tags"].elements.map { try $0.string }.count == 3)
    var keys: [String] = []
    for (key, value) in try root.fields {
      keys.append(key)
      #expect(value.document.root.offset == root.offset)
    }
    #expect(keys == ["user", "data", "ok", "data", ""])
    func first<T>(_ values: inout [T]) -> T? { values.isEmpty ? nil : values.removeFirst() }
    var views = [user, root]
    #expect(try first(&views)?["id"].int == 7)
  }

  @Test("collections of empty, single and many members")
  func collections() throws {
    let root = try JSONDocument(parsing: #"[[], [0], [0, [1], {"a": 2}], {}, {"a": [1]}, 5]"#).root
    #expect(try root.elements.count == 6)
    #expect(try root[0].elements.isEmpty)
    #expect(try root[1].elements.map { try $0.int } == [0])
    #expect(try root[2].elements.map { try $0.kind } == [.number, .array, .object])
    #expect(try root[3].fields.isEmpty)
    #expect(try root[4].fields.map { $0.key } == ["a"])
    let elements = try root[2].elements
    #expect(try elements[elements.index(elements.startIndex, offsetBy: 2)]["a"].int == 2)
    let error = #expect(throws: JSONError.self) { try root[5].elements }
    #expect(error?.code == .typeMismatch)
    #expect(error?.path == "$[5]")
  }

  @Test("iterating over a document that was not checked throws before it begins")
  func uncheckedCollections() throws {
    let options = JSONOptions(checking: .accessed)
    for text in ["[1, 2 3]", "[1, {2]}", "[1,, 2]", "[[1, 2]", "[1", "[1}"] {
      guard let root = try? JSONDocument(parsing: text, options: options).root else { continue }
      #expect(throws: JSONError.self, "\(text)") { try root.elements }
    }
    for text in [#"{"a" 1}"#, #"{"a": 1, 2: 3}"#, #"{"\q": 1}"#, #"{"a": 1"#] {
      guard let root = try? JSONDocument(parsing: text, options: options).root else { continue }
      #expect(throws: JSONError.self, "\(text)") { try root.fields }
    }
    let root = try JSONDocument(parsing: "[1, [2, tru], 3]", options: options).root
    #expect(try root.elements.count == 3)
  }

  @Test("mappings read views through a cursor")
  func cursors() throws {
    let root = try document().root
    let id = try root["user"].withCursor { cursor in try cursor["id"].int }
    #expect(id == 7)
    let error = #expect(throws: JSONError.self) {
      try root["user"].withCursor { cursor in try cursor["tags"][0].int }
    }
    #expect(error?.path == "$.user.tags[0]")
    var writer = JSONWriter()
    try writer.value(root["user"]["tags"])
    #expect(try writer.takeString() == #"["a","b\n","a name of more than fifteen bytes"]"#)
  }

  @Test("holds its text, and nine bytes for each token at most")
  func memory() throws {
    let record = #"{"id": 12345, "name": "somebody", "tags": ["a", "b"], "at": null},"#
    let text = "[" + String(repeating: record, count: 2000) + "0]"
    let tokens = 2000 * 22 + 3
    let document = try JSONDocument(parsing: text)
    #expect(document.storage.size <= text.utf8.count + 9 * tokens)
    // An error travels through every throwing call.
    #expect(MemoryLayout<JSONError>.size <= 32)
  }
}
