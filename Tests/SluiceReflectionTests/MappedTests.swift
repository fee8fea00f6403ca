import Foundation
import Sluice
import SluiceReflection
import Testing

private class Animal: JSONCreatableObject {
  @Mapped var name: String?
  @Mapped var legs = 4
}

private class Dog: Animal {
  @Mapped("good_boy") var isGood = true
  @Mapped var puppies: [Dog] = []
  @Mapped var owner: Owner?
  @Mapped("nick_name") var nick: String?
}

private struct Owner: JSONCreatable {
  var name = "nobody"
  var pets: Int?
}

/// Properties without the attribute, set as in the original.
private class ByHand: JSONCreatableObject {
  var count = 0
  var title: String?
  var unknown = 1.5
  @Mapped var mapped = ""

  override func setValue(_ value: Any, property: String) throws {
    switch property {
    case "count": count = value as? Int ?? count
    case "title": title = value as? String
    default: try super.setValue(value, property: property)
    }
  }
}

private final class Shuffled: JSONKeyValueCreatable {
  nonisolated(unsafe) static var isTurned = false
  @Mapped var first: Int
  @Mapped var second: Int
  init() {
    if unsafe Shuffled.isTurned {
      _second = Mapped(wrappedValue: 2)
      _first = Mapped(wrappedValue: 1)
    } else {
      _first = Mapped(wrappedValue: 1)
      _second = Mapped(wrappedValue: 2)
    }
  }
}

private final class Tree: JSONKeyValueCreatable {
  @Mapped var name = ""
  @Mapped var child: Tree?
  init() {}
  init(_ name: String) { self.name = name }
}

/// Makes another instance while it is made.
private final class Nesting: JSONKeyValueCreatable {
  nonisolated(unsafe) static var depth = 0
  @Mapped var name = ""
  @Mapped var inner: Nesting?
  init() {
    guard unsafe Nesting.depth < 1 else { return }
    unsafe Nesting.depth += 1
    inner = Nesting()
    unsafe Nesting.depth -= 1
  }
}

