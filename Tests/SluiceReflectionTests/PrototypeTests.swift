import Foundation
import Sluice
import SluiceReflection
import Testing

private struct Address: JSONCreatable {
  var city = "Oslo"
  var zip: Int?
}

private struct Person: JSONCreatable {
  var name = "nobody"
  var age: Int? = 30
  var tags = ["a"]
  var address = Address()
  var home: Address?
  var scores: [String: Double] = [:]
}

private struct Renamed: JSONCreatable {
  var fullName = "none"
  var nick: String?
  var cache = "kept"
  var isActive = true
  var visits = 3
  enum CodingKeys: String, CodingKey {
    case fullName = "full_name"
    case nick
    case isActive = "is_active"
    case visits = "visit_count"
  }
}

/// The key could belong to either of the two strings.
private struct Ambiguous: JSONCreatable {
  var hidden = "a"
  var shown = "b"
  enum CodingKeys: String, CodingKey { case shown = "other" }
}

/// The widest integers, which the standard library asks for in methods of their own.
private struct Wide: JSONCreatable {
  var huge: Int128 = 1
  var count: UInt128?
  var missing: Int128? = 2
}

private struct Counted: JSONCreatable {
  nonisolated(unsafe) static var made = 0
  var id: Int
  var key = UUID()
  var value = 1
  init() {
    unsafe Counted.made += 1
    id = unsafe Counted.made
  }
}

/// A type with a custom initialiser.
private struct Custom: JSONCreatable {
  var low = 0
  var high = 10
  init() {}
  enum CodingKeys: String, CodingKey { case low, high, range, nested, list }
  enum NestedKeys: String, CodingKey { case deep }
  struct Empty: Error {}
  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    low = try fields.decode(Int.self, forKey: .low)
    high = try fields.decode(Int.self, forKey: .high)
    if fields.contains(.nested), try !fields.decodeNil(forKey: .nested) {
      let nested = try fields.nestedContainer(keyedBy: NestedKeys.self, forKey: .nested)
      high = try nested.decode(Int.self, forKey: .deep)
    }
    if fields.contains(.list) {
      var list = try fields.nestedUnkeyedContainer(forKey: .list)
      low = 0
      while !list.isAtEnd { low += try list.decode(Int.self) }
    }
    if low > high { throw Empty() }
  }
}

private struct Temperature: Decodable, Equatable {
  let degrees: Double
  init(from decoder: any Decoder) throws {
    degrees = try decoder.singleValueContainer().decode(Double.self)
  }
}

private final class Leaf: JSONCreatable {
  var name = "leaf"
  var children: [Leaf] = []
}

private enum Shape: Decodable, Equatable { case circle(radius: Double), point }

