import Sluice
import Testing

struct JSONKeyPathTests {
  static let document = #"""
    {"a": {"b": [{"c": 1}, {"c": 2}], "x.y": 3, "0": "zero", "": {"e": 4}},
     "a.b": null, "speci@l-k3y": {"é": 5}}
    """#

  @Test(
    "splits keys, and indexes of arrays, at dots",
    arguments: [
      ("a.b.1.c", "2"), ("a.0", #""zero""#), ("a.b", "null"), ("speci@l-k3y.é", "5"), ("a..e", "4"),
    ])
  func values(path: String, expected: String) throws {
    var reader = JSONReader()
    let found = try reader.withDocument(Self.document) { root in
      try root.at(keyPath: path).materialize()
    }
    #expect(found.description == expected)
  }

  @Test("tries a key with dots only at the start, where a null counts too")
  func literalKeys() throws {
    var reader = JSONReader()
    let (isNull, isAbsent, deeper, whole) = try reader.withDocument(Self.document) { root in
      (
        try root.at(keyPath: "a.b").isNull, try root.at(keyPathIfPresent: "a.x.y") == nil,
        try root["a"].at(keyPath: "x.y").int, try root.at(keyPath: "").kind
      )
    }
    #expect(isNull)
    #expect(isAbsent)
    #expect(deeper == 3)
    #expect(whole == .object)
  }

  @Test(
    "an escaped dot is part of a key, at any depth",
    arguments: [
      (#"a.x\.y"#, ["a", "x.y"]), (#"a\.b"#, ["a.b"]), (#"\."#, ["."]),
      (#"a\.\.b.c\."#, ["a..b", "c."]),
      (#"a\b.c"#, [#"a\b"#, "c"]), (#"a\"#, [#"a\"#]), ("\u{600}\\.b", ["\u{600}.b"]),
      (#".\.."#, ["", ".", ""]),
    ])
  func escapes(path: String, keys: [String]) throws {
    #expect(JSONKeyPath(path).keys == keys && JSONKeyPath(path).description == path)
    var json: JSON = 7
    for key in keys.reversed() { json = .object([key: json]) }
    var reader = JSONReader()
    let found = try reader.withDocument(json.description) { try $0.at(keyPath: path).int }
    #expect(found == 7)
  }

  @Test(
    "a path that leads nowhere throws the reason, or gives nil for an optional read",
    arguments: ["a.b.2", "a.b.-", "a.b.01", "a.nope.c", "a.0.c", "nope", "a.b.c", "."])
  func nowhere(path: String) throws {
    var reader = JSONReader()
    let error = #expect(throws: JSONError.self) {
      try reader.withDocument(Self.document) { _ = try $0.at(keyPath: path) }
    }
    #expect(error?.code == .invalidPath)
    #expect(error?.description.contains("\"\(path)\"") == true)
    let absent = try reader.withDocument(Self.document) { try $0.at(keyPathIfPresent: path) == nil }
    #expect(absent)
  }
}
