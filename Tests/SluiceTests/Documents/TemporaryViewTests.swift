import Sluice
import Testing

/// Views that nothing else holds: their document lives until the expression has its result.
struct TemporaryViewTests {
  @Test("reads a document that only the expression holds")
  func temporaries() throws {
    let long = "a name of more than fifteen bytes"
    func open() throws -> JSONDocument { try JSONDocument(parsing: #"{"a": ["\#(long)", 2.5]}"#) }
    for _ in 0..<50 {
      let count = try unsafe open().root["a"][0].withUTF8 { $0.count }
      #expect(count == long.utf8.count)
      #expect(try open().root["a"][1].double == 2.5)
      #expect(try open().root["a"].elements.map { try? $0.string } == [long, nil])
      #expect(try open().root.fields.map { $0.key } == ["a"])
      let size = try unsafe open().root["a"][0].withRawBytes { $0.count }
      #expect(size == long.utf8.count + 2)
      #expect(try open().root["a"].detached().root[0].string == long)
      let error = #expect(throws: JSONError.self) { try open().root["a"][0].int }
      #expect(error?.path == "$.a[0]")
    }
  }
}
