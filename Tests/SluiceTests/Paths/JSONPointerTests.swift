import Sluice
import Testing

struct JSONPointerTests {
  /// RFC 6901, section 5.
  static let document = #"""
    {
       "foo": ["bar", "baz"],
       "": 0,
       "a/b": 1,
       "c%d": 2,
       "e^f": 3,
       "g|h": 4,
       "i\\j": 5,
       "k\"l": 6,
       " ": 7,
       "m~n": 8
    }
    """#

  @Test(
    "follows every example of RFC 6901",
    arguments: [
      ("/foo", #"["bar","baz"]"#), ("/foo/0", #""bar""#), ("/", "0"), ("/a~1b", "1"),
      ("/c%d", "2"), ("/e^f", "3"), ("/g|h", "4"), (#"/i\j"#, "5"), (#"/k"l"#, "6"), ("/ ", "7"),
      ("/m~0n", "8"),
    ])
  func examples(pointer: String, expected: String) throws {
    var reader = JSONReader()
    let found = try reader.withDocument(Self.document) { root in
      try root.at(pointer: pointer).materialize()
    }
    #expect(found.description == expected)
    let json = try JSON(parsing: Self.document)
    #expect(try json[JSONPointer(pointer)] == found)
    #expect(try JSONPointer(tokens: JSONPointer(pointer).tokens).description == pointer)
  }

  @Test("reads the empty pointer as the value itself")
  func whole() throws {
    var reader = JSONReader()
    let same = try reader.withDocument(Self.document) { root in
      try root.at(pointer: "").materialize() == root.materialize()
    }
    #expect(same)
  }

  @Test("reads `~01` as `~1`, not as `/`")
  func escapeOrder() throws {
    #expect(try JSONPointer("/~01").tokens == ["~1"])
    #expect(try JSONPointer("//~1~0/").tokens == ["", "/~", ""])
    #expect(try JSONPointer("/\u{E9}") != JSONPointer("/e\u{301}"))
  }

  @Test(
    "a pointer that leads nowhere reports where it ended and why",
    arguments: [
      ("/foo/2", "the array has 2 elements, none at index 2"),
      ("/foo/-", #""-" is the position after the array's last element"#),
      ("/foo/01", #"the index "01" has a leading zero"#),
      ("/foo/00", #"the index "00" has a leading zero"#),
      ("/foo/+1", #"an array takes an index, not the key "+1""#),
      ("/foo/x", #"an array takes an index, not the key "x""#),
      ("/foo/", "an array takes an index, not the empty key"),
      ("/foo/18446744073709551616", "none at index 18446744073709551616"),
      ("/foo/9223372036854775807", "none at index 9223372036854775807"),
      ("/nope", #"the object has no field "nope""#),
      ("/foo/0/x", "only objects and arrays have something inside"),
    ])
  func nowhere(pointer: String, reason: String) throws {
    var reader = JSONReader()
    let error = #expect(throws: JSONError.self) {
      try reader.withDocument(Self.document) { _ = try $0.at(pointer: pointer) }
    }
    #expect(error?.code == .invalidPath)
    let description = try #require(error?.description)
    #expect(description.contains(reason), "\(description)")
    #expect(description.contains(pointer))
    let absent = try reader.withDocument(Self.document) { root in
      try root.at(pointerIfPresent: pointer) == nil
    }
    #expect(absent)
    let json = try JSON(parsing: Self.document)
    #expect(try json[JSONPointer(pointer)] == nil)
  }

  @Test(
    "refuses text that is not a pointer", arguments: ["foo", "foo/0", "/~", "/~2", "/a~", "#/a"])
  func malformed(text: String) throws {
    do throws(JSONError) {
      _ = try JSONPointer(text)
      Issue.record("\(text) was accepted as a pointer")
    } catch {
      #expect(error.code == .invalidPath)
      #expect(error.description.contains(text))
    }
  }

  @Test("throws for damage on the way, even for an optional read")
  func damage() throws {
    var reader = JSONReader()
    let error = #expect(throws: JSONError.self) {
      try reader.withDocument(#"{"a" 1, "b": 2}"#) { root in
        _ = try root.at(pointerIfPresent: "/b") == nil
      }
    }
    #expect(error?.code == .unexpectedToken)
  }

  @Test("follows the reader's duplicate-key policy")
  func duplicates() throws {
    let text = #"{"a":1,"\u0061":2}"#
    var first = JSONReader()
    #expect(try first.withDocument(text) { try $0.at(pointer: "/a").int } == 1)
    var last = JSONReader(options: JSONOptions(duplicateKeys: .lastWins))
    #expect(try last.withDocument(text) { try $0.at(pointer: "/a").int } == 2)
  }

  @Test("setting through a pointer creates missing objects, and `-` appends")
  func setting() throws {
    var json: JSON = ["a": [1]]
    json[try JSONPointer("/a/-")] = 2
    json[try JSONPointer("/b/c~1d")] = 3
    json[try JSONPointer("/a/0")] = nil
    #expect(json == ["a": [2], "b": ["c/d": 3]])
  }
}
