import Sluice
import SluiceEditing
import Testing

@Suite("Edits keep every other byte")
struct EditLayoutTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let before: String
    let after: String
    let change: @Sendable (JSONEditor) -> Void

    init(
      _ name: String, _ before: String, _ after: String,
      _ change: @escaping @Sendable (JSONEditor) -> Void
    ) {
      testDescription = name
      self.before = before
      self.after = after
      self.change = change
    }
  }

  @Test("on one line", arguments: oneLine)
  func inline(example: Case) throws {
    #expect(try edited(example.before) { example.change($0) } == example.after)
    #expect(try editedAsDocument(example.before) { example.change($0) } == example.after)
  }

  private static let oneLine = [
    Case("nothing", " {\"a\" : 1.50 }\r\n", " {\"a\" : 1.50 }\r\n") { _ in },
    Case("the root", " 1 \n", " [2] \n") { $0.set([2]) },
    Case(
      "replaces a value", #"{"a": 1.50, "\u0062":2 ,"c":3}"#, #"{"a": 1.50, "\u0062":"x" ,"c":3}"#
    ) {
      $0["b"] = "x"
    },
    Case("replaces an element", "[1,  2 ,3]", "[1,  true ,3]") { $0[1] = true },
    Case(
      "adds a field as its neighbours are", #"{"a" :1,  "b" :2}"#, #"{"a" :1,  "b" :2,  "c" :3}"#
    ) {
      $0["c"] = 3
    },
    Case("adds to a compact object", #"{"a":1}"#, #"{"a":1,"b":[1,{"c":2}]}"#) {
      $0["b"] = [1, ["c": 2]]
    },
    Case("adds to a spaced object", #"{"a": 1}"#, #"{"a": 1, "b": [1, {"c": 2}]}"#) {
      $0["b"] = [1, ["c": 2]]
    },
    Case("keeps the space inside brackets", #"{ "a": 1 }"#, #"{ "a": 1, "b": 2 }"#) { $0["b"] = 2 },
    Case("adds to an empty object", #"{}"#, #"{"a":1}"#) { $0["a"] = 1 },
    Case(
      "adds to an empty array in a spaced document", #"{"b": 0, "a": []}"#,
      #"{"b": 0, "a": [1, 2]}"#
    ) {
      $0["a"].append(1)
      $0["a"].append(2)
    },
    Case("appends", "[1, 2]", "[1, 2, 3]") { $0.append(3) },
    Case("appends by index", "[1, 2]", "[1, 2, 3]") { $0[2] = 3 },
    Case("inserts at the front", "[1, 2]", "[0, 1, 2]") { $0.insert(0, at: 0) },
    Case("inserts before one", "[ 1 ]", "[ 0,1 ]") { $0.insert(0, at: 0) },
    Case("inserts in the middle", "[1,2 , 3]", "[1,0,2 , 3]") { $0.insert(0, at: 1) },
    Case("removes the first", "[1, 2, 3]", "[2, 3]") { $0.remove("/0") },
    Case("removes one of the middle", "[1, 2, 3]", "[1, 3]") { $0.remove("/1") },
    Case("removes the last", "[ 1, 2, 3 ]", "[ 1, 2 ]") { $0.remove("/2") },
    Case("removes all", "[ 1, 2 ]", "[]") {
      $0.remove("/0")
      $0.remove("/0")
    },
    Case("removes and adds", #"{ "a" : 1, "b" : 2 }"#, #"{ "c" : 3 }"#) {
      $0["a"] = nil
      $0["b"] = nil
      $0["c"] = 3
    },
    Case("removes nothing that is not there", #"{"a": 1}"#, #"{"a": 1}"#) { $0["b"] = nil },
    Case("renames", #"{"a" : 1, "\u0062" : [ ]}"#, #"{"a" : 1, "\"" : [ ]}"#) {
      $0["b"].rename(to: "\"")
    },
    Case("moves with its spelling", #"{"a": [1.50, 2], "b": {}}"#, #"{"a": [2], "b": {"c": 1.50}}"#)
    {
      $0.move(from: .of("a", "0"), to: .of("b", "c"))
    },
    Case("copies with its spelling", #"{"a": "\u0041"}"#, #"{"a": "\u0041", "b": "\u0041"}"#) {
      $0.copy(from: .of("a"), to: .of("b"))
    },
    Case("edits in what is new", #"{"a":1}"#, #"{"a":{"b":[1,{"c":3}]}}"#) {
      $0["a"] = ["b": [1, ["c": 2]]]
      $0["a"]["b"][1]["c"] = 3
    },
    Case("edits one of two copies", #"{"a":{"b":[1]}}"#, #"{"a":{"b":[1,2]},"c":{"b":[1]}}"#) {
      $0.copy(from: .of("a"), to: .of("c"))
      $0["a"]["b"].append(2)
    },
    Case(
      "edits the copy of a changed value", #"{"a":{"b":[1]}}"#, #"{"a":{"b":[2]},"c":{"b":[2,3]}}"#
    ) {
      $0["a"]["b"][0] = 2
      $0.copy(from: .of("a"), to: .of("c"))
      $0["c"]["b"].append(3)
    },
    Case("writes a scalar as it is spelled", "[1]", #"[1,2.50e+1,"\u0041 b"]"#) {
      $0[1].set(rawJSON: " 2.50e+1 ")
      $0[2].set(rawJSON: "\"\\u0041 b\"\n")
    },
  ]

  @Test("on many lines", arguments: manyLines)
  func lines(example: Case) throws {
    #expect(try edited(example.before) { example.change($0) } == example.after)
    // Line ends and indentation are the document's own.
    let other = { (text: String) in
      text.replacing("\n", with: "\r\n").replacing("  ", with: "\t")
    }
    #expect(try edited(other(example.before)) { example.change($0) } == other(example.after))
  }

  private static let pretty = """
    {
      "a": 1,
      "b": {
        "c": [
          1,
          2
        ],
        "d": {}
      },

      "e": []
    }

    """

  private static let manyLines = [
    Case("replaces", pretty, pretty.replacing("\"a\": 1", with: "\"a\": 7")) { $0["a"] = 7 },
    Case(
      "adds a field on a line of its own", pretty,
      pretty.replacing(
        "\"e\": []", with: "\"e\": [],\n  \"f\": {\n    \"g\": [\n      1\n    ]\n  }")
    ) { $0["f"] = ["g": [1]] },
    Case(
      "appends", pretty,
      pretty.replacing("      2\n", with: "      2,\n      {\n        \"x\": null\n      }\n")
    ) { $0["b"]["c"].append(["x": nil]) },
    Case("removes the first with its line", pretty, pretty.replacing("  \"a\": 1,\n", with: "")) {
      $0.remove("/a")
    },
    Case("removes the last with its line", pretty, pretty.replacing(",\n\n  \"e\": []", with: "")) {
      $0["e"] = nil
    },
    Case("removes an element with its line", pretty, pretty.replacing(",\n      2", with: "")) {
      $0["b"]["c"].remove("/1")
    },
    Case(
      "fills what is empty", pretty,
      pretty.replacing("{}", with: "{\n      \"x\": 1\n    }").replacing(
        "[]", with: "[\n    2\n  ]")
    ) {
      $0["b"]["d"]["x"] = 1
      $0["e"].append(2)
    },
    Case("empties", pretty, pretty.replacing("[\n      1,\n      2\n    ]", with: "[]")) {
      $0["b"]["c"][1] = nil
      $0["b"]["c"][0] = nil
    },
    Case(
      "indents what is moved", pretty,
      """
      {
        "a": 1,
        "b": {
          "d": {}
        },

        "e": [],
        "c": [
          1,
          2
        ]
      }

      """
    ) { $0.move(from: .of("b", "c"), to: .of("c")) },
    Case(
      "indents what is moved deeper and was changed", pretty,
      """
      {
        "a": 1,

        "e": [
          {
            "c": [
              1,
              2,
              3
            ],
            "d": {}
          }
        ]
      }

      """
    ) {
      $0["b"]["c"].append(3)
      $0.move(from: .of("b"), to: .of("e", "0"))
    },
  ]

  @Test("follows what is around a new value, not one style for all")
  func mixed() throws {
    let text = """
      [
        {"id": 1, "tags": ["a", "b"]},
        {"id": 2, "tags": []}
      ]
      """
    let wanted = """
      [
        {"id": 1, "tags": ["a", "b"]},
        {"id": 2, "tags": ["c"]},
        {"id": 3, "tags": ["d", "e"]}
      ]
      """
    let found = try edited(text) { edit in
      edit[1]["tags"].append("c")
      edit.append(["id": 3, "tags": ["d", "e"]])
    }
    #expect(found == wanted)
  }

  @Test("commas at the start of lines stay there")
  func commasFirst() throws {
    let text = "{ \"a\": 1\n, \"b\": 2\n}"
    #expect(try edited(text) { $0["c"] = 3 } == "{ \"a\": 1\n, \"b\": 2\n, \"c\": 3\n}")
    #expect(try edited(text) { $0["a"] = nil } == "{ \"b\": 2\n}")
    #expect(try edited(text) { $0["b"] = nil } == "{ \"a\": 1\n}")
  }

  @Test("a value that is not the root gives its own text")
  func part() throws {
    var reader = JSONReader()
    let bytes = try reader.withDocument(" {\"a\": [1, 2 ], \"b\": 3} ") { root in
      try root["a"].edited { $0.append(3) }
    }
    #expect(String(decoding: bytes, as: UTF8.self) == "[1, 2, 3 ]")
  }

  @Test("a document that is kept: the same, and a view's own text")
  func kept() throws {
    let text = "\u{FEFF} {\"a\": [1, 2 ], \"b\": 3} "
    let document = try JSONDocument(parsing: text)
    let edited = try document.edited { edit in
      edit["b"] = nil
      edit["a"][0] = 7
    }
    #expect(String(decoding: edited, as: UTF8.self) == "\u{FEFF} {\"a\": [7, 2 ]} ")
    let part = try document.root["a"].edited { $0.append(3) }
    #expect(String(decoding: part, as: UTF8.self) == "[1, 2, 3 ]")
    unsafe document.withBytes { #expect(unsafe $0.elementsEqual(text.utf8)) }
    do {
      _ = try document.edited { $0["a"]["x"] = 1 }
      Issue.record("was accepted")
    } catch let error as JSONError {
      // Counted from the byte order mark.
      #expect(error.offset == 10)
      #expect(
        error.description
          == "can't follow the path \"/a/x\" at $.a: an array takes an index, not the key \"x\""
          + " (line 1, column 8)")
    }
  }

  @Test("eight tasks edit one document")
  func tasks() async throws {
    let text = "{" + (0..<50).map { "\"k\($0)\": [\($0), {}]" }.joined(separator: ", ") + "}"
    let document = try JSONDocument(parsing: text)
    try await withThrowingTaskGroup { group in
      for task in 0..<8 {
        group.addTask {
          for i in 0..<50 {
            let edited = try document.edited { edit in
              edit["k\(i)"][0] = JSON(task)
              edit["k\(49 - i)"][1]["x"] = true
            }
            let wanted = try JSON(parsing: edited)
            #expect(wanted["k\(i)"]?[0] == JSON(task))
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test("reads see the edits before them")
  func reads() throws {
    let text = #"{"a": {"b": [1, 2]}, "c": 1.0}"#
    _ = try edited(text) { edit in
      #expect(edit["a"]["b"].count == 2)
      #expect(edit["c"].value == 1)
      #expect(edit["d"].value == nil)
      #expect(!edit["d"].isPresent)
      #expect(edit["c"].count == nil)
      edit["a"]["b"].append(["x": 3])
      #expect(edit["a"].value == ["b": [1, 2, ["x": 3]]])
      #expect(edit["a"]["b"][2]["x"].value == 3)
      let first: JSON? = edit["a"]["b"][0]
      #expect(first == 1)
      edit["a"] = nil
      #expect(edit["a"].value == nil)
      #expect(edit.count == 1)
    }
  }

  @Test("many edits of one object and one array")
  func many() throws {
    let text = "{" + (0..<500).map { "\"k\($0)\":\($0)" }.joined(separator: ",") + ",\"l\":[]}"
    let found = try edited(text) { edit in
      for i in 0..<500 {
        if i % 3 == 0 { edit["k\(i)"] = nil } else { edit["k\(i)"] = "v" }
        edit["n\(i)"] = JSON(i)
        edit["l"].append(JSON(i))
        if i % 5 == 0 { edit["n\(i)"].rename(to: "r\(i)") }
      }
      // 501 fields, less 167, and 500 more.
      #expect(edit.count == 834)
    }
    let json = try JSON(parsing: found)
    #expect(json["l"]?.array == JSONArray((0..<500).map { JSON($0) }))
    for i in 0..<500 {
      let (old, new): (JSON?, JSON?) = (i % 3 == 0 ? .none : "v", i % 5 == 0 ? .none : JSON(i))
      #expect(json["k\(i)"] == old)
      #expect(json["n\(i)"] == new)
      #expect(json[i % 5 == 0 ? "r\(i)" : "n\(i)"] == JSON(i))
    }
  }
}
