import Foundation
import Sluice
import SluiceReflection
import Testing

// The capabilities that a user of SGYSwiftJSON would check, one by one. Other suites of this folder
// test the details.

private enum Color: String, JSONLeafEnum { case red = "Red", blue = "Blue" }

private class Person: JSONCreatableObject {
  @Mapped var name: String?
  @Mapped var age = 18
  @Mapped var color: Color?
  @Mapped var born: Date?
  @Mapped var friends: [Person] = []
  @Mapped var byID: [String: Person] = [:]
}

private struct Money: JSONLeafEnum, Equatable {
  var cents: Int
  init(cents: Int) { self.cents = cents }
  init?(jsonValue: JSONLeafValue) {
    guard case .string(let text) = jsonValue, let cents = Int(text.dropFirst()) else { return nil }
    self.cents = cents
  }
  var jsonLeafValue: JSONLeafValue? { .string("¢\(cents)") }
}

/// A custom collection and a custom dictionary.
private struct Stack: RangeReplaceableCollection, JSONCollectionCreatable, Equatable {
  private var storage: [Int] = []
  var startIndex: Int { 0 }
  var endIndex: Int { storage.count }
  func index(after i: Int) -> Int { i + 1 }
  subscript(i: Int) -> Int { storage[i] }
  mutating func replaceSubrange(_ range: Range<Int>, with new: some Collection<Int>) {
    storage.replaceSubrange(range, with: new)
  }
}

private struct Headers: JSONDictionaryCreatable, Equatable {
  var fields: [String: String] = [:]
  static var keyValueTypes: (key: Any.Type, value: Any.Type) { (String.self, String.self) }
  init(dictionary: [String: Any]) { fields = dictionary.compactMapValues { $0 as? String } }
}

private struct Wrapper: JSONProxyProvider {
  var inner = 5
  var jsonProxy: Any { ["wrapped": inner] }
}

@Suite("Feature rows of SGYSwiftJSON")
struct FeatureRowTests {
  private func person(_ json: String, _ observer: Warnings? = nil) throws -> Person {
    try read(Person.self, json, observer)
  }

  @Test("row: decode object / array from Data at a path: the root, and by a mapping any cursor")
  func fromData() throws {
    #expect(try person(#"{"name": "Ann"}"#).name == "Ann")
    var reader = JSONReader()
    let inner = try reader.withDocument(#"{"a": {"b": {"name": "Bob"}}}"#) { root in
      try ReflectedMapping(Person.self).value(from: root["a"]["b"])
    }
    #expect(inner.name == "Bob")
  }

