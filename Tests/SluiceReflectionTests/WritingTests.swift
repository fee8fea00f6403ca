import Foundation
import Sluice
import SluiceReflection
import Testing

private struct Celsius: JSONProxyProvider, JSONLeafRepresentable {
  var degrees = 20.5
  var jsonProxy: Any { ["celsius": degrees] }
  var jsonLeafValue: JSONLeafValue? { "never" }
}

private struct Silent: JSONLeafRepresentable {
  var jsonLeafValue: JSONLeafValue? { nil }
}

private struct Mass: JSONLeafRepresentable {
  var grams = 5
  var jsonLeafValue: JSONLeafValue? { .string("\(grams) g") }
}

private struct Point {
  var x = 1
  var y: Double? = 2.5
  var label: String?
}

private class Vehicle {
  var wheels = 4
  private var serial = "a1"
}
private class Car: Vehicle {
  var brand = "Fiat"
  lazy var price = 10
}

private enum Bare { case one, two }
private enum Loaded { case a(Int), b(x: Int, y: String) }
private enum Level: Int, JSONLeafEnum { case low = 1, high }

private final class Node {
  var name: String
  var next: Node?
  init(_ name: String) { self.name = name }
}

private struct Bag: Sequence, CollectionReflection {
  func makeIterator() -> some IteratorProtocol<Int> { [3, 4].makeIterator() }
}

private struct Table: DictionaryReflection {
  static var keyValueTypes: (key: Any.Type, value: Any.Type) { (String.self, Int.self) }
  var a = 1
}

private struct OpaqueKey: Hashable { var id = 1 }

@Suite("Writing by reflection")
struct WritingTests {
  @Test("a proxy comes before a leaf, a leaf before everything else")
  func order() throws {
    #expect(try written([Celsius()]) == #"[{"celsius":20.5}]"#)
    #expect(try written(["m": Mass()]) == #"{"m":"5 g"}"#)
    #expect(try written(Celsius()) == #"{"celsius":20.5}"#)
  }

  @Test("a leaf that returns nil is left out")
  func nilLeaf() throws {
    #expect(try written(["a": Silent() as Any, "b": 1]) == #"{"b":1}"#)
  }

  @Test("a type that is a dictionary and a collection is written as a dictionary")
  func dictionaryFirst() throws {
    #expect(try written(["b": 2, "a": 1]) == #"{"a":1,"b":2}"#)
    #expect(try written(Table()) == #"{"a":1}"#)
  }

  @Test("custom collections, sets and Foundation's collections are arrays")
  func collections() throws {
    #expect(try written(Bag()) == "[3,4]")
    #expect(try written(Set([7])) == "[7]")
    #expect(try written(NSArray(array: [1, "a", NSNull()])) == #"[1,"a",null]"#)
    #expect(try written(NSDictionary(dictionary: ["k": 1])) == #"{"k":1}"#)
  }

  @Test("anything else is an object of its stored properties, in their order")
  func object() throws {
    #expect(try written(Point()) == #"{"x":1,"y":2.5}"#)
    #expect(try written((1, "q")) == #"{".0":1,".1":"q"}"#)
    #expect(try written(Loaded.b(x: 1, y: "z")) == #"{"b":{"x":1,"y":"z"}}"#)
    #expect(try written(Loaded.a(3)) == #"{"a":3}"#)
    // The shape of one case is not used for another.
    #expect(
      try written([Loaded.a(3), .b(x: 1, y: "z"), .a(4)])
        == #"[{"a":3},{"b":{"x":1,"y":"z"}},{"a":4}]"#)
  }

  @Test("superclasses are included, and a lazy property has its own name once it has a value")
  func superclasses() throws {
    let car = Car()
    #expect(try written(car) == #"{"brand":"Fiat","wheels":4,"serial":"a1"}"#)
    #expect(car.price == 10)
    #expect(try written(car) == #"{"brand":"Fiat","price":10,"wheels":4,"serial":"a1"}"#)
    // The shape of a class is not used for its subclass.
    #expect(
      try written([Vehicle(), car] as [Vehicle]).hasPrefix(#"[{"wheels":4,"serial":"a1"},{"brand""#)
    )
  }

