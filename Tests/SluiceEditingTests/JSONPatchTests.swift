import DocumentTestSupport
import Sluice
import SluiceEditing
import TestSupport
import Testing

@Suite("JSON Patch (RFC 6902)")
struct JSONPatchTests {
  struct Example: CustomTestStringConvertible, Sendable {
    let file: String
    let number: Int
    let comment: String
    let document: String
    let patch: String
    let expected: JSON?
    let error: String?
    let isDisabled: Bool

    var testDescription: String { "\(file) \(number): \(comment)" }
  }

  /// Documents and patches as they are written: two of the patches have a key twice.
  static let examples: [Example] = {
    guard let corpus = TestCorpus.path else { return [] }
    return ["tests", "spec_tests"].flatMap { file -> [Example] in
      var reader = JSONReader(checking: .full)
      let bytes = (try? TestCorpus.bytes("\(corpus)/json-patch/\(file).json")) ?? []
      return
        (try? reader.withDocument(bytes) { root in
          var examples: [Example] = []
          try root.forEachElement { item in
            examples.append(
              Example(
                file: file, number: examples.count,
                comment: try item[ifPresent: "comment"]?.string
                  ?? item[ifPresent: "error"]?.string ?? "",
                document: String(decoding: try item["doc"].rawBytes, as: UTF8.self),
                patch: String(decoding: try item["patch"].rawBytes, as: UTF8.self),
                expected: try item[ifPresent: "expected"]?.materialize(),
                error: try item[ifPresent: "error"]?.string,
                isDisabled: try item[ifPresent: "disabled"]?.bool ?? false))
          }
          return examples
        }) ?? []
    }
  }()

