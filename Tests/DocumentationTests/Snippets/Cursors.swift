import Sluice
import Testing

@Suite("Snippets: CursorsAndTheIndex.md")
struct CursorSnippets {
  @Test("cursors can be used side by side, in any order, and repeatedly")
  func order() throws {
    var reader = JSONReader()
    try reader.withDocument(#"{"x": [1, 2], "y": [3, 4]}"#) { root in
      // example CursorsAndTheIndex.md: let first = try root["x"]
      #expect((a, b, again) == (1, 3, 3))
    }
  }

  @Test("keys compare unescaped")
  func keys() throws {
    // example CursorsAndTheIndex.md: let root = try JSON(parsing: #"{"\u0061b": 1}"#)
    #expect(value == 1)
  }
}
