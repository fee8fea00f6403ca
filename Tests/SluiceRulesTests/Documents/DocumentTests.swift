import Foundation
import Sluice
import SluiceRules
import Testing

@Suite("Whole documents")
struct DocumentTests {
  static let rule = StructRule(ref(0)).expect("n", IntRule, { $0.value = $1 }) { $0 }

  @Test("data, bytes, text, padded bytes and owned values give the same result")
  func sources() throws {
    let text = #"{"n": 7}"#
    #expect(try Self.rule.validateData(Data(text.utf8)) == 7)
    #expect(try Self.rule.validateData(Array(text.utf8)) == 7)
    #expect(try Self.rule.validateData(text) == 7)
    #expect(try Self.rule.validateData(text[...]) == 7)
    let padded = PaddedBytes(text.utf8)
    #expect(try Self.rule.validateData(padded) == 7)
    #expect(try Self.rule.validate(["n": 7] as JSON) == 7)
    var reader = JSONReader()
    #expect(try reader.value(of: text, by: Self.rule) == 7)
    #expect(try Self.rule.dumpData(7) == Data(#"{"n":7}"#.utf8))
    #expect(try Self.rule.serialized(7) == Array(#"{"n":7}"#.utf8))
  }

  @Test(
    "UTF-16, UTF-32 and a byte order mark are read",
    arguments: [
      String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian, .utf32, .utf32BigEndian,
    ])
  func encodings(encoding: String.Encoding) throws {
    let data = try #require(#"{"n": 7, "é": "𝄞"}"#.data(using: encoding))
    #expect(try Self.rule.validateData(data) == 7)
    #expect(try Self.rule.validateData(Data([0xEF, 0xBB, 0xBF]) + Data(#"{"n": 7}"#.utf8)) == 7)
  }

  @Test("the whole document is checked, including values that no rule reads")
  func full() {
    for text in [
      #"{"n": 7, "x": [1,]}"#, #"{"n": 7, "x": "\q"}"#, #"{"n": 7} 8"#, #"{"n": 7, "x": 01}"#,
    ] {
      #expect(throws: RuleError.self) { try Self.rule.validateData(text) }
      #expect(throws: RuleError.self) { try Self.rule.validateData(PaddedBytes(text.utf8)) }
    }
  }

  @Test("the last of several duplicate keys counts, in owned values too")
  func duplicates() throws {
    #expect(try Self.rule.validateData(#"{"n": 1, "n": 7}"#) == 7)
    #expect(try JSONRule.validateData(#"{"n": 1, "n": 7}"#) == ["n": 7])
  }

  @Test("scalars and arrays at the root are documents")
  func roots() throws {
    #expect(try IntRule.validateData("7 ") == 7)
    #expect(try StringRule.validateData("\"a\"") == "a")
    #expect(try ArrayRule(itemRule: IntRule).validateData("[1]") == [1])
  }

  @Test("a rule can read a document while another is open, and on many threads at the same time")
  func nested() async throws {
    struct Inner: Rule {
      func validate(_ json: JSONCursor) throws -> Int {
        try DocumentTests.rule.validateData(#"{"n": 3}"#) + IntRule.validate(json)
      }
      func dump(_ value: Int) throws -> JSON { JSON(value) }
    }
    #expect(try ArrayRule(itemRule: Inner()).validateData("[1, 2]") == [4, 5])
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          for i in 0..<200 {
            let text = #"{"x": "\#(String(repeating: "y", count: i))", "n": \#(task)}"#
            #expect((try? Self.rule.validateData(text)) == task)
          }
        }
      }
    }
  }

  @Test("a document that fails leaves no state for the next")
  func afterFailure() throws {
    for _ in 0..<3 {
      #expect(throws: RuleError.self) { try Self.rule.validateData("{") }
      #expect(throws: RuleError.self) { try Self.rule.validateData("{}") }
      #expect(try Self.rule.validateData(#"{"n": 7}"#) == 7)
    }
  }
}