@Suite("Prototypes", .serialized)
struct PrototypeTests {
  @Test("integers of 128 bits are read by an init(from:), too")
  func wide() throws {
    let wide = try read(Wide.self, #"{"huge": "\#(Int128.min)", "count": \#(UInt128.max)}"#)
    #expect(wide.huge == .min && wide.count == .max && wide.missing == 2)
  }

  @Test("fields that are missing, null or can't be converted have the values from init()")
  func defaults() throws {
    for _ in 0..<3 {
      let empty = try read(Person.self, "{}")
      #expect(empty.name == "nobody" && empty.age == 30 && empty.tags == ["a"])
      #expect(empty.address.city == "Oslo" && empty.home == nil && empty.scores.isEmpty)
      let warnings = Warnings()
      let person = try read(
        Person.self,
        #"{"age": null, "name": [1], "tags": {"x": 1}, "address": {"zip": "7"}, "home": 5, "scores": {"a": 1, "b": "?"}}"#,
        warnings)
      #expect(person.name == "nobody" && person.age == 30 && person.tags == ["a"])
      #expect(person.address.city == "Oslo" && person.address.zip == 7 && person.home == nil)
      #expect(person.scores == ["a": 1])
      #expect(Set(warnings.paths) == ["$.name", "$.tags", "$.home", "$.scores.b"])
    }
  }

  @Test("reading into a value keeps values that the JSON lacks")
  func into() throws {
    var person = Person()
    person.name = "Ann"
    person.tags = ["z"]
    person.address.city = "Rome"
    let data = Data(#"{"age": 5, "tags": null, "home": {"zip": 1}}"#.utf8)
    try JSONDeserializer().deserialize(data, into: &person)
    #expect(person.name == "Ann" && person.age == 5 && person.tags == ["z"])
    #expect(person.address.city == "Rome" && person.home?.city == "Oslo" && person.home?.zip == 1)
  }

  @Test("a value is unchanged when reading into it fails")
  func intoFails() throws {
    var person = Person()
    person.name = "Ann"
    for bad in [#"{"name": "Bob""#, "[]", #"{"name": "Bob", "age": 01}"#, ""] {
      #expect(throws: JSONError.self) {
        try JSONDeserializer().deserialize(Data(bad.utf8), into: &person)
      }
      #expect(person.name == "Ann")
    }
  }

  @Test("coding keys with other names find their properties, and are written under them")
  func renamed() throws {
    for _ in 0..<2 {
      let value = try read(Renamed.self, #"{"full_name": "Ann", "is_active": 0}"#)
      #expect(value.fullName == "Ann" && !value.isActive && value.visits == 3)
      let empty = try read(Renamed.self, #"{"visit_count": "x"}"#)
      #expect(empty.fullName == "none" && empty.isActive && empty.visits == 3)
    }
    #expect(
      try written(Renamed())
        == #"{"full_name":"none","cache":"kept","is_active":true,"visit_count":3}"#)
    var value = Renamed()
    value.fullName = "Bob"
    try JSONDeserializer().deserialize(Data(#"{"nick": "B"}"#.utf8), into: &value)
    #expect(value.fullName == "Bob" && value.nick == "B")
  }

  @Test("a missing key with an ambiguous property is an error, not a guess")
  func ambiguous() throws {
    #expect(try read(Ambiguous.self, #"{"other": "x"}"#).shown == "x")
    let error = jsonError { _ = try read(Ambiguous.self, "{}") }
    #expect(error?.code == .missingField)
    #expect(error?.description == #"expected a field "other" at $, found none (line 1, column 1)"#)
  }

  @Test("values that differ between prototypes are taken from a new one")
  func fresh() throws {
    let first = try read(Counted.self, "{}")
    let second = try read(Counted.self, #"{"value": 2}"#)
    let third = try read(Counted.self, "{}")
    #expect(Set([first.id, second.id, third.id]).count == 3)
    #expect(Set([first.key, second.key, third.key]).count == 3)
    #expect(second.value == 2 && third.value == 1)
  }

  @Test("a custom init(from:) works as elsewhere")
  func custom() throws {
    #expect(try read(Custom.self, #"{"low": 2}"#).high == 10)
    #expect(try read(Custom.self, #"{"high": 20, "nested": {"deep": 30}}"#).high == 30)
    #expect(try read(Custom.self, #"{"list": [1, "2", true]}"#).low == 4)
    // Its errors are thrown at the root, and are warnings inside.
    #expect(throws: Custom.Empty.self) { try read(Custom.self, #"{"low": 11}"#) }
    struct Holder: JSONCreatable { var custom: Custom? }
    let warnings = Warnings()
    let holder = try read(Holder.self, #"{"custom": {"low": 11}}"#, warnings)
    #expect(holder.custom == nil && warnings.paths == ["$.custom"])
    guard case .keyValueError(_, _, let error)? = warnings.all.first?.kind else {
      Issue.record("another warning: \(warnings.texts)")
      return
    }
    #expect(error is Custom.Empty)
  }

  @Test("types that are only Decodable are read too")
  func decodables() throws {
    struct Holder: JSONCreatable {
      var temperature: Temperature?
      var shape = Shape.point
      var shapes: [Shape] = []
      var pair: Pair?
    }
    struct Pair: Decodable, Equatable { let a: Int; let b: Int }
    let holder = try read(
      Holder.self,
      #"{"temperature": "2.5", "shape": {"circle": {"radius": 2}}, "shapes": [{"point": {}}, 5], "pair": {"a": 1, "b": 2}}"#
    )
    #expect(holder.temperature?.degrees == 2.5 && holder.shape == .circle(radius: 2))
    #expect(holder.shapes == [.point] && holder.pair == Pair(a: 1, b: 2))
    // Without an init() the only default is the value of the property that holds it.
    let warnings = Warnings()
    #expect(try read(Holder.self, #"{"pair": {"a": 1}}"#, warnings).pair == nil)
    #expect(warnings.paths == ["$.pair"])
  }

  @Test("recursive types are read to the depth limit, and end in an error beyond")
  func recursion() throws {
    let leaf = try read(Leaf.self, #"{"children": [{"name": "x", "children": [{}]}]}"#)
    #expect(leaf.children[0].children[0].name == "leaf")
    func nested(_ depth: Int) -> String {
      String(repeating: #"{"children":["#, count: depth) + "{}"
        + String(repeating: "]}", count: depth)
    }
    #expect(try read(Leaf.self, nested(100)).children.count == 1)
    #expect(jsonError { _ = try read(Leaf.self, nested(600)) }?.code == .depthExceeded)
    #expect(jsonError { _ = try read(Leaf.self, nested(100_000)) }?.code == .depthExceeded)
  }

  @Test("a small thread's stack is enough for any document, or the error says that it is too small")
  func smallStack() throws {
    let depth = 1000
    let json =
      String(repeating: #"{"children":["#, count: depth) + "{}"
      + String(repeating: "]}", count: depth)
    let done = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var code: JSONError.Code?
    let thread = Thread {
      let deserializer = JSONDeserializer()
      deserializer.readingOptions.depthLimit = 4000
      unsafe code = jsonError { let _: Leaf = try deserializer.deserialize(Data(json.utf8)) }?.code
      done.signal()
    }
    thread.stackSize = 512 << 10
    thread.start()
    done.wait()
    #expect(unsafe code == nil || code == .depthExceeded)
  }

  @Test("a stored decoder finds its document closed")
  func kept() throws {
    struct Keeper: JSONCreatable {
      nonisolated(unsafe) static var decoder: (any Decoder)?
      nonisolated(unsafe) static var fields: KeyedDecodingContainer<CodingKeys>?
      var a = 1
      enum CodingKeys: String, CodingKey { case a }
      init() {}
      init(from decoder: any Decoder) throws {
        unsafe Keeper.decoder = decoder
        unsafe Keeper.fields = try decoder.container(keyedBy: CodingKeys.self)
        a = try unsafe Keeper.fields?.decode(Int.self, forKey: .a) ?? 0
      }
    }
    #expect(try read(Keeper.self, #"{"a": 5}"#).a == 5)
    let fields = try #require(unsafe Keeper.fields)
    #expect(jsonError { _ = try fields.decode(Int.self, forKey: .a) }?.code == .closedDocument)
    #expect(!fields.contains(.a) && fields.allKeys.isEmpty && fields.codingPath.isEmpty)
    let decoder = try #require(unsafe Keeper.decoder)
    #expect(jsonError { _ = try decoder.singleValueContainer() }?.code == .closedDocument)
    #expect(jsonError { _ = try decoder.unkeyedContainer() }?.code == .closedDocument)
  }

  @Test("a class hierarchy can decode its superclass with the same decoder")
  func superclass() throws {
    class Base: JSONCreatable {
      var id = 1
      required init() {}
    }
    final class Derived: Base {
      var name = "d"
      enum CodingKeys: String, CodingKey { case name }
      required init() { super.init() }
      required init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        try super.init(from: decoder)
        name = try fields.decode(String.self, forKey: .name)
      }
    }
    for _ in 0..<2 {
      let full = try read(Derived.self, #"{"id": 7, "name": "x"}"#)
      #expect(full.id == 7 && full.name == "x")
      let empty = try read(Derived.self, "{}")
      #expect(empty.id == 1 && empty.name == "d")
    }
  }
}
