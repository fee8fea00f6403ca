import Sluice
import SluiceEditing
import Testing

@Suite("Snippets: editing")
struct EditSnippets {
  private let text = #"{"user": {"name": "ann"}, "tags": ["a"], "draft": true}"#

  @Test("JSONEditor, edited")
  func editor() throws {
    var reader = JSONReader()
    // example JSONCursor+Edited.swift: let edited = try reader.withDocument(text) { root in
    #expect(
      String(decoding: edited, as: UTF8.self)
        == #"{"user": {"name": "Ada"}, "tags": ["a", "new"]}"#)
  }

  @Test("JSONDocument.edited")
  func document() throws {
    let document = try JSONDocument(parsing: text)
    // example JSONDocument+Edited.swift: let edited = try document.edited { edit in
    #expect(edited.count == 47)
  }

  @Test("JSONPatch")
  func patch() throws {
    var reader = JSONReader()
    // example JSONPatch.swift: let patch = try JSONPatch(
    #expect(String(decoding: patched, as: UTF8.self) == text.replacing("ann", with: "Ada"))
  }

  @Test("Editing documents")
  func page() throws {
    // example SluiceEditing.md: let text = """
    #expect(
      String(decoding: edited, as: UTF8.self) == """
        {
          "name" : "\\u0061nn",
          "port": 8080,
          "tags": ["a", "b", "new"],
          "owner": {
            "id": 7
          }
        }
        """)

    // example SluiceEditing.md: let patch = try JSONPatch(
    #expect(try JSON(parsing: patched) == JSON(parsing: text).applying(patch))
    #expect(try JSON(parsing: merged) == value)
  }
}
