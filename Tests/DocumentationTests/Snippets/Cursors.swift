import Sluice
import Testing

@Suite("Snippets: CursorsAndTheIndex.md")
struct CursorSnippets {
  @Test("cursors can be used side by side, in any order, and repeatedly")
  func order() throws {
    var reader = JSONReader()
    try reader.withDocument(#"{"x": [1, 2], "y": [3, 4]}"#) { root in
      let first = try root["x"]
      let second = try root["y"]
      var inSecond = try second.elements
      let b = try inSecond.next()?.int
      let a = try first[0].int  // reads "x", though "y" is being read
      let again = try second[0].int  // reads the same element a second time
      #expect((a, b, again) == (1, 3, 3))
    }
  }

  @Test("keys compare unescaped")
  func keys() throws {
    let root = try JSON(parsing: #"{"\u0061b": 1}"#)
    let value = root["ab"]?.int  // 1
    #expect(value == 1)
  }
}
