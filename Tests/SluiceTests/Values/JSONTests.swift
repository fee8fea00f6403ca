import DocumentTestSupport
import Foundation
import Sluice
import Testing

struct JSONTests {
  @Test("literals make the value that they spell")
  func literals() {
    let name = "Ada"
    let json: JSON = [
      "null": nil, "bool": true, "int": -3, "big": 18_446_744_073_709_551_615, "double": 1.5,
      "string": "a\(name)", "array": [1, "two", [:]],
    ]
    #expect(
      json.description
        == #"{"null":null,"bool":true,"int":-3,"big":18446744073709551615,"double":1.5,"#
        + #""string":"aAda","array":[1,"two",{}]}"#)
  }

  @Test("accessors give the value, and nil for another kind")
  func accessors() {
    #expect(JSON(7).int == 7)
    #expect(JSON(7).uint8 == 7)
    #expect(JSON(7).double == 7)
    #expect(JSON(300).uint8 == nil)
    #expect(JSON("7").int == nil)
    #expect(JSON("7").string == "7")
    #expect(JSON(true).bool == true)
    #expect(JSON(true).int == nil)
    #expect(JSON(1).bool == nil)
    #expect(JSON.null.isNull)
    #expect(JSON([1, 2]).array?.count == 2)
    #expect(JSON(["a": 1] as JSONObject).object?["a"] == 1)
  }

  @Test("subscripts read and set fields and elements in place")
  func subscripts() {
    var json: JSON = ["a": [1, 2], "b": "text"]
    json["a"]?[1] = 9
    json["a"]?[2] = 3
    json["a"]?[7] = 4
    json["a"]?[-1] = 4
    json["c"] = ["new": true]
    json["c"]?["new"] = nil
    json["b"]?["x"]?["y"] = 1
    #expect(json == ["a": [1, 9, 3], "b": "text", "c": [:]])
    json["a"]?[0] = nil
    json["b"] = nil
    #expect(json == ["a": [9, 3], "c": [:]])
    #expect(json["none"] == nil)
    #expect(json[0] == nil)
    var scalar: JSON = 5
    scalar["a"] = nil
    #expect(scalar == 5)
    scalar["a"] = 1
    #expect(scalar == ["a": 1])
  }

  @Test("setting a path creates missing objects")
  func paths() {
    var json: JSON = ["users": [["name": "Ada"]]]
    #expect(json[at: "users", 0, "name"] == "Ada")
    #expect(json[at: "users", 1, "name"] == nil)
    json[at: "users", 1, "name"] = "Bob"
    json[at: "users", 9, "name"] = "nowhere"
    json[at: "meta", "page", "size"] = 10
    json[at: "meta", "gone", "size"] = nil
    #expect(
      json == ["users": [["name": "Ada"], ["name": "Bob"]], "meta": ["page": ["size": 10]]])
    json[at: []] = 1
    #expect(json == 1)
  }

  @Test("compares by value, whatever the order and the spelling")
  func equality() throws {
    let a = try JSON(parsing: #"{"x": [1, {"y": 1.0}], "z": "é"}"#)
    let b = try JSON(parsing: #"{"z": "\u00e9", "x": [1e0, {"y": 1}]}"#)
    #expect(a == b)
    #expect(a.hashValue == b.hashValue)
    #expect(a != [:])
    #expect(try JSON(parsing: "[1,2]") != JSON(parsing: "[2,1]"))
    #expect(try JSON(parsing: #"{"a":null}"#) != JSON(parsing: #"{"b":null}"#))
    #expect(try JSON(parsing: "[[1]]") != JSON(parsing: "[[2]]"))
  }

  @Test("builds, writes, compares, hashes and destroys values nested to the ceiling")
  func depth() throws {
    let depth = JSON.depthCeiling
    let options = JSONOptions(checking: .full, depthLimit: 100_000)
    for (open, close, innermost) in [("[", "]", ""), (#"{"k":"#, "}", "null")] {
      let text =
        String(repeating: open, count: depth) + innermost + String(repeating: close, count: depth)
      let json = try JSON(parsing: text, options: options)
      let other = try JSON(parsing: text, options: options)
      #expect(json == other)
      #expect(json.hashValue == other.hashValue)
      #expect(json.description == text)
      let deeper = open + text + close
      let error = #expect(throws: JSONError.self) { try JSON(parsing: deeper, options: options) }
      #expect(error?.code == .depthExceeded)
    }
  }

  @Test("respects the reader's depth limit", arguments: [1, 5, 1024])
  func depthLimit(limit: Int) throws {
    var reader = JSONReader(options: JSONOptions(depthLimit: limit))
    let fits = String(repeating: "[", count: limit) + String(repeating: "]", count: limit)
    #expect(try reader.withDocument(fits) { try $0.materialize() }.description == fits)
    let error = #expect(throws: JSONError.self) {
      try reader.withDocument("[\(fits)]") { _ = try $0.materialize() }
    }
    #expect(error?.code == .depthExceeded)
    #expect(error?.offset == limit)
  }

  @Test("Foundation's coders preserve values both ways")
  func coding() throws {
    let json: JSON = [
      "null": nil, "bool": true, "int": -3, "double": 1.5, "string": "s", "array": [1, [], [:]],
      "max": 18_446_744_073_709_551_615, "one": 1,
    ]
    let data = try JSONEncoder().encode(json)
    #expect(try JSON(parsing: Array(data)) == json)
    #expect(try JSONDecoder().decode(JSON.self, from: data) == json)
    let deep = (0..<2000).reduce(JSON.null) { json, _ in [json] }
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(deep) }
  }
}
