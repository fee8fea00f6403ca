import DocumentTestSupport
import Foundation
import Sluice
import TestSupport
import Testing

@Suite("Sorted keys and the canonical form")
struct WriterSortingTests {
  private func written(_ json: String, _ options: JSONWriter.Options) throws -> String {
    var reader = JSONReader(checking: .full)
    let byCursor = try reader.withDocument(json) { root in
      var writer = JSONWriter(options: options)
      try writer.value(root)
      return try writer.takeString()
    }
    return byCursor
  }

  private var sorted: JSONWriter.Options { JSONWriter.Options(sortsKeys: true) }

  @Test("fields are sorted by the UTF-8 of their keys, at every level")
  func sorting() throws {
    let json = #"{"b":1,"a":{"z":[{"y":1,"x":2}],"B":1.50},"é":3,"ab":"\u0041","":0}"#
    let expected = #"{"":0,"a":{"B":1.50,"z":[{"x":2,"y":1}]},"ab":"\u0041","b":1,"é":3}"#
    #expect(try written(json, sorted) == expected)
    let owned = try JSON(parsing: json).serialized(sorted)
    #expect(
      String(decoding: owned, as: UTF8.self)
        == #"{"":0,"a":{"B":1.50,"z":[{"x":2,"y":1}]},"ab":"A","b":1,"é":3}"#)
    #expect(
      try written(json, JSONWriter.Options(layout: .pretty(indent: 1), sortsKeys: true)) == """
        {
         "": 0,
         "a": {
          "B": 1.50,
          "z": [
           {
            "x": 2,
            "y": 1
           }
          ]
         },
         "ab": "\\u0041",
         "b": 1,
         "é": 3
        }
        """)
  }

  @Test("keys compare without their escapes, and fields of one key keep their order")
  func escapes() throws {
    let json = #"{"\u0062":1,"a":2,"c":3,"\u0063":4,"c":5,"\"":6}"#
    #expect(try written(json, sorted) == #"{"\"":6,"a":2,"\u0062":1,"c":3,"\u0063":4,"c":5}"#)
  }

  @Test("the order of Foundation's encoder")
  func foundation() throws {
    let keys = ["b", "B", "a", "ab", "é", "10", "9", "日", "😀", "\u{FB33}", "_", " "]
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let values = Dictionary(uniqueKeysWithValues: keys.enumerated().map { ($1, $0) })
    let theirs = String(decoding: try encoder.encode(values), as: UTF8.self)
    #expect(try written(theirs, sorted) == theirs)
    let shuffled = "{" + values.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
    #expect(try written(shuffled, sorted) == theirs)
  }

  @Test("a writer to a sink keeps an object until it ends")
  func sink() throws {
    var (text, pieces) = ("", 0)
    var writer = unsafe JSONWriter(options: JSONWriter.Options(sortsKeys: true)) { bytes in
      text += unsafe String(decoding: bytes, as: UTF8.self)
      pieces += 1
    }
    let long = String(repeating: "x", count: 200_000)
    try writer.beginArray()
    for _ in 0..<2 {
      try writer.beginObject()
      try writer.key("b")
      try writer.value(long)
      try writer.flush()
      try writer.key("a")
      try writer.value(1)
      try writer.endObject()
    }
    try writer.endArray()
    try writer.finish()
    #expect(text == "[{\"a\":1,\"b\":\"\(long)\"},{\"a\":1,\"b\":\"\(long)\"}]")
    #expect(pieces >= 2)
  }

  @Test("a value that fails leaves the writer as it was")
  func rollback() throws {
    var writer = JSONWriter(options: sorted)
    try writer.beginObject()
    try writer.key("b")
    var reader = JSONReader()
    try reader.withDocument(#"{"z":{"y":[1,tru]}}"#) { root in
      _ = #expect(throws: JSONError.self) { try writer.value(root) }
    }
    try writer.value(1)
    try writer.key("a")
    try writer.value(2)
    try writer.endObject()
    #expect(try writer.takeString() == #"{"a":2,"b":1}"#)
  }

  @Test(
    "the canonical form's published vectors",
    .enabled(if: TestCorpus.path != nil, "SLUICE_CORPUS names no folder"),
    arguments: ["arrays", "french", "structures", "unicode", "values", "weird"])
  func vectors(name: String) throws {
    let folder = try #require(TestCorpus.path) + "/json-canonicalization/testdata"
    let input = String(
      decoding: try TestCorpus.bytes("\(folder)/input/\(name).json"), as: UTF8.self)
    let output = String(
      decoding: try TestCorpus.bytes("\(folder)/output/\(name).json"), as: UTF8.self)
    #expect(try written(input, .canonical) == output)
    #expect(try written(output, .canonical) == output)
    #expect(
      String(decoding: try JSON(parsing: input).serialized(.canonical), as: UTF8.self) == output)
  }

  /// Appendix B of RFC 8785, and the borders of ECMAScript's layouts.
  @Test(
    "canonical numbers",
    arguments: [
      ("-0", "0"), ("-0.0", "0"), ("1.0", "1"), ("1e21", "1e+21"),
      ("1e20", "100000000000000000000"),
      ("0.000001", "0.000001"), ("0.0000001", "1e-7"), ("123e-9", "1.23e-7"),
      ("5e-324", "5e-324"), ("1.7976931348623157e308", "1.7976931348623157e+308"),
      ("9007199254740992", "9007199254740992"), ("-9007199254740992", "-9007199254740992"),
      ("295147905179352830000", "295147905179352830000"),
      ("1152921504606846976", "1152921504606847000"),
      ("9.999999999999997e22", "9.999999999999997e+22"), ("1e23", "1e+23"),
      ("333333333.33333325", "333333333.33333325"), ("0.1", "0.1"), ("-12.50", "-12.5"),
      ("424.2", "424.2"), ("1.5e3", "1500"),
    ])
  func numbers(number: String, expected: String) throws {
    #expect(try written(number, .canonical) == expected)
    #expect(
      String(decoding: try JSON(parsing: number).serialized(.canonical), as: UTF8.self) == expected)
  }

  @Test("what the canonical form refuses")
  func refused() throws {
    for json in [
      "9007199254740993", "[18446744073709551615]", #"{"a":1,"a":2}"#, #"{"\u0061":1,"b":3,"a":2}"#,
    ] {
      let error = #expect(throws: JSONError.self) { _ = try written(json, .canonical) }
      let isDuplicate = json.hasPrefix("{")
      #expect(error?.code == (isDuplicate ? .duplicateKey : .invalidValue), "\(json)")
    }
    var writer = JSONWriter(options: .canonical)
    #expect(throws: JSONError.self) { try writer.value(Int64.max) }
    #expect(throws: JSONError.self) { try writer.value(Double.nan) }
    try writer.value(UInt64(1) << 60)
    #expect(try writer.takeString() == "1152921504606847000")
  }
}

