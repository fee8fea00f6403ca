import Foundation
import Sluice
import SluiceRules
import Testing

@Suite("Snippets: SluiceRules, collections")
struct RulesCollectionSnippets {
  final class Person {
    var id = ""
    var name = ""
  }

  @Test("arrays")
  func arrays() throws {
    var reader = JSONReader()
    try reader.withDocument("[1, 2]") { json in
      // example ArrayRule.swift: let numbers = try ArrayRule(itemRule: IntRule).validate(json)
      #expect(numbers == [1, 2])
    }
    let log = LogLines()
    // example ArraysAndMaps.md: let lenient = ArrayRule(itemRule: IntRule) { error in
    #expect(try lenient.validateData(#"[1, "x", 3]"#) == [1, 3])
    #expect(log.lines.count == 1)
  }

  @Test("dictionaries")
  func dictionaries() throws {
    // example ArraysAndMaps.md: let ages = DictionaryRule(valueRule: IntRule)  // [String: Int]
    #expect(try ages.validateData(#"{"a": 1}"#) == ["a": 1])
    #expect(try names.validateData(#"{"1": "a"}"#) == [1: "a"])
    let id = UUID()
    #expect(try hosts.validateData(#"{"\#(id)": "a"}"#) == [id: "a"])
  }

  @Test("maps")
  func maps() throws {
    let personRule = ClassRule(Person()).expect("name", StringRule, \.name)
    // example ArraysAndMaps.md: // {"7": {"name": "Ada"}, "9": {"name": "Grace"}}
    let read = try people.validateData(#"{"7": {"name": "Ada"}, "9": {"name": "Grace"}}"#)
    #expect(read.map(\.id) == ["7", "9"])
  }

  struct City: Equatable {
    let code: String
    let name: String
  }

  @Test("maps of let structs")
  func letMaps() throws {
    // example ArraysAndMaps.md: let cities = MapRule(
    #expect(try cities.validateData(#"{"B": "Berlin"}"#) == [City(code: "B", name: "Berlin")])
  }

  protocol Shape {}
  struct Circle: Shape { var radius = 0.0 }
  struct Square: Shape { var side = 0.0 }

  @Test("families")
  func families() throws {
    let circleRule = StructRule(ValueBox(Circle())).expect("radius", DoubleRule, \.radius)
    let squareRule = StructRule(ValueBox(Square())).expect("side", DoubleRule, \.side)
    // example ArraysAndMaps.md: let shapes = FamilyRule<any Shape>(discriminator: "type")
    let shape = try shapes.validateData(#"{"type": "circle", "radius": 2}"#)
    #expect((shape as? Circle)?.radius == 2)
    #expect(try shapes.dump(shape) == ["type": "circle", "radius": 2])
  }
}

final class LogLines: @unchecked Sendable {
  private let lock = NSLock()
  private var all: [String] = []
  func add(_ line: String) { lock.withLock { all.append(line) } }
  var lines: [String] { lock.withLock { all } }
}