@Suite("Mapped properties", .serialized)
struct MappedTests {
  @Test("a class is filled with its superclass's properties, under the given names")
  func hierarchy() throws {
    let dog = try read(
      Dog.self,
      #"{"name": "Rex", "legs": 3, "good_boy": false, "puppies": [{"name": "Pup"}], "owner": {"pets": 1}}"#
    )
    #expect(dog.name == "Rex" && dog.legs == 3 && !dog.isGood)
    #expect(dog.puppies.count == 1 && dog.puppies[0].name == "Pup" && dog.puppies[0].legs == 4)
    #expect(dog.owner?.name == "nobody" && dog.owner?.pets == 1)
    #expect(dog.nick == nil)
    #expect(try read(Dog.self, #"{"nick_name": "R"}"#).nick == "R")
    #expect(
      try written(dog)
        == #"{"good_boy":false,"puppies":[{"good_boy":true,"name":"Pup","legs":4}],"owner":{"name":"nobody","pets":1},"name":"Rex","legs":3}"#
    )
  }

  @Test("instances have their own boxes")
  func separate() throws {
    let first = try read(Dog.self, #"{"name": "a"}"#)
    let second = try read(Dog.self, #"{"name": "b", "legs": 5}"#)
    #expect(first.name == "a" && first.legs == 4 && second.name == "b" && second.legs == 5)
  }

  @Test("null and missing fields leave the values from init()")
  func null() throws {
    let dog = try read(Dog.self, #"{"legs": null, "owner": null, "extra": 1}"#)
    #expect(dog.legs == 4 && dog.owner == nil && dog.name == nil)
  }

  @Test("an instance is filled in place, and keeps values that the JSON lacks")
  func into() throws {
    let dog = Dog()
    dog.name = "Rex"
    let pup = Dog()
    dog.puppies = [pup]
    let data = Data(#"{"legs": 2, "good_boy": "no"}"#.utf8)
    let warnings = Warnings()
    try JSONDeserializer().deserialize(data, intoInstance: dog, observer: warnings)
    #expect(dog.name == "Rex" && dog.legs == 2 && dog.isGood && dog.puppies.first === pup)
    #expect(warnings.paths == ["$.good_boy"])
    var animal: Animal = dog
    let again = Data(#"{"legs": 8, "good_boy": false}"#.utf8)
    try JSONDeserializer().deserialize(again, into: &animal)
    #expect(animal === dog && dog.legs == 8 && !dog.isGood)
  }

  @Test("nothing is set when the document is invalid, or nested too deep after the values read")
  func atomic() throws {
    let tree = Tree("root")
    let deserializer = JSONDeserializer()
    let bad = Data(#"{"name": "new", "child": {"name": "x"}"#.utf8)
    #expect(throws: JSONError.self) { try deserializer.deserialize(bad, intoInstance: tree) }
    #expect(tree.name == "root" && tree.child == nil)
    let deep =
      #"{"name": "new", "child": "# + String(repeating: #"{"child":"#, count: 20)
      + "{}" + String(repeating: "}", count: 21)
    deserializer.readingOptions.depthLimit = 12
    deserializer.readingOptions.checking = .accessed
    let error = jsonError { try deserializer.deserialize(Data(deep.utf8), intoInstance: tree) }
    #expect(error?.code == .depthExceeded)
    #expect(tree.name == "root" && tree.child == nil)
    #expect(
      jsonError { try deserializer.deserialize(Data("[]".utf8), intoInstance: tree) }?.code
        == .typeMismatch)
  }

  @Test("the last of two fields with one name counts, also in an existing instance")
  func duplicates() throws {
    let json = #"{"legs": 3, "name": "a", "legs": "x", "name": "b"}"#
    let dog = try read(Dog.self, json)
    #expect(dog.legs == 4 && dog.name == "b")
    let other = Dog()
    other.legs = 6
    try JSONDeserializer().deserialize(Data(json.utf8), intoInstance: other)
    #expect(other.legs == 6 && other.name == "b")
  }

  @Test("a property that is not mapped is set by setValue; one that is not set is a warning")
  func setters() throws {
    let warnings = Warnings()
    let json = #"{"count": "7", "title": "T", "unknown": 2, "mapped": "m"}"#
    let value = try read(ByHand.self, json, warnings)
    #expect(value.count == 7 && value.title == "T" && value.unknown == 1.5 && value.mapped == "m")
    #expect(warnings.all.count == 1)
    guard case .keyValueError(let name, let raw, let error)? = warnings.all.first?.kind else {
      Issue.record("another warning: \(warnings.texts)")
      return
    }
    #expect(name == "unknown" && raw as? Int == 2 && warnings.paths == ["$.unknown"])
    #expect((error as? JSONError)?.code == .unmappedProperty)
  }

  @Test("a Swift error thrown by setValue is a warning and not a crash")
  func throwing() throws {
    struct Refusal: Error {}
    final class Refusing: JSONKeyValueCreatable {
      var a = 1
      @Mapped var b = 2
      init() {}
      func setValue(_ value: Any, property: String) throws { throw Refusal() }
    }
    let warnings = Warnings()
    let value = try read(Refusing.self, #"{"a": 5, "b": 6}"#, warnings)
    #expect(value.a == 1 && value.b == 6 && warnings.all.count == 1)
    guard case .keyValueError("a", _, let error)? = warnings.all.first?.kind else { return }
    #expect(error is Refusal)
  }

  @Test("a warning of setValue has its path when an instance is filled, too")
  func settersInto() throws {
    let warnings = Warnings()
    let data = Data(#"{"count": 7, "unknown": 2, "mapped": []}"#.utf8)
    let value = ByHand()
    try JSONDeserializer().deserialize(data, intoInstance: value, observer: warnings)
    #expect(value.count == 7 && warnings.paths == ["$.mapped", "$.unknown"])
  }

  @Test("boxes are distinguished however the initialiser makes them")
  func order() throws {
    for isTurned in [false, true, false, true] {
      unsafe Shuffled.isTurned = isTurned
      let value = try read(Shuffled.self, #"{"first": 10, "second": 20}"#)
      #expect(value.first == 10 && value.second == 20)
    }
    for _ in 0..<3 {
      let value = try read(Nesting.self, #"{"name": "outer"}"#)
      #expect(value.name == "outer" && value.inner?.name == "")
    }
  }

  @Test("a struct with mapped properties copies like other structs")
  func structs() {
    struct Pair { @Mapped var a = 1; @Mapped var list = [1] }
    let first = Pair()
    var second = first
    second.a = 2
    second.list.append(2)
    #expect(first.a == 1 && first.list == [1] && second.a == 2 && second.list == [1, 2])
  }

  @Test("many threads can first use a class at the same time")
  func threads() async throws {
    final class Fresh: JSONKeyValueCreatable {
      @Mapped var a = 0
      @Mapped var b: [String] = []
      init() {}
    }
    let sums = try await withThrowingTaskGroup(of: Int.self) { group in
      for i in 0..<16 {
        group.addTask {
          let value = try read(Fresh.self, #"{"a": \#(i), "b": ["x"]}"#)
          return value.a + value.b.count
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(sums == 136)
  }
}