  @Test("row: root array")
  func rootArray() throws {
    let people: [Person] = try JSONDeserializer().deserialize(Data(#"[{"age": 1}, {}]"#.utf8))
    #expect(people.map(\.age) == [1, 18])
  }

  @Test("row: required vs optional fields: all are optional")
  func optional() throws { #expect(try person("{}").name == nil) }

  @Test("row: default value: the property's initial value")
  func defaultValue() throws {
    #expect(try person(#"{"age": null}"#).age == 18)
    #expect(try person(#"{"age": "x"}"#).age == 18)
  }

  @Test("row: all errors reported at once: as warnings")
  func allWarnings() throws {
    let warnings = Warnings()
    _ = try person(#"{"age": "x", "name": [], "color": "Green", "friends": 1}"#, warnings)
    #expect(Set(warnings.paths) == ["$.age", "$.name", "$.color", "$.friends"])
  }

  @Test("row: skip bad array items: always")
  func badItems() throws {
    let value = try person(#"{"friends": [{"name": "a"}, 5, null, {"name": "b"}]}"#)
    #expect(value.friends.map(\.name) == ["a", "b"])
  }

  @Test("row: strict bool/number distinction: none")
  func boolsAreNumbers() throws { #expect(try person(#"{"age": true}"#).age == 1) }

  @Test("row: string to number")
  func stringToNumber() throws { #expect(try person(#"{"age": "12"}"#).age == 12) }

  @Test("row: number to string")
  func numberToString() throws { #expect(try person(#"{"name": 12}"#).name == "12") }

  @Test("row: Date: conversion blocks, from any JSON value and to any leaf")
  func dates() throws {
    let deserializer = JSONDeserializer()
    deserializer.dateConversionBlock = { value in
      (value as? [Any]).map { Date(timeIntervalSince1970: Double($0.count)) }
    }
    let person: Person = try deserializer.deserialize(Data(#"{"born": [1, 2]}"#.utf8))
    #expect(person.born == Date(timeIntervalSince1970: 2))
    #expect(
      try written(person) { $0.dateConversionBlock = { Int($0.timeIntervalSince1970) } }
        == #"{"age":18,"born":2}"#)
  }

  @Test("row: enum: JSONLeafEnum, read and written")
  func enums() throws {
    let value = try person(#"{"color": "Blue"}"#)
    #expect(value.color == .blue)
    #expect(try written(value) == #"{"age":18,"color":"Blue"}"#)
  }

  @Test("row: struct / class / tuple targets: classes, and structs too; tuples are written")
  func targets() throws {
    struct Point: JSONCreatable { var x = 0; var y = 0 }
    #expect(try read(Point.self, #"{"x": 3}"#).x == 3)
    #expect(try written((a: 1, b: Point())) == #"{"a":1,"b":{"x":0,"y":0}}"#)
  }

  @Test("row: let properties: by the init(from:) that Swift synthesises")
  func lets() throws {
    struct Fixed: Decodable, Equatable { let a: Int; let b: String }
    struct Holder: JSONCreatable { var fixed: Fixed? }
    let holder = try read(Holder.self, #"{"fixed": {"a": "1", "b": 2}}"#)
    #expect(holder.fixed == Fixed(a: 1, b: "2"))
  }

  @Test("row: recursive types")
  func recursive() throws {
    let value = try person(#"{"friends": [{"friends": [{"name": "deep"}]}]}"#)
    #expect(value.friends[0].friends[0].name == "deep")
  }

  @Test("row: dictionaries keyed by id")
  func keyed() throws {
    let value = try person(#"{"byID": {"a": {"name": "A"}, "b": 5}}"#)
    #expect(value.byID.mapValues(\.name) == ["a": "A"])
  }

  @Test("row: automatic (no mapping code)")
  func automatic() throws {
    struct Automatic: JSONCreatable { var id = 0; var tags: [String] = []; var ratio: Double? }
    let json = #"{"id":7,"tags":["a"],"ratio":0.5}"#
    #expect(try written(try read(Automatic.self, json)) == json)
  }

  @Test("row: log levels: a warnings observer, for reading and writing")
  func observer() throws {
    let warnings = Warnings()
    _ = try person(#"{"age": []}"#, warnings)
    _ = try written(["x": Double.nan, "y": 1], warnings)
    #expect(warnings.paths == ["$.age", "$.x"])
    #expect(warnings.texts[0] == "$.age: can't convert Array<Any> to Int")
  }

  @Test("row: encode / dump: proxy, leaf, date, dictionary, collection, mirror")
  func encode() throws {
    struct All {
      var proxy = Wrapper()
      var leaf = Money(cents: 5)
      var date = Date(timeIntervalSince1970: 1)
      var dictionary = ["k": 1]
      var collection: Set = [2]
      var object = (3, 4)
    }
    #expect(
      try written(All()) { $0.dateConversionBlock = { $0.timeIntervalSince1970 } }
        == #"{"proxy":{"wrapped":5},"leaf":"¢5","date":1,"dictionary":{"k":1},"collection":[2],"object":{".0":3,".1":4}}"#
    )
  }

  @Test("row: custom extension point: six protocols")
  func extensionPoints() throws {
    // Proxies and reflections are in the row above; these are the creatable types:
    final class Holder: JSONKeyValueCreatable {
      @Mapped var money: Money?
      @Mapped var stack = Stack()
      @Mapped var headers = Headers(dictionary: [:])
      var seen: [String] = []
      var own = 0
      init() {}
      func setValue(_ value: Any, property: String) throws { seen.append("\(property)=\(value)") }
    }
    let holder = try read(
      Holder.self,
      #"{"money": "¢7", "stack": [1, "2", []], "headers": {"a": "b", "c": [], "d": 1}, "own": 5}"#)
    #expect(holder.money == Money(cents: 7) && Array(holder.stack) == [1, 2])
    #expect(holder.headers.fields == ["a": "b", "d": "1"] && holder.seen == ["own=5"])
  }

  @Test("row: Core Data: a base class with setValue")
  func baseClass() throws {
    final class Managed: JSONCreatableObject {
      var title = ""
      override func setValue(_ value: Any, property: String) throws {
        if property == "title", let value = value as? String { title = value.uppercased() }
      }
    }
    #expect(try read(Managed.self, #"{"title": "x"}"#).title == "X")
  }

  @Test("rows that SGYSwiftJSON does not have: URL and Decimal are leaves here")
  func beyond() throws {
    struct Beyond: JSONCreatable { var url: URL?; var price: Decimal? }
    let json = #"{"url":"https://a.b/c","price":12.50}"#
    let value = try read(Beyond.self, json)
    #expect(value.url?.host() == "a.b" && value.price == Decimal(string: "12.5"))
    #expect(try written(value) == #"{"url":"https://a.b/c","price":12.5}"#)
  }
}
