import Foundation
import Sluice
import SluiceFeed
import SluiceReflection
import TestSupport
import Testing

private struct Item: JSONCreatable {
  var id = 0
  var at: Date?
}

@Suite("Roots, errors and warnings")
struct RootTests {
  private let deserializer = JSONDeserializer()

  @Test("a root of another kind is an error that names it")
  func kinds() {
    #expect(jsonError { _ = try read(Item.self, "[1]") }?.code == .typeMismatch)
    #expect(
      jsonError { let _: [Int] = try deserializer.deserialize(Data("{}".utf8)) }?.description
        == "expected an array at $, found an object (line 1, column 1)")
    let error = jsonError { let _: [String: Int] = try deserializer.deserialize(Data("5".utf8)) }
    #expect(error?.code == .typeMismatch)
  }

  @Test("all of the document is checked, whichever part is read")
  func checked() {
    for bad in [#"{"id": 1, "x": 01}"#, #"{"id": 1} x"#, "", #"{"id": 1"#, #"{"a": "\q"}"#] {
      #expect(throws: JSONError.self) { try read(Item.self, bad) }
    }
  }

  @Test("arrays, sets and dictionaries can be roots, and documents UTF-16")
  func roots() throws {
    let list: [Item] = try deserializer.deserialize(Data(#"[{"id": 1}, 5, {"id": "2"}]"#.utf8))
    #expect(list.map(\.id) == [1, 2])
    let set: Set<String> = try deserializer.deserialize(Data(#"["a", 1, "a"]"#.utf8))
    #expect(set == ["a", "1"])
    let map: [String: [Int]] = try deserializer.deserialize(Data(#"{"a": [1], "b": 2}"#.utf8))
    #expect(map == ["a": [1]])
    let wide = try #require(#"[1, 2]"#.data(using: .utf16))
    let numbers: [Int] = try deserializer.deserialize(wide)
    #expect(numbers == [1, 2])
  }

  @Test("a dictionary whose keys can't be converted is a warning inside, and an error at the root")
  func keys() throws {
    struct Key: Hashable {}
    struct Holder: JSONPropertyMapped {
      var map: [Key: Int]?
      static let jsonProperties: JSONProperties<Holder> = [JSONProperty("map", \.map)]
    }
    let warnings = Warnings()
    #expect(try read(Holder.self, #"{"map": {"a": 1}}"#, warnings).map == nil)
    guard case .unsupportedDictionaryKeyType(let type)? = warnings.all.first?.kind else {
      Issue.record("another warning: \(warnings.texts)")
      return
    }
    #expect(ObjectIdentifier(type) == ObjectIdentifier(Key.self) && warnings.paths == ["$.map"])
    #expect(
      jsonError { let _: [Key: Int] = try deserializer.deserialize(Data("{}".utf8)) }?.code
        == .invalidValue)
  }

  @Test(
    "the block makes dates from any JSON, null too; without one they are left out with a warning")
  func dates() throws {
    var seen: [String] = []
    deserializer.dateConversionBlock = { value in
      seen.append("\(type(of: value))")
      if let seconds = value as? Double { return Date(timeIntervalSince1970: seconds) }
      if let parts = value as? [Int] { return Date(timeIntervalSince1970: Double(parts[0])) }
      return value is NSNull ? Date(timeIntervalSince1970: 1) : nil
    }
    let items: [Item] = try deserializer.deserialize(
      Data(#"[{"at": 5}, {"at": [7]}, {"at": null}, {"at": "x"}, {}]"#.utf8))
    #expect(items.map { $0.at?.timeIntervalSince1970 } == [5, 7, 1, nil, nil])
    #expect(seen.count == 4)
    let warnings = Warnings()
    #expect(try read(Item.self, #"{"at": 5, "id": 1}"#, warnings).at == nil)
    #expect(warnings.texts == ["$.at: can't convert JSONNumber to Date"])
  }

  @Test("warnings have paths through arrays, dictionaries and objects")
  func paths() throws {
    final class Deep: JSONKeyValueCreatable {
      @Mapped var list: [[String: Item]] = []
      @Mapped var plain: [Item] = []
      init() {}
    }
    let warnings = Warnings()
    _ = try read(
      Deep.self,
      #"{"list": [{}, {"a b": {"id": []}, "c": 5}], "plain": [{"id": 1}, {"id": {}}], "x": 1}"#,
      warnings)
    #expect(
      warnings.paths == [#"$.list[1]["a b"].id"#, "$.list[1].c", "$.plain[1].id"])
  }

  @Test("a mapping reads a feed, a cursor and an array of a larger document, and writes")
  func mapping() throws {
    let dates = ReflectedMapping<Item>.Dates(
      read: { ($0 as? Double).map { Date(timeIntervalSince1970: $0) } },
      write: { $0.timeIntervalSince1970 })
    let mapping = ReflectedMapping<Item>(dates: dates)
    var reader = JSONReader()
    let ids = try reader.withDocument(#"{"items": [{"id": 1}, {"id": 2, "at": 3}]}"#) { root in
      try ArrayMapping(of: mapping).value(from: root["items"])
    }
    #expect(ids.map(\.id) == [1, 2] && ids[1].at == Date(timeIntervalSince1970: 3))
    #expect(
      String(decoding: try mapping.serialized(ids[1]), as: UTF8.self) == #"{"id":2,"at":3}"#)
    var feed = try JSONFeed(.bytes(Array("{\"id\": 5}\n{\"id\": \"6\"}\n".utf8), name: "items"))
    var found: [Int] = []
    try feed.forEach(.reflected(Item.self), { item in found.append(item.id) }, rejected: { _ in })
    #expect(found == [5, 6])
  }

  @Test("documents with damage anywhere never crash, and never change an instance")
  func damaged() throws {
    final class Target: JSONKeyValueCreatable {
      @Mapped var a = 1
      @Mapped var list: [Item] = []
      @Mapped var inner: Target?
      init() {}
    }
    let good = Array(
      #"{"a": 2, "list": [{"id": "7", "at": 1}], "inner": {"a": -1.5e3, "inner": null}}"#.utf8)
    let seed = UInt64.random(in: 0 ... .max)
    var generator = SeededGenerator(seed: seed)
    func random(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }
    print("damaged: seed \(seed)")
    for _ in 0..<3000 {
      var bytes = good
      for _ in 0...random(3) {
        switch random(3) {
        case 0: bytes[random(bytes.count)] = UInt8(random(256))
        case 1: bytes.remove(at: random(bytes.count))
        default: bytes.insert(Array(#"{}[],:"1et"#.utf8)[random(10)], at: random(bytes.count))
        }
      }
      let target = Target()
      target.a = 99
      for checking in [JSONChecking.full, .accessed] {
        deserializer.readingOptions.checking = checking
        do {
          try deserializer.deserialize(Data(bytes), intoInstance: target)
          target.a = 99
          target.list = []
          target.inner = nil
        } catch {
          #expect(error is JSONError)
          #expect(target.a == 99 && target.list.isEmpty && target.inner == nil, "seed \(seed)")
        }
      }
    }
  }
}