@Suite("Sorting large objects in each other")
struct NestedSortingTests {
  /// The text with the keys of all objects sorted, made by recursion.
  private func text(_ json: JSON) -> String {
    switch json {
    case .array(let elements): "[" + elements.map(text).joined(separator: ",") + "]"
    case .object(let object):
      "{"
        + object.sorted { $0.key < $1.key }.map { "\"\($0.key)\":" + text($0.value) }
        .joined(separator: ",") + "}"
    default: json.description
    }
  }

  private func json(_ levels: Int, _ random: inout SeededGenerator) -> JSON {
    let count = Int.random(in: 0...6, using: &random)
    switch Int.random(in: 0...5, using: &random) {
    case 0 where levels < 6: return JSON(levels)
    case 1: return .string(String(repeating: "x", count: 40 * count))
    case 2:
      return .array(JSONArray((0..<count).map { _ in levels > 0 ? json(levels - 1, &random) : 1 }))
    default:
      guard levels > 0 else { return 0 }
      var object = JSONObject()
      for _ in 0..<count {
        object["k\(Int.random(in: 10...40, using: &random))"] = json(levels - 1, &random)
      }
      return .object(object)
    }
  }

  @Test("writes what sorting each of them alone writes", arguments: 0..<20 as Range<UInt64>)
  func random(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<10 {
      let value = json(7, &random)
      let expected = text(value)
      for options in [JSONWriter.Options.canonical, JSONWriter.Options(sortsKeys: true)] {
        #expect(String(decoding: try value.serialized(options), as: UTF8.self) == expected)
        var writer = JSONWriter(options: options)
        try writer.beginArray()
        for _ in 0..<2 {
          // What is taken back leaves nothing to be sorted. Only the canonical form refuses this number.
          if options == .canonical {
            let bad: JSON = ["b": value, "a": [value, .number(JSONNumber(9_007_199_254_740_993))]]
            #expect(throws: JSONError.self) { try writer.value(bad) }
          }
          try writer.value(value)
        }
        try writer.endArray()
        #expect(try writer.takeString() == "[\(expected),\(expected)]")
      }
    }
  }

  @Test("sorts 50,000 objects in each other")
  func deep() throws {
    let depth = 50_000
    for options in [JSONWriter.Options.canonical, JSONWriter.Options(sortsKeys: true)] {
      var writer = JSONWriter(options: options)
      for _ in 0..<depth {
        try writer.beginObject()
        try writer.key("b")
      }
      try writer.value(0)
      for level in 0..<depth {
        try writer.key("a")
        try writer.value(level)
        try writer.endObject()
      }
      var expected = ""
      for level in (0..<depth).reversed() { expected += "{\"a\":\(level),\"b\":" }
      #expect(try writer.takeString() == expected + "0" + String(repeating: "}", count: depth))
    }
  }
}
