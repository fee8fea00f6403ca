import Foundation
import Sluice
import SluiceCodable
import Testing

@Suite("Bad and unusual input")
struct BadInputTests {
  @Test(
    "documents that are not JSON",
    arguments: [
      "", " ", "[1", "{\"a\":1}x", "[1,]", "{\"a\"}", "{'a':1}", "nul", "[01]", "\"\\x\"",
      "\u{FEFF}",
      "[1]]", "\"a",
    ])
  func invalid(text: String) throws {
    let error = try #require(decodingError { _ = try sluice([Int].self, text) })
    guard case .dataCorrupted(let context) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(context.codingPath.isEmpty)
    #expect(context.underlyingError is JSONError)
  }

  @Test("errors say line, column and byte")
  func location() throws {
    struct Row: Decodable { let id: Int }
    let error = try #require(
      decodingError { _ = try sluice([Row].self, "[{\"id\":1},\n  {\"id\":\"x\"}]") })
    #expect(
      error.context.debugDescription
        == #"expected Int at $[1].id, found string "x" (line 2, column 9, byte 19)"#)
    #expect(error.context.codingPath.map(\.stringValue) == ["Index 1", "id"])
    let underlying = try #require(error.context.underlyingError as? JSONError)
    #expect(underlying.offset == 19)
    #expect(underlying.line == 2)
  }

  @Test("of two fields with one key the first counts, in whatever order they are asked for")
  func duplicates() throws {
    struct Pair: Decodable, Equatable {
      enum Key: String, CodingKey { case a, b }
      let a, b, again: Int
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        b = try container.decode(Int.self, forKey: .b)
        a = try container.decode(Int.self, forKey: .a)
        again = try container.decode(Int.self, forKey: .a)
        #expect(container.allKeys == [.a, .b])
      }
    }
    let pair = try sluice(Pair.self, #"{"a":1,"b":2,"a":3,"b":4}"#)
    #expect((pair.a, pair.b, pair.again) == (1, 2, 1))
    let escaped = try sluice(Pair.self, #"{"\u0061":1,"b":2,"a":3}"#)
    #expect((escaped.a, escaped.b, escaped.again) == (1, 2, 1))
    let repeated = try sluice([String: Int].self, #"{"a":1,"\u0061":2,"b":3}"#)
    #expect(repeated == ["a": 1, "b": 3])
  }

  @Test("keys of large objects in reverse order, and keys that are missing")
  func manyKeys() throws {
    struct Many: Decodable {
      let sum: Int
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: ShapeKey.self)
        var sum = 0
        for i in (0..<300).reversed() {
          sum += try container.decode(Int.self, forKey: ShapeKey("key\(i)"))
          #expect(try container.decodeIfPresent(Int.self, forKey: ShapeKey("no\(i)")) == nil)
          #expect(!container.contains(ShapeKey("k\(i)")))
        }
        self.sum = sum
      }
    }
    let fields = (0..<300).map { "\"key\($0)\":\($0)" }.joined(separator: ",")
    #expect(try sluice(Many.self, "{\(fields)}").sum == 300 * 299 / 2)
  }

  @Test("deep nesting and types that contain themselves")
  func deep() throws {
    final class Tree: Decodable {
      let child: Tree?
    }
    func nested(_ depth: Int) -> String {
      String(repeating: "{\"child\":", count: depth) + "null" + String(repeating: "}", count: depth)
    }
    var tree = try sluice(Tree?.self, nested(500))
    var depth = 0
    while let next = tree {
      depth += 1
      tree = next.child
    }
    #expect(depth == 500)
    let tooDeep = try #require(decodingError { _ = try sluice(Tree.self, nested(1100)) })
    #expect((tooDeep.context.underlyingError as? JSONError)?.code == .depthExceeded)
  }

  @Test("a type that decodes itself without end throws")
  func endless() throws {
    struct Endless: Decodable {
      init(from decoder: any Decoder) throws {
        self = try decoder.singleValueContainer().decode(Endless.self)
      }
    }
    let error = try #require(decodingError { _ = try sluice(Endless.self, "1") })
    #expect((error.context.underlyingError as? JSONError)?.code == .depthExceeded)
  }

  @Test("class hierarchies, with and without a super decoder")
  func classes() throws {
    class Base: Decodable {
      let id: Int
      enum CodingKeys: String, CodingKey { case id }
      required init(from decoder: any Decoder) throws {
        id = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .id)
      }
    }
    final class Shared: Base {
      let name: String
      enum Key: String, CodingKey { case name }
      required init(from decoder: any Decoder) throws {
        name = try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .name)
        try super.init(from: decoder)
      }
    }
    final class Separate: Base {
      let name: String
      enum Key: String, CodingKey { case name }
      required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        name = try container.decode(String.self, forKey: .name)
        try super.init(from: container.superDecoder())
      }
    }
    let shared = try sluice(Shared.self, #"{"id":1,"name":"a"}"#)
    #expect((shared.id, shared.name) == (1, "a"))
    let separate = try sluice([Separate].self, #"[{"super":{"id":2},"name":"b"}]"#)
    #expect((separate[0].id, separate[0].name) == (2, "b"))
    for json in [#"[{"name":"b"}]"#, #"[{"name":"b","super":{"id":"x"}}]"#] {
      #expect(
        Outcome { try sluice([Separate].self, json) }
          == Outcome { try foundation([Separate].self, json) })
    }
  }

  @Test("enums with payloads, and dictionaries with other keys than strings")
  func synthesized() throws {
    enum Event: Codable, Equatable {
      case login(user: String, at: Int)
      case logout
      case value(Int)
    }
    enum Name: String, Codable, CodingKeyRepresentable { case first, second }
    struct All: Codable, Equatable {
      let events: [Event]
      let byNumber: [Int: String]
      let byName: [Name: [Double]]
      let pairs: [Bool: Int]
      let wide: [Int128]
      let unsigned: UInt128
      let range: Range<Int>
      let set: Set<Int>
    }
    let all = All(
      events: [.login(user: "a", at: 1), .logout, .value(3)], byNumber: [1: "a", -2: "b"],
      byName: [.first: [1, 2.5], .second: []], pairs: [true: 1, false: 0],
      wide: [.min, .max, 0], unsigned: .max, range: 1..<5, set: [1, 2])
    for data in [try JSONEncoder().encode(all), try SluiceEncoder().encode(all)] {
      #expect(try SluiceDecoder().decode(All.self, from: data) == all)
      #expect(try JSONDecoder().decode(All.self, from: data) == all)
    }
    for json in [
      #"{"login":{"user":"a"}}"#, #"{"login":{"user":"a","at":1},"logout":{}}"#, "{}", "[]",
      #"{"other":{}}"#, #"{"value":{"_0":"x"}}"#,
    ] {
      #expect(
        Outcome { try sluice(Event.self, json) } == Outcome { try foundation(Event.self, json) })
    }
    for json in [#"{"1":"a","x":"b"}"#, #"{"1":2}"#, "[]", "null"] {
      #expect(
        Outcome { try sluice([Int: String].self, json) }
          == Outcome { try foundation([Int: String].self, json) })
    }
  }

  @Test("the same from every source of bytes")
  func sources() throws {
    let text = #"{"a":[1,2],"b":{"c":[{"d":"é"}]}}"#
    struct Inner: Decodable, Equatable { let d: String }
    let decoder = SluiceDecoder()
    let bytes = Array(text.utf8)
    typealias Numbers = [String: JSON]
    let expected = try decoder.decode(JSON.self, from: Data(bytes))
    #expect(try decoder.decode(JSON.self, from: text) == expected)
    #expect(try decoder.decode(JSON.self, from: bytes) == expected)
    #expect(try decoder.decode(JSON.self, from: bytes.span) == expected)
    #expect(try unsafe decoder.decode(JSON.self, from: bytes.span.bytes) == expected)
    #expect(try decoder.decode(JSON.self, from: PaddedBytes(bytes)) == expected)
    for encoding in [String.Encoding.utf16LittleEndian, .utf16, .utf32BigEndian, .utf8] {
      let data = try #require(text.data(using: encoding))
      #expect(try decoder.decode(JSON.self, from: data) == expected)
    }
    let data = Data(bytes)
    let inner = try decoder.decode([Inner].self, from: data, at: JSONPointer("/b/c"))
    #expect(inner == [Inner(d: "é")])
    #expect(try decoder.decode(Inner.self, from: data, at: "b.c.0" as JSONKeyPath).d == "é")
    let nowhere = try #require(
      decodingError { _ = try decoder.decode(Int.self, from: data, at: JSONPointer("/b/x")) })
    #expect((nowhere.context.underlyingError as? JSONError)?.code == .invalidPath)
  }

  @Test("assumesTopLevelDictionary, with errors at the caller's offsets")
  func topLevelDictionary() throws {
    func set(_ decoder: SluiceDecoder) { decoder.assumesTopLevelDictionary = true }
    #expect(try sluice([String: Int].self, #""a":1,"b":2"#, set) == ["a": 1, "b": 2])
    #expect(try sluice([String: Int].self, #" {"a":1}"#, set) == ["a": 1])
    #expect(try sluice([String: Int].self, "", set).isEmpty)
    let error = try #require(
      decodingError { _ = try sluice([String: Int].self, #""a":"x""#, set) })
    #expect(error.context.debugDescription.hasSuffix("(line 1, column 5, byte 4)"))
  }

  @Test("JSON5 is refused")
  func json5() throws {
    let error = try #require(
      decodingError { _ = try sluice([Int].self, "[1]") { $0.allowsJSON5 = true } })
    #expect(error.context.debugDescription.contains("JSON5"))
  }

  @Test("one decoder in many tasks")
  func tasks() async throws {
    struct Row: Decodable, Equatable, Sendable { let id: Int, name: String, tags: [String] }
    let decoder = SluiceDecoder()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          for i in 0..<300 {
            let json = #"{"id":\#(i),"name":"name \#(task)","tags":["t","a longer tag of \#(i)"]}"#
            let row = try decoder.decode(Row.self, from: Data(json.utf8))
            #expect(
              row == Row(id: i, name: "name \(task)", tags: ["t", "a longer tag of \(i)"]))
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test("numbers at their limits")
  func numbers() throws {
    #expect(try sluice([UInt64].self, "[18446744073709551615]") == [.max])
    #expect(try sluice([Int64].self, "[-9223372036854775808]") == [.min])
    let digits = "12345678901234567890123456789012345678"
    #expect(try sluice([Decimal].self, "[\(digits)]")[0].description == digits)
    let halves = "0.1234567890123456789012345678"
    #expect(try sluice([Decimal].self, "[\(halves)]")[0].description == halves)
    for json in ["[256]", "[-1]", "[1.5]", "[1e3]"] {
      let error = try #require(decodingError { _ = try sluice([UInt8].self, json) })
      #expect(error.context.codingPath.map(\.intValue) == [0])
      guard case .dataCorrupted = error else {
        Issue.record("\(error)")
        continue
      }
    }
  }
}