  @Test("nil is left out, and nested optionals are written as their value")
  func optionals() throws {
    let deep: Int??? = .some(.some(.some(3)))
    #expect(try written(["a": deep as Any, "b": Int??.none as Any]) == #"{"a":3}"#)
    #expect(try written([1, nil, 3] as [Int?]) == "[1,3]")
    #expect(try written(["n": NSNull()]) == #"{"n":null}"#)
  }

  @Test("empty containers are left out inside, and stay at the root")
  func empties() throws {
    struct Holder {
      var list: [Int] = []
      var map: [String: [String: Int]] = ["a": [:]]
      var point = Inner()
    }
    struct Inner { var x: Int? }
    #expect(try written(Holder()) == "{}")
    #expect(try written([Int]()) == "[]")
    #expect(try written([String: Int]()) == "{}")
    #expect(try written([[Int](), [1], []]) == "[[1]]")
    #expect(
      try written(["z": ["y": ["x": [1] as Any, "w": [Int]()]]])
        == #"{"z":{"y":{"x":[1]}}}"#)
  }

  @Test("NaN and infinity are left out, with a warning")
  func notFinite() throws {
    let warnings = Warnings()
    let values: [String: Any] = [
      "a": Double.nan, "b": -Float.infinity, "c": Decimal.nan, "d": NSNumber(value: Double.nan),
      "e": 1,
    ]
    #expect(try written(values, warnings) == #"{"e":1}"#)
    #expect(warnings.paths == ["$.a", "$.b", "$.c", "$.d"])
  }

  @Test("every standard scalar is written")
  func scalars() throws {
    let values: [(Any, String)] = [
      (Int8.min, "-128"), (Int16.max, "32767"), (Int32(-1), "-1"), (Int64.min, "\(Int64.min)"),
      (UInt8.max, "255"), (UInt16(1), "1"), (UInt32.max, "4294967295"),
      (UInt64.max, "18446744073709551615"), (UInt(7), "7"), (Int(3), "3"),
      (Int128.max, "\(Int128.max)"), (UInt128.max, "\(UInt128.max)"),
      (true, "true"), (Float(0.1), "0.1"), (Double(0.1), "0.1"), ("a\"b", #""a\"b""#),
      (Character("é"), "\"é\""), ("xy".dropFirst(), "\"y\""),
      (Decimal(string: "12345678901234567890.5")!, "12345678901234567890.5"),
      (URL(string: "https://a.b/c")!, "\"https://a.b/c\""),
      (
        UUID(uuidString: "6F9619FF-8B86-D011-B42D-00CF4FC964FF")!,
        "\"6F9619FF-8B86-D011-B42D-00CF4FC964FF\""
      ),
      (Data([1, 2, 3]), "\"AQID\""), (NSNumber(value: true), "true"), (NSNumber(value: 1), "1"),
      (NSNumber(value: Int8(1)), "1"), (NSNumber(value: 1.5), "1.5"),
      (NSNumber(value: UInt64.max), "18446744073709551615"),
      (NSDecimalNumber(string: "1.25"), "1.25"), (NSString(string: "n"), "\"n\""),
      (Level.high, "2"), (JSONNumber(5), "5"), (JSON.array([.null]), "[null]"),
    ]
    for (value, text) in values {
      #expect(try written([value]) == "[\(text)]", "\(type(of: value))")
      #expect(try written(value) == text, "\(type(of: value))")
    }
  }

  @Test("an enum without a protocol is left out, with a warning")
  func plainEnum() throws {
    let warnings = Warnings()
    #expect(try written(["a": Bare.one as Any, "b": 1], warnings) == #"{"b":1}"#)
    #expect(warnings.paths == ["$.a"])
    guard case .unsupportedConversion(let from, _)? = warnings.all.first?.kind else {
      Issue.record("another warning: \(warnings.texts)")
      return
    }
    #expect(ObjectIdentifier(from) == ObjectIdentifier(Bare.self))
  }

  @Test("a date is written by the block, and left out without one or when it returns nil")
  func dates() throws {
    let values: [String: Any] = ["d": Date(timeIntervalSince1970: 7), "e": 1]
    #expect(try written(values) == #"{"e":1}"#)
    #expect(
      try written(values) { $0.dateConversionBlock = { $0.timeIntervalSince1970 } }
        == #"{"d":7,"e":1}"#)
    #expect(
      try written(values) { $0.dateConversionBlock = { _ in JSONLeafValue.null } }
        == #"{"d":null,"e":1}"#)
    #expect(try written(values) { $0.dateConversionBlock = { _ in nil } } == #"{"e":1}"#)
  }

  @Test("keys are strings, leaves or described; others are left out, with a warning")
  func keys() throws {
    #expect(try written([1: "a"]) == #"{"1":"a"}"#)
    #expect(try written([Level.low: 1]) == #"{"1":1}"#)
    let warnings = Warnings()
    #expect(try written(["k": [OpaqueKey(): 1]], warnings) == "{}")
    guard case .unsupportedDictionaryKeyType(let type)? = warnings.all.first?.kind else {
      Issue.record("another warning: \(warnings.texts)")
      return
    }
    #expect(ObjectIdentifier(type) == ObjectIdentifier(OpaqueKey.self))
    #expect(warnings.paths == ["$.k"])
  }

  @Test("a back-reference is an error with both of its paths")
  func backReference() throws {
    let node = Node("a")
    node.next = Node("b")
    node.next?.next = node
    let error = jsonError { _ = try written(["list": [node]]) }
    #expect(error?.code == .backReference)
    #expect(
      error?.description
        == "expected values without a way back to themselves: Node at $.list[0].next.next is already being written, at $.list[0]"
    )
    node.next?.next = nil
  }

