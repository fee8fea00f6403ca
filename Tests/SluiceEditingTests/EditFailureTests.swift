import DocumentTestSupport
import Sluice
import SluiceEditing
import Testing

@Suite("Edits that can't be done")
struct EditFailureTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let change: @Sendable (JSONEditor) -> Void

    init(_ message: String, _ change: @escaping @Sendable (JSONEditor) -> Void) {
      testDescription = message
      self.change = change
    }
  }

  private static let document = #"{"a": {"b": 1}, "l": [1, 2], "s": "x"}"#

  @Test("say where and why, and change nothing", arguments: cases)
  func messages(example: Case) {
    let failure = editFailure(Self.document) { edit in
      edit["new"] = 1
      example.change(edit)
      // Nothing after a failure counts.
      edit["new2"] = 2
      #expect(edit["new2"].value == nil)
    }
    #expect(failure?.description == example.testDescription)
    #expect(throws: JSONError.self) {
      try editedAsDocument(Self.document) { example.change($0) }
    }
  }

  private static let cases = [
    Case(
      #"can't follow the path "/x/y" at $: the object has no field "x" (line 1, column 1)"#
    ) { $0["x"]["y"] = 1 },
    Case(
      #"can't follow the path "/a/c/d" at $.a: the object has no field "c" (line 1, column 7)"#
    ) { $0["a"]["c"]["d"] = 1 },
    Case(
      #"can't follow the path "/a/b/c" at $.a.b: only objects and arrays have something inside,"#
        + #" and the path goes on with "c" (line 1, column 13)"#
    ) { $0["a"]["b"]["c"] = 1 },
    Case(
      #"can't follow the path "/l/4" at $.l: the array has 2 elements: a new one can have the"#
        + #" indexes 0 to 2 (line 1, column 22)"#
    ) { $0["l"][4] = 1 },
    Case(
      #"can't follow the path "/l/x" at $.l: an array takes an index, not the key "x""#
        + " (line 1, column 22)"
    ) { $0["l"]["x"] = 1 },
    Case(
      #"can't follow the path "/a/0" at $.a: an object takes a key, not the index 0"#
        + " (line 1, column 7)"
    ) { $0["a"][0] = 1 },
    Case(
      #"can't follow the path "/a" at $.a: only an array takes elements, found an object"#
        + " (line 1, column 7)"
    ) { $0["a"].append(1) },
    Case(
      #"can't follow the path "/s" at $.s: only an array takes elements, found string "x""#
        + " (line 1, column 35)"
    ) { $0["s"].insert(1, at: 0) },
    Case(
      #"can't follow the path "/nope" at $: the object has no field "nope" (line 1, column 1)"#
    ) { $0.remove("/nope") },
    Case(
      #"can't follow the path "/l/2" at $.l: the array has 2 elements, none at index 2"#
        + " (line 1, column 22)"
    ) { $0["l"][2].remove() },
    Case(
      #"can't follow the path "" at $: the root can't be removed, only replaced (line 1, column 1)"#
    ) { $0.remove() },
    Case(
      #"can't follow the path "/a" at $: the object already has a field "l" (line 1, column 1)"#
    ) { $0["a"].rename(to: "l") },
    Case(
      #"can't follow the path "/a/b/c" at $.a: a value can't be moved into itself, from "/a""#
        + " (line 1, column 7)"
    ) { $0.move(from: .of("a"), to: .of("a", "b", "c")) },
  ]

  @Test("a bad pointer, and text that is not JSON")
  func text() {
    #expect(editFailure("{}") { $0.remove("a") }?.code == .invalidPath)
    #expect(editFailure("{}") { $0["a"].set(rawJSON: "tru") }?.code == .invalidLiteral)
    #expect(editFailure("{}") { $0["a"].set(rawJSON: "1 2") }?.code == .trailingContent)
    #expect(editFailure("{}") { $0["a"].set(rawJSON: "{\"a\":1,\"a\":2}") }?.code == .duplicateKey)
    #expect(editFailure("{}") { $0["a"].set(rawJSON: "") }?.code == .empty)
  }

  @Test("an error of the closure ends the editing")
  func thrown() {
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try edited("{}") { edit in
        edit["a"] = 1
        throw Stop()
      }
    }
  }

  @Test("nesting has the reader's limit")
  func depth() throws {
    let options = JSONOptions(checking: .full, depthLimit: 3)
    #expect(try edited("[[]]", options) { $0[0].append([]) } == "[[[]]]")
    #expect(editFailure("[[]]", options) { $0[0].append([[]]) }?.code == .depthExceeded)
    #expect(
      editFailure("[[[1]]]", options) { $0.copy(from: .of("0"), to: .of("0", "-")) }?.code
        == .depthExceeded)
    #expect(editFailure("[[], []]", options) { $0.move(from: .of("1"), to: .of("0", "-")) } == nil)
    #expect(
      editFailure("[[[]], [[]]]", options) { $0.move(from: .of("1"), to: .of("0", "0", "0")) }?.code
        == .depthExceeded)
  }

  @Test("copies of copies end at the size limit, not when memory does")
  func doubling() {
    let failure = editFailure(#"{"a": [1]}"#) { edit in
      for _ in 0..<200 { edit.copy(from: .of("a"), to: .of("a", "-")) }
    }
    #expect(failure?.code == .tooLarge || failure?.code == .depthExceeded)
    let wide = editFailure(#"{"a": {"x": "text"}, "b": []}"#) { edit in
      for i in 0..<200 {
        edit.copy(
          from: .of(i % 2 == 0 ? "a" : "b"),
          to: .of(i % 2 == 0 ? "b" : "a", i % 2 == 0 ? "-" : "y\(i)"))
      }
    }
    #expect(wide?.code == .tooLarge || wide?.code == .depthExceeded)
  }

  @Test("a limit of the result's size")
  func size() throws {
    var reader = JSONReader()
    for (limit, code) in [(5, nil), (4, JSONError.Code.tooLarge)] {
      let failure: JSONError? = try reader.withDocument("[1]") { root in
        do {
          let bytes = try root.edited(sizeLimit: limit) { $0.append(2) }
          #expect(bytes == Array("[1,2]".utf8))
          return nil
        } catch { return error as? JSONError }
      }
      #expect(failure?.code == code)
    }
  }

  @Test("fields of one name: the one that counts changes, and removing removes all")
  func duplicates() throws {
    let text = #"{"a": 1, "b": 2, "\u0061": 3}"#
    let first = JSONOptions(checking: .full, duplicateKeys: .firstWins)
    let last = JSONOptions(checking: .full, duplicateKeys: .lastWins)
    #expect(try edited(text, first) { $0["a"] = 7 } == #"{"a": 7, "b": 2, "\u0061": 3}"#)
    #expect(try edited(text, .full) { $0["a"] = 7 } == #"{"a": 7, "b": 2, "\u0061": 3}"#)
    #expect(try edited(text, last) { $0["a"] = 7 } == #"{"a": 1, "b": 2, "\u0061": 7}"#)
    for options in [first, last] {
      #expect(try edited(text, options) { $0["a"] = nil } == #"{"b": 2}"#)
      #expect(try edited(text, options) { $0["a"].rename(to: "c") }.contains(#""c": "#))
    }
    #expect(try edited(text, first) { $0["a"].rename(to: "c") } == #"{"c": 1, "b": 2}"#)
    #expect(try edited(text, last) { $0["a"].rename(to: "c") } == #"{"b": 2, "c": 3}"#)
    let reject = JSONOptions(checking: .accessed, duplicateKeys: .reject)
    #expect(editFailure(text, reject) { $0["a"] = 7 }?.code == .duplicateKey)
    #expect(editFailure(text, reject) { $0["a"] = nil }?.code == .duplicateKey)
    #expect(try edited(text, reject) { $0["b"] = 7 }.contains("\"b\": 7"))
  }

  @Test("fields of one name, in an object that is looked up by a table")
  func duplicatesOfMany() throws {
    let fields = (0..<40).map { "\"k\($0 % 30)\":\($0)" }
    let text = "{" + fields.joined(separator: ",") + "}"
    for policy in [DuplicateKeys.firstWins, .lastWins] {
      let options = JSONOptions(checking: .full, duplicateKeys: policy)
      let found = try edited(text, options) { edit in
        for i in 10..<30 { edit["k\(i)"] = "x" }
        edit["k3"] = "y"
        edit["k4"] = nil
        edit["k4"] = "z"
        edit["k5"].rename(to: "r")
      }
      let json = try JSON(parsing: found, options: options)
      #expect(json["k3"] == "y" && json["k4"] == "z" && json["k5"] == nil)
      #expect(json["r"] == (policy == .firstWins ? 5 : 35))
    }
    let reject = JSONOptions(checking: .accessed, duplicateKeys: .reject)
    let failure = editFailure(text, reject) { edit in
      for i in 10..<30 { edit["k\(i)"] = "x" }
      edit["k3"] = 1
    }
    #expect(failure?.code == .duplicateKey)
  }

  @Test(
    "faults of the text on the way are its own",
    arguments: ["{\"a\": [1 2]}", "{\"a\" [1]}", "{\"a\": [1", "{\"a\": [1}", "{\"a\": [,1]}"])
  func faults(text: String) {
    let failure = editFailure(text, JSONOptions()) { $0["a"].append(1) }
    #expect(failure != nil && failure?.code != .invalidPath, "\(String(describing: failure))")
  }

  @Test("an editor that was kept does nothing after the document")
  func kept() throws {
    var kept: JSONEditor?
    _ = try edited(#"{"a": [1]}"#) { edit in kept = edit["a"] }
    let editor = try #require(kept)
    editor.append(2)
    editor[0] = 3
    #expect(editor.value == nil && editor.count == nil && !editor.isPresent)
  }
}
