import Foundation
import Sluice
import SluiceRules
import Testing

@Suite("Rule errors")
struct RuleErrorTests {
  static let folder: ClassRule<Folder> = {
    let rule = ClassRule(Folder())
      .expect("title", StringRule) { $0.name = $1 }
      .expect("size", Int64Rule) { $0.size = $1 }
    return rule.optional("folders", ArrayRule(itemRule: rule)) { $0.folders = $1 }
  }()

  static let text = """
    {
      "title": "root",
      "size": 128,
      "folders": [
        {
          "title": "home",
          "size": "256 Error!"
        }
      ]
    }
    """

  @Test("the chain equals that of Bender's own example")
  func chain() throws {
    let error = try Self.folder.refusal(of: Self.text)
    #expect(
      error.description == """
        Unable to validate optional field "folders" for Folder.
        Unable to validate array of Folder: item #0 could not be validated.
        Unable to validate mandatory field "size" for Folder.
        Value of unexpected type found: "256 Error!". Expected Int64.
        """)
    #expect(error.unwindStack().count == 4)
    #expect(
      "\(error.unwindStack()[3])"
        == "Value of unexpected type found: \"256 Error!\". Expected Int64.")
  }

  @Test("the error has path, expected, found and offset")
  func place() throws {
    let error = try Self.folder.refusal(of: Self.text)
    #expect(error.path == "$.folders[0].size")
    #expect(error.expected == "Int64")
    #expect(error.found == "256 Error!")
    let place = try #require(Self.text.utf8.ranges(of: Array("\"256 Error!".utf8)).first)
    #expect(
      error.offset == Self.text.utf8.distance(from: Self.text.startIndex, to: place.lowerBound))
  }

  @Test("whole documents add one more frame")
  func data() throws {
    let error = try #require(throws: RuleError.self) {
      try Self.folder.validateData(Data(Self.text.utf8))
    }
    #expect(error.unwindStack().count == 5)
    #expect(
      error.description.hasPrefix(
        "Unable to validate the JSON given: expected Int64 at $.folders[0].size, found string"
          + " \"256 Error!\" (byte 94).\nUnable to validate"), "\(error)")
    #expect(error.path == "$.folders[0].size")
  }

  @Test("missing data and invalid JSON are rule errors too")
  func noData() throws {
    let none = try #require(throws: RuleError.self) { try IntRule.validateData(nil) }
    #expect(
      none.description == """
        Unable to get JSON from data given.
        Unable to get JSON object: no data found.
        """)
    if case .expectedNotFound? = none.cause {} else { Issue.record("\(none)") }
    for text in ["", "{", "[1 2]", "{\"a\": tru}", "[1] x", "\"\\ud800\"", "[01]"] {
      let error = try #require(throws: RuleError.self) {
        try JSONRule.validateData(Data(text.utf8))
      }
      #expect(error.unwindStack().count == 1)
      #expect(error.description.hasPrefix("Unable to get JSON from data given. expected "))
      #expect(error.message.underlying is JSONError)
      #expect(error.offset != nil)
    }
    let broken = try #require(throws: RuleError.self) {
      try Self.folder.validateData(#"{"title": "a", "size": 1, "x": [1 2]}"#)
    }
    #expect(
      broken.description
        == "Unable to get JSON from data given. expected ',' or ']' at $.x[0], found number 2 (line 1, column 35)"
    )
  }

  @Test("texts quote long JSON cut between two characters, and short errors stay short")
  func cut() throws {
    let rule = StructRule(ref(0)).expect("n", IntRule) { $0.value = $1 }
    let long = String(repeating: "é", count: 5000)
    let object = try rule.refusal(of: #"{"m": "\#(long)"}"#)
    #expect(!object.description.contains("é"))
    let string = try rule.refusal(of: #"{"n": "\#(long)"}"#)
    #expect(try #require(string.found).utf8.count <= 60)
    #expect(string.description.contains("é…"))
    #expect(!string.description.contains("\u{FFFD}"))
    let array = try rule.refusal(
      of: #"{"n": [\#((0..<1000).map { "\($0)" }.joined(separator: ","))]}"#)
    #expect(try #require(array.found).hasSuffix("…"))
  }

  @Test("errors can be made from literals, interpolations and strings")
  func ownErrors() {
    let text = "made at run time"
    let inner = RuleError.unmetRequirement("number \(7)", nil)
    let outer = RuleError.invalidJSONType(RuleError.Message(text), inner)
    #expect(outer.description == "made at run time\nnumber 7")
    #expect(outer.path == "$" && outer.offset == nil && outer.found == nil)
    #expect(outer.message.underlying == nil)
    let error: any Error = outer
    #expect("\(error)" == "made at run time\nnumber 7")
  }

  @Test("keys that are not plain names are in brackets in the path")
  func oddPath() throws {
    let rule = StructRule(ref(0)).expect("a b" / 0 / "c-d" / "", IntRule) { $0.value = $1 }
    let error = try rule.refusal(
      of: #"{"a b": [{"c-d": {"": true1}}]}"#.replacing("true1", with: "{}"))
    #expect(error.path == #"$["a b"][0].c-d[""]"#)
  }

  @Test("offsets are relative to the record in a feed")
  func recordOffset() throws {
    let rule = StructRule(ref(0)).expect("n", IntRule) { $0.value = $1 }
    var reader = JSONReader()
    let error = try #require(throws: RuleError.self) {
      try reader.withDocument("\u{FEFF}  {\"n\": \"x\"}") { root in try rule.validate(root) }
    }
    #expect(error.offset == 8)
  }
}