  @Test("the same object twice side by side is not a back-reference")
  func shared() throws {
    let node = Node("a")
    #expect(try written([node, node]) == #"[{"name":"a"},{"name":"a"}]"#)
  }

  @Test("a list that is too long, and an endless proxy, are errors and not crashes")
  func depth() throws {
    let first = Node("0")
    var last = first
    for i in 1..<100_000 {
      let node = Node("\(i)")
      last.next = node
      last = node
    }
    #expect(jsonError { _ = try written(first) }?.code == .depthExceeded)
    struct Endless: JSONProxyProvider { var jsonProxy: Any { [Endless()] } }
    #expect(jsonError { _ = try written(Endless()) }?.code == .depthExceeded)
    #expect(jsonError { _ = try written([[[1]]]) { $0.depthLimit = 2 } }?.code == .depthExceeded)
    #expect(try written([[1]]) { $0.depthLimit = 2 } == "[[1]]")
    // Released one by one, as releasing all at once would take stack for each.
    var node: Node? = first
    while let current = node {
      node = current.next
      current.next = nil
    }
  }

  @Test("a root of which nothing remains is an error")
  func nothing() {
    let nothing: Int? = nil
    #expect(jsonError { _ = try written(nothing as Any) }?.code == .invalidValue)
    #expect(jsonError { _ = try written(Double.nan) }?.code == .invalidValue)
    #expect(jsonError { _ = try written(Date()) }?.code == .invalidValue)
  }

  @Test("a type with a custom mirror can show other children each time")
  func customMirror() throws {
    struct Shifting: CustomReflectable {
      var names: [String]
      var customMirror: Mirror { Mirror(self, children: names.map { ($0, 1) }) }
    }
    #expect(
      try written([Shifting(names: ["a"]), Shifting(names: ["b", "c"])])
        == #"[{"a":1},{"b":1,"c":1}]"#)
  }

  @Test("the layout is the writer's")
  func layout() throws {
    #expect(
      try written(Point()) { $0.writingOptions = .pretty } == "{\n  \"x\": 1,\n  \"y\": 2.5\n}")
  }

  @Test("many threads can write the same types at the same time")
  func threads() async throws {
    struct Fresh { var a = 1; var b = Point(); var c = ["x": [Level.low]] }
    let texts = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<16 { group.addTask { try written(Fresh()) } }
      return try await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    #expect(texts == [#"{"a":1,"b":{"x":1,"y":2.5},"c":{"x":[1]}}"#])
  }
}
