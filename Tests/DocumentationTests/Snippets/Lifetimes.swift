import Foundation
import Sluice
import Testing

struct Commit { let id: String; let size: Int }

func commit(in bytes: [UInt8], by reader: inout JSONReader) throws -> Commit {
  try reader.withDocument(bytes) { root in
    Commit(id: try root["id"].string, size: try root["size"].int)
  }
}

@Suite("Snippets: Lifetimes.md")
struct LifetimeSnippets {
  @Test("values that must live longer are copied")
  func copying() throws {
    var reader = JSONReader()
    let made = try commit(in: Array(#"{"id": "7a", "size": 3}"#.utf8), by: &reader)
    #expect(made.id == "7a")
    #expect(made.size == 3)
  }

  @Test("an owned value outlives the document")
  func owned() throws {
    var reader = JSONReader()
    let bytes = Array(#"{"payload": {"n": [1, 2]}}"#.utf8)
    let kept: JSON = try reader.withDocument(bytes) { root in try root["payload"].materialize() }
    #expect(kept == ["n": [1, 2]])
  }

  @Test("iterating without for-in")
  func iterating() throws {
    var reader = JSONReader()
    var id = 0
    var others: [String] = []
    var sum = 0
    var total = 0
    try reader.withDocument(#"[{"id": 7, "size": 2}, [1, 2, 3]]"#) { root in
      let object = try root[0]
      let array = try root[1]
      var fields = try object.fields
      while let field = try fields.next() {
        if field.isNamed("id") {
          id = try field.value.int
        } else {
          others.append(try field.key.string)
        }
      }
      try array.forEachElement { element in sum += try element.int }
      if let size = try object[ifPresent: "size"] { total += try size.int }
    }
    #expect((id, sum, total) == (7, 6, 2))
    #expect(others == ["size"])
  }
}
