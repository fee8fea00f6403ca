import Foundation
import Sluice
import SluiceReflection
import Testing

private struct Everything: JSONCreatable, Equatable {
  var int = 1
  var small: Int8 = 2
  var unsigned: UInt = 3
  var float: Float = 4
  var flag = true
  var text = "t"
  var list = [5]
  var map = ["k": 6]
  var url: URL?
  var next: [Everything] = []
}

private final class MappedEverything: JSONCreatableObject {
  @Mapped var int = 1
  @Mapped var small: Int8 = 2
  @Mapped var unsigned: UInt = 3
  @Mapped var float: Float = 4
  @Mapped var flag = true
  @Mapped var text = "t"
  @Mapped var list = [5]
  @Mapped var map = ["k": 6]
  @Mapped var url: URL?
  @Mapped var next: MappedEverything?

  var plain: Everything {
    Everything(
      int: int, small: small, unsigned: unsigned, float: float, flag: flag, text: text,
      list: list, map: map, url: url)
  }
}

@Suite("Bad input to reflection")
struct BadInputTests {
  @Test(
    "a value that does not fit leaves the value from init(), whatever its fault",
    arguments: [
      #"{"int": 1e300, "small": 128, "unsigned": -1, "float": 1e300}"#,
      #"{"int": 1.5, "small": "-129", "unsigned": 18446744073709551616, "float": "nan"}"#,
      #"{"int": "nan", "small": [], "unsigned": {}, "float": "infinity", "flag": "maybe"}"#,
      #"{"text": [], "list": {}, "map": [1], "url": "a b", "next": 7, "flag": {}}"#,
      #"{"int": null, "list": null, "map": null, "text": null, "url": 5}"#,
    ])
  func values(json: String) throws {
    #expect(try read(Everything.self, json) == Everything())
    let mapped = MappedEverything()
    mapped.int = 9
    try JSONDeserializer().deserialize(Data(json.utf8), intoInstance: mapped)
    var expected = Everything()
    expected.int = 9
    #expect(mapped.plain == expected)
  }

  @Test(
    "text that is not JSON is an error with its place, and sets nothing",
    arguments: [
      (#"{"int": 7, "text": "\ud800"}"#, JSONError.Code.invalidEscape),
      (#"{"int": 7, "\ud800": 1}"#, .invalidEscape),
      (#"{"int": 7, "float": 1e400}"#, .numberOutOfRange),
      (#"{"int": 7"#, .incomplete), (#"{"int": 7} x"#, .trailingContent), ("", .empty),
      (#"{"int": 07}"#, .invalidNumber),
    ])
  func damaged(json: String, code: JSONError.Code) {
    #expect(jsonError { _ = try read(Everything.self, json) }?.code == code)
    let mapped = MappedEverything()
    let error = jsonError {
      try JSONDeserializer().deserialize(Data(json.utf8), intoInstance: mapped)
    }
    #expect(error?.code == code && mapped.plain == Everything())
  }

  /// Asks what there is, without a call that can throw afterwards.
  private struct Asking: JSONCreatable {
    var keys: [String] = []
    var hasLast = false
    private struct Key: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }
    init() {}
    init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: Key.self)
      keys = fields.allKeys.map(\.stringValue)
      hasLast = fields.contains(Key(stringValue: "last"))
    }
  }

  private final class Holder: JSONCreatableObject {
    @Mapped var int = 1
    @Mapped var asking = Asking()
  }

  @Test(
    "a fault ended allKeys, and contains said no, where only what is read is checked",
    arguments: [
      #"{"a":1,"b" 2,"last":3}"#, #"{"a":1 "last":3}"#, #"{"a":1,"\x":2,"last":3}"#, #"{"a":1"#,
    ])
  func silent(json: String) throws {
    let deserializer = JSONDeserializer()
    deserializer.readingOptions.checking = .accessed
    let good: Asking = try deserializer.deserialize(Data(#"{"a":1,"last":3}"#.utf8))
    #expect(good.keys == ["a", "last"] && good.hasLast)
    let error = jsonError { let _: Asking = try deserializer.deserialize(Data(json.utf8)) }
    #expect(error != nil && error?.code != .closedDocument)
    let holder = Holder()
    let outer = Data(#"{"int":7,"asking":\#(json)}"#.utf8)
    #expect(jsonError { try deserializer.deserialize(outer, intoInstance: holder) } != nil)
    #expect(holder.int == 1)
  }

  @Test("numbers of JSON that an init(from:) takes keep their digits")
  func digits() throws {
    struct Exact: JSONCreatable {
      var number = JSONNumber(0)
      var json = JSON.null
      init() {}
      init(from decoder: any Decoder) throws {
        number = try JSONNumber(
          from: decoder.container(keyedBy: Key.self).superDecoder(forKey: .number))
        json = try JSON(from: decoder)
      }
      enum Key: CodingKey { case number }
    }
    let text = #"{"number":12345678901234567890123}"#
    let exact = try read(Exact.self, text)
    #expect(exact.number.description == "12345678901234567890123")
    #expect(exact.json.description == text)
  }

  @Test("100,000 levels are an error and not a crash, for any type")
  func deep() throws {
    let count = 100_000
    for (open, close) in [("[", "]"), (#"{"next":"#, "}")] {
      let nested =
        String(repeating: open, count: count) + "1" + String(repeating: close, count: count)
      let data = Data(#"{"int": 7, "next": \#(nested)}"#.utf8)
      let deserializer = JSONDeserializer()
      let mapped = MappedEverything()
      #expect(
        jsonError { try deserializer.deserialize(data, intoInstance: mapped) }?.code
          == .depthExceeded)
      #expect(mapped.int == 1)
      deserializer.readingOptions.depthLimit = 200_000
      // A value that is not an array of objects is skipped at any depth; nested objects are
      // counted.
      let value: Everything = try deserializer.deserialize(data)
      #expect(value.int == 7 && value.next.isEmpty)
      let error = jsonError { let _: MappedEverything = try deserializer.deserialize(data) }
      #expect(error?.code == (open == "[" ? nil : .depthExceeded))
    }
  }

  @Test("an array of 200,000 elements is read, and written as it was")
  func huge() throws {
    let text = "[" + String(repeating: "1,", count: 199_999) + "1]"
    let ints: [Int] = try JSONDeserializer().deserialize(Data(text.utf8))
    #expect(ints.count == 200_000)
    #expect(try JSONSerializer().serialize(ints) == Data(text.utf8))
  }

  @Test("cyclic objects are an error, even through arrays, dictionaries and proxies")
  func circles() {
    final class Node: JSONProxyProvider {
      var others: [String: [Node]] = [:]
      var jsonProxy: Any { others }
    }
    let (first, second) = (Node(), Node())
    first.others["x"] = [second]
    second.others["y"] = [first]
    defer { first.others = [:] }
    #expect(jsonError { _ = try JSONSerializer().serialize(first) }?.code == .backReference)
    let mapped = MappedEverything()
    mapped.next = mapped
    defer { mapped.next = nil }
    #expect(jsonError { _ = try JSONSerializer().serialize(mapped) }?.code == .backReference)
  }
}
