import DocumentTestSupport
import Sluice
import SluiceEditing
import TestSupport
import Testing

@Suite("JSON Merge Patch (RFC 7396)")
struct MergePatchTests {
  /// The RFC's appendix A.
  @Test(
    "the RFC's test cases, on owned values and on text",
    arguments: [
      (#"{"a":"b"}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
      (#"{"a":"b"}"#, #"{"b":"c"}"#, #"{"a":"b","b":"c"}"#),
      (#"{"a":"b"}"#, #"{"a":null}"#, #"{}"#),
      (#"{"a":"b","b":"c"}"#, #"{"a":null}"#, #"{"b":"c"}"#),
      (#"{"a":["b"]}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
      (#"{"a":"c"}"#, #"{"a":["b"]}"#, #"{"a":["b"]}"#),
      (#"{"a":{"b":"c"}}"#, #"{"a":{"b":"d","c":null}}"#, #"{"a":{"b":"d"}}"#),
      (#"{"a":[{"b":"c"}]}"#, #"{"a":[1]}"#, #"{"a":[1]}"#),
      (#"["a","b"]"#, #"["c","d"]"#, #"["c","d"]"#),
      (#"{"a":"b"}"#, #"["c"]"#, #"["c"]"#),
      (#"{"a":"foo"}"#, #"null"#, #"null"#),
      (#"{"a":"foo"}"#, #""bar""#, #""bar""#),
      (#"{"e":null}"#, #"{"a":1}"#, #"{"e":null,"a":1}"#),
      (#"[1,2]"#, #"{"a":"b","c":null}"#, #"{"a":"b"}"#),
      (#"{}"#, #"{"a":{"bb":{"ccc":null}}}"#, #"{"a":{"bb":{}}}"#),
    ])
  func appendix(document: String, patch: String, result: String) throws {
    let patch = try JSON(parsing: patch)
    #expect("\(try JSON(parsing: document).merging(patch))" == result)
    #expect(try edited(document) { $0.merge(patch) } == result)
  }

  @Test("the RFC's example keeps its layout")
  func example() throws {
    let text = """
      {
        "title": "Goodbye!",
        "author" : {
          "givenName" : "John",
          "familyName" : "Doe"
        },
        "tags":[ "example", "sample" ],
        "content": "This will be unchanged"
      }
      """
    let patch: JSON = [
      "title": "Hello!", "phoneNumber": "+01-123-456-7890", "author": ["familyName": nil],
      "tags": ["example"],
    ]
    let wanted = """
      {
        "title": "Hello!",
        "author" : {
          "givenName" : "John"
        },
        "tags":["example"],
        "content": "This will be unchanged",
        "phoneNumber": "+01-123-456-7890"
      }
      """
    #expect(try edited(text) { $0.merge(patch) } == wanted)
  }

  @Test("text and owned values agree, and so does a second merge", arguments: 0..<200)
  func agreement(seed: Int) throws {
    var random = RandomJSON(seed: UInt64(seed))
    let document = random.value()
    // A patch that shares keys with the document.
    let patch = random.patch(of: document, depth: 4)
    let merged = document.merging(patch)
    for options in [JSONWriter.Options.compact, .pretty] {
      let text = String(decoding: try document.serialized(options), as: UTF8.self)
      let found = try JSON(parsing: try edited(text) { $0.merge(patch) })
      #expect(found == merged)
    }
    #expect(merged.merging(patch) == merged)
  }

  @Test("nesting takes no stack")
  func deep() throws {
    var patch: JSON = 1
    for _ in 0..<1000 { patch = ["a": patch] }
    let text = "\(patch)"
    #expect(patch.merging(patch) == patch)
    #expect(try edited(text) { $0.merge(patch) } == text)
    #expect(JSON.null.merging(patch) == patch)
  }

  @Test("many removals at once")
  func many() {
    let object = JSONObject((0..<20000).map { (key: "k\($0)", value: JSON($0)) })
    let patch = JSONObject((0..<20000).map { (key: "k\($0)", value: $0 % 100 == 0 ? 1 : .null) })
    #expect(JSON.object(object).merging(.object(patch)).count == 200)
  }
}

extension RandomJSON {
  fileprivate mutating func patch(of json: JSON, depth: Int) -> JSON {
    guard case .object(let object) = json, depth > 0,
      Int.random(in: 0..<8, using: &generator) > 0
    else { return value(depth: depth) }
    var patch = JSONObject()
    for (key, value) in object {
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: patch[key] = .null
      case 1: patch[key] = self.value(depth: 1)
      case 2: patch[key] = self.patch(of: value, depth: depth - 1)
      default: break
      }
    }
    if Bool.random(using: &generator) { patch[string()] = value(depth: 2) }
    return .object(patch)
  }
}
