import DocumentTestSupport
import Sluice
import Testing

/// Parts of documents that outlive them.
struct DetachedTests {
  static let text = #" {"a": [1, {"b": "x\n"}, -2.5], "s": "text", "n": 12, "e": {}} "#

  @Test("a detached value is the value, in a document of its own")
  func values() throws {
    let (whole, list, string, number, empty) = try reading(Self.text) { root in
      (
        try root.detached(), try root["a"].detached(), try root["s"].detached(),
        try root["n"].detached(), try root["e"].detached()
      )
    }
    #expect(whole.description == #"{"a":[1,{"b":"x\n"},-2.5],"s":"text","n":12,"e":{}}"#)
    #expect(try whole.root["a"][1]["b"].string == "x\n")
    #expect(
      unsafe list.withBytes { unsafe String(decoding: $0, as: UTF8.self) }
        == #"[1, {"b": "x\n"}, -2.5]"#)
    #expect(try list.root.elements.count == 3)
    #expect(try list.root[2].double == -2.5)
    #expect(try string.root.string == "text")
    #expect(try number.root.int == 12)
    #expect(try empty.root.fields.isEmpty)
    let again = try list.root[1].detached()
    #expect(try again == JSONDocument(parsing: #"{"b": "x\n"}"#))
  }

  @Test("errors count from the detached value")
  func errors() throws {
    let list = try reading(Self.text) { root in try root["a"].detached() }
    let error = #expect(throws: JSONError.self) { try list.root[1]["b"].int }
    #expect(error?.path == "$[1].b")
    #expect(error?.offset == 10)
  }

  @Test("a value without its end, or that is none, can't be detached")
  func damage() {
    for text in ["[1, [2]", "[1, tru]", "[1, {]", #"["\q"]"#] {
      let error = refusal(of: text) { root in _ = try root[root.count > 1 ? 1 : 0].detached() }
      #expect(error != nil, "\(text)")
    }
  }

  @Test("follows the reader's policy for duplicate keys")
  func policy() throws {
    let options = JSONOptions(duplicateKeys: .lastWins)
    let inner = try reading(#"[{"a": 1, "a": 2}]"#, options) { root in try root[0].detached() }
    #expect(try inner.root["a"].int == 2)
  }
}
