import Foundation
import Sluice
import Testing

// example Lifetimes.md: struct Commit { let id: String; let size: Int }

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
    // example Lifetimes.md: let kept: JSON = try reader.withDocument(bytes) { root in try
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
      // example Lifetimes.md: var fields = try object.fields
    }
    #expect((id, sum, total) == (7, 6, 2))
    #expect(others == ["size"])
  }
}
