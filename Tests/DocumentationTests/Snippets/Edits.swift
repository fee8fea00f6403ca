import Sluice
import SluiceEditing
import Testing

@Suite("Snippets: editing")
struct EditSnippets {
  private let text = #"{"user": {"name": "ann"}, "tags": ["a"], "draft": true}"#

  @Test("JSONEditor, edited")
  func editor() throws {
    var reader = JSONReader()
    let edited = try reader.withDocument(text) { root in
      try root.edited { edit in
        edit["user"]["name"] = "Ada"
        edit["tags"].append("new")
        edit.remove("/draft")
      }
    }
    #expect(
      String(decoding: edited, as: UTF8.self)
        == #"{"user": {"name": "Ada"}, "tags": ["a", "new"]}"#)
  }

  @Test("JSONDocument.edited")
  func document() throws {
    let document = try JSONDocument(parsing: text)
    let edited = try document.edited { edit in
      edit["user"]["name"] = "Ada"
      edit["tags"].append("new")
      edit.remove("/draft")
    }
    #expect(edited.count == 47)
  }

  @Test("JSONPatch")
  func patch() throws {
    var reader = JSONReader()
    let patch = try JSONPatch(
      parsing: #"[{"op": "replace", "path": "/user/name", "value": "Ada"}]"#)
    let patched = try reader.withDocument(text) { root in
      try root.edited { $0.apply(patch) }
    }
    #expect(String(decoding: patched, as: UTF8.self) == text.replacing("ann", with: "Ada"))
  }

  @Test("Editing documents")
  func page() throws {
    let text = """
      {
        "name" : "\\u0061nn",
        "port": 80.0,
        "tags": ["a", "b"],
        "debug": true
      }
      """
    let document = try JSONDocument(parsing: text)
    let edited = try document.edited { edit in
      edit["port"] = 8080
      edit["tags"].append("new")
      edit.remove("/debug")
      edit["owner"] = ["id": 7]
    }
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

    let patch = try JSONPatch(
      parsing:
        #"[{"op": "test", "path": "/port", "value": 80}, {"op": "remove", "path": "/debug"}]"#)
    let patched = try document.edited { $0.apply(patch) }
    let merged = try document.edited { $0.merge(["port": 8080, "debug": nil]) }
    var value = try JSON(parsing: text)
    try value.apply(patch)
    value.merge(["port": 8080])
    #expect(try JSON(parsing: patched) == JSON(parsing: text).applying(patch))
    #expect(try JSON(parsing: merged) == value)
  }
}
