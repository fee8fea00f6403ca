import Sluice
import Testing

struct RawBytesTests {
  @Test(
    "gives the value's own bytes, from its first to its last",
    arguments: [
      #"{ "k" : 1 , "l":[ ] }"#, #"[1, [2] , {"a":"]"}]"#, #""a\n\u0041""#, "-1.50e+2", "true",
      "false", "null", "[]", "{}", #""""#, "0",
    ])
  func bytes(text: String) throws {
    var reader = JSONReader()
    for document in [text, "  \(text)\n", "[0, \(text) , 1]", #"{"v":\#(text)}"#] {
      let found = try reader.withDocument(document) { root in
        if document.hasPrefix("[0") { return try root[1].rawBytes }
        if document.hasPrefix(#"{"v""#) { return try root["v"].rawBytes }
        return try root.rawBytes
      }
      #expect(String(decoding: found, as: UTF8.self) == text)
      let borrowed = try reader.withDocument(document) { root in
        try unsafe root.withRawBytes { unsafe String(decoding: $0, as: UTF8.self) }
      }
      #expect(document.contains(borrowed))
    }
  }

  @Test(
    "throws for the raw bytes of a broken value",
    arguments: [
      ("[1", JSONError.Code.incomplete), (#"{"a":[1}"#, .incomplete), ("[1}", .unexpectedToken),
      ("tru", .invalidLiteral), ("01", .invalidNumber), (#""\q""#, .invalidEscape),
    ])
  func broken(text: String, code: JSONError.Code) {
    var reader = JSONReader()
    let error = #expect(throws: JSONError.self) {
      try reader.withDocument(text) { _ = try $0.rawBytes }
    }
    #expect(error?.code == code)
  }
}
