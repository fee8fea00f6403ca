import DocumentTestSupport
import Sluice
import Testing

/// The small loop in `next(named:)` and `value(named:)`, and its exits.
@Suite("Searching fields by name")
struct ForwardSearchTests {
  @Test(
    "finds a key however it is escaped, and after containers",
    arguments: [
      (#"\\x"#, #"\x"#), (#"\u005cx"#, #"\x"#), (#"a\u0062"#, "ab"), (#"\u0061b"#, "ab"),
      (#"ab\u0063"#, "abc"), (#"\"q"#, "\"q"), (#"\u0022q"#, "\"q"), (#"a\\"#, #"a\"#),
    ])
  func escapes(raw: String, name: String) throws {
    for before in ["", #""abcd":1,"#, #""o":{"\#(raw)":5},"l":[1,{"a":[]}],"#, #""a" : 2 , "#] {
      for space in ["", " "] {
        let text = "{\(before)\"\(raw)\"\(space):7,\"z\":[[]],\"last\":8}"
        let found = try reading(text) { root in
          var fields = try root.fields
          let next = try fields.next(named: name)?.int
          let last = try fields.next(named: "last")?.int
          let again = try fields.value(named: name)?.int
          let none = try fields.next(named: "nothing") == nil
          return [next, last, again, none ? 0 : 1]
        }
        #expect(found == [7, 8, 7, 0], "\(text)")
      }
    }
  }

  @Test(
    "throws for faults on the way",
    arguments: [
      (#"{"a":[,"b":1}"#, "b"), (#"{"a":1 "b":1}"#, "b"), (#"{"a":{"c":1},"b"}"#, "b"),
      (#"{"a":[1],,"b":1}"#, "b"), (#"{"a":[1]:"b":1}"#, "b"), (#"{"a":1,"#, "b"),
      (#"{"a":[1]"#, "b"), (#"{"a":[1],"#, "b"),
    ])
  func broken(text: String, name: String) {
    let error = refusal(of: text) { root in
      var fields = try root.fields
      _ = try fields.next(named: name)
    }
    #expect(error != nil, "\(text)")
  }
}