  @Test("the published suite is there")
  func suite() {
    guard TestCorpus.path != nil else { return print("skipped: SLUICE_CORPUS is not set") }
    #expect(Self.examples.count == 112)
    // The suite doesn't run these; here they run like the others.
    #expect(
      Self.examples.filter(\.isDisabled).map(\.testDescription) == [
        "tests 10: Toplevel scalar values OK?", "tests 56: Whole document",
        "tests 85: duplicate ops", "spec_tests 13: A.13 Invalid JSON Patch Document",
      ])
  }

  @Test("the published suite, on text and on owned values", arguments: examples)
  func published(example: Example) throws {
    let outcomes = [
      onText(example.document, example.patch), onJSON(example.document, example.patch),
    ]
    for outcome in outcomes {
      switch outcome {
      case .success(let json):
        #expect(example.error == nil, "should fail: \(example.error ?? "")")
        if let expected = example.expected { #expect(json == expected) }
      case .failure(let error):
        #expect(example.error != nil, "\(error)")
        #expect(!error.description.isEmpty)
      }
    }
  }

  private func onText(_ document: String, _ patch: String) -> Result<JSON, JSONError> {
    outcome {
      let patch = try JSONPatch(parsing: patch)
      return try JSON(parsing: try edited(document) { $0.apply(patch) })
    }
  }

  private func onJSON(_ document: String, _ patch: String) -> Result<JSON, JSONError> {
    outcome { try JSON(parsing: document).applying(try JSONPatch(parsing: patch)) }
  }

  private func outcome(_ body: () throws -> JSON) -> Result<JSON, JSONError> {
    do {
      return .success(try body())
    } catch {
      return .failure(error as? JSONError ?? JSONError(.io, at: 0, name: "\(error)"))
    }
  }

  @Test(
    "errors say which operation, and why",
    arguments: [
      (
        #"[{"op":"test","path":"/a","value":1},{"op":"remove","path":"/b/1"}]"#,
        #"operation 1 (remove "/b/1"): can't follow the path "/b/1" at $.b: the array has 1 element,"#
          + " none at index 1 (line 1, column 15)"
      ),
      (
        #"[{"op":"test","path":"/a","value":{"x":[2]}}]"#,
        #"operation 0 (test "/a"): the test of "/a" failed: expected {"x":[2]}, found 1"#
          + " (line 1, column 7)"
      ),
      (
        #"[{"op":"add","path":"/b/01","value":0}]"#,
        #"operation 0 (add "/b/01"): can't follow the path "/b/01" at $.b: the index "01" has a"#
          + " leading zero (line 1, column 15)"
      ),
    ])
  func messages(patch: String, message: String) throws {
    let patch = try JSONPatch(parsing: patch)
    let failure = editFailure(#"{"a": 1, "b": [2]}"#) { $0.apply(patch) }
    #expect(failure?.description == message)
    // An owned value has no text in which it could be.
    var json = try JSON(parsing: #"{"a": 1, "b": [2]}"#)
    let before = json
    var other: JSONError?
    do { try json.apply(patch) } catch { other = error }
    #expect(json == before)
    #expect(other?.operation == failure?.operation)
    let plain = message.replacing(" at $.b", with: "").replacing(/\ \(line.*\)/, with: "")
    #expect(other?.description == plain)
  }

  @Test(
    "a bad patch is refused, with the operation",
    arguments: [
      ("{}", "expected a JSON Patch (RFC 6902): it is an array of operations, found an object"),
      (
        "[7]",
        "operation 0 (? \"\"): expected a JSON Patch (RFC 6902): an operation is an object,"
          + " found a number"
      ),
      (
        #"[{"op":"remove","path":"/a"},{"op":"spam","path":"/a"}]"#,
        "operation 1 (spam \"/a\"): expected a JSON Patch (RFC 6902): \"op\" is one of add, remove,"
          + " replace, move, copy, test, found \"spam\""
      ),
      (
        #"[{"op":"add","path":"/a"}]"#,
        "operation 0 (add \"/a\"): expected a JSON Patch (RFC 6902): the operation has no \"value\""
      ),
      (
        #"[{"op":"add","path":null,"value":1}]"#,
        "operation 0 (add \"\"): expected a JSON Patch (RFC 6902): \"path\" is a string, found null"
      ),
      (
        #"[{"op":"remove","path":"a"}]"#,
        "operation 0 (remove \"a\"): can't follow the path \"a\": a JSON Pointer begins with '/' or"
          + " is empty"
      ),
    ])
  func malformed(text: String, message: String) {
    do {
      _ = try JSONPatch(parsing: text)
      Issue.record("was accepted")
    } catch {
      #expect("\(error)" == message)
    }
  }

  @Test("a patch is written as it was read")
  func roundTrip() throws {
    let text =
      #"[{"op":"add","path":"/a~1b","value":{"x":null}},{"op":"remove","path":""},"#
      + #"{"op":"replace","path":"/a","value":null},{"op":"move","from":"/a","path":"/b"},"#
      + #"{"op":"copy","from":"/a","path":"/b"},{"op":"test","path":"/-","value":[1.5]}]"#
    let patch = try JSONPatch(parsing: text)
    #expect("\(patch.json)" == text)
    #expect(try JSONPatch(patch.json) == patch)
  }

  @Test("copies of copies of an owned value end at a limit")
  func doubling() throws {
    var operations: [JSONPatch.Operation] = []
    for i in 0..<60 { operations.append(.copy(from: .of(), to: .of("k\(i)"))) }
    var json: JSON = ["a": [1, 2, 3]]
    do {
      try json.apply(JSONPatch(operations), mostCopied: 100_000)
      Issue.record("was accepted")
    } catch {
      #expect(error.code == .tooLarge && error.operation != nil)
    }
    #expect(json == ["a": [1, 2, 3]])
    var deeper: [JSONPatch.Operation] = []
    for i in 0..<12 {
      let path = Array(repeating: "a", count: 1 << i)
      deeper.append(.copy(from: .of(), to: JSONPointer(tokens: path)))
    }
    json = ["a": [:]]
    do {
      try json.apply(JSONPatch(deeper))
      Issue.record("was accepted")
    } catch {
      #expect(error.code == .depthExceeded)
    }
  }

  @Test("paths of a patch start from the place that it is applied to")
  func place() throws {
    let patch = try JSONPatch(parsing: #"[{"op":"add","path":"/b","value":2}]"#)
    #expect(
      try edited(#"{"x": [{"a": 1}]}"#) { $0["x"][0].apply(patch) } == #"{"x": [{"a": 1, "b": 2}]}"#
    )
  }
}
