import PageExamples
import Sluice
import Testing

@Suite("Snippets: DataPath.md")
struct DataPathSnippets {
  @Test("the index of the page's example equals the page")
  func index() throws {
    let document = PaddedBytes(#"{"id":12,"tags":[]}"#.utf8)
    let storage = try IndexStorage()
    try document.withUnsafeBytes { bytes in try storage.open(bytes) }
    let index = storage.index.pointee
    let tokens = (index.first..<index.end).map { index.tokens[Int($0)] }
    let page = try Documentation.text("Sources/Sluice/Sluice.docc/DataPath.md")
    #expect(page.contains("`\(tokens)`, followed by \(index.tokens[Int(index.end)])"))
    withExtendedLifetime(document) { storage.index.close() }
  }

  @Test("fields in their order, in one pass")
  func fields() throws {
    var reader = JSONReader()
    try reader.withDocument(#"{"created": 1, "id": 7, "n": {}, "text": "x"}"#) { status in
      // example DataPath.md: var fields = try status.fields
      #expect(id == 7)
      #expect(text == "x")
    }
  }
}
