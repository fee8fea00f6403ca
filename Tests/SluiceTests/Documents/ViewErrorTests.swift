import Sluice
import Testing

/// Errors of views: located on demand, and the same as a cursor's once it has left its document.
struct ViewErrorTests {
  private let text = """
    {"a": {"list": [1, "two"]},
     "n": 1.5}
    """

  private func error(_ body: (JSONView) throws -> Void) throws -> JSONError {
    // Only the error keeps the document.
    let error = #expect(throws: JSONError.self) { try body(JSONDocument(parsing: text).root) }
    return try #require(error)
  }

  @Test("a missing field names the field and the object")
  func missing() throws {
    let error = try error { _ = try $0["a"]["b"]["c"].string }
    #expect(error.code == .missingField)
    #expect(error.path == "$.a")
    #expect(error.line == 1)
    #expect(error.description == #"expected a field "b" at $.a, found none (line 1, column 7)"#)
    let name = "a name made at run time"
    let other = try self.error { _ = try $0["a"][name] }
    #expect(
      other.description == #"expected a field "\#(name)" at $.a, found none (line 1, column 7)"#)
    let empty = try self.error { _ = try $0[""] }
    #expect(empty.description == #"expected a field "" at $, found none (line 1, column 1)"#)
  }

  @Test("an index beyond the end says which")
  func indexes() throws {
    let error = try error { _ = try $0["a"]["list"][2] }
    #expect(
      error.description == "expected an element 2 at $.a.list, found fewer (line 1, column 16)")
    let negative = try self.error { _ = try $0["a"]["list"][-1] }
    #expect(negative.description.contains("an element -1 "))
  }

  @Test("a value of another kind says what was found")
  func mismatches() throws {
    let error = try error { _ = try $0["a"]["list"][1].int }
    #expect(error.code == .typeMismatch)
    #expect(error.offset == 19)
    #expect(
      error.description
        == "expected Int at $.a.list[1], found string \"two\" (line 1, column 20)")
    let fraction = try self.error { _ = try $0["n"].int }
    #expect(fraction.code == .numberOutOfRange)
    #expect(fraction.line == 2)
    let path = try self.error { _ = try $0.at(pointer: "/a/list/7") }
    #expect(path.code == .invalidPath)
    #expect(path.path == "$.a.list")
  }

  @Test("offsets count from the first byte, also after a byte order mark")
  func byteOrderMark() throws {
    let document = try JSONDocument(parsing: "\u{FEFF}" + text)
    let error = #expect(throws: JSONError.self) { try document.root["a"]["list"][1].int }
    #expect(error?.offset == 22)
    #expect(error?.column == 20)
  }

  @Test("an error that left its document passes through others unchanged")
  func passing() throws {
    let outer = try JSONDocument(parsing: "\u{FEFF}[[[1]]]")
    let error = #expect(throws: JSONError.self) {
      try outer.root[0].withCursor { _ in _ = try JSONDocument(parsing: text).root["a"]["b"] }
    }
    #expect(error?.path == "$.a")
    #expect(error?.offset == 6)
  }
}
