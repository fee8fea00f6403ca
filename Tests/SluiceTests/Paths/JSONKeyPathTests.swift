import Sluice
import Testing

struct JSONKeyPathTests {
  static let document = #"""
    {"a": {"b": [{"c": 1}, {"c": 2}], "x.y": 3, "0": "zero", "": {"e": 4}},
     "a.b": null, "speci@l-k3y": {"é": 5}}
    """#

  @Test(
    "dots separate keys, and indexes on arrays",
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

  @Test("a key with dots is looked for at the start only, and a null there counts")
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
    "a path that leads nowhere says why, and is nil where absence is fine",
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
