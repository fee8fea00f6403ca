import Sluice
import Testing

struct MaterializeTests {
  @Test(
    "gives the same value whatever the white space",
    arguments: [
      "null", "true", "false", "0", #""""#, "[]", "{}", " [ ] ", " { } ", "[[],{}]",
      #"{"a":{},"b":[],"c":[1,[2,[3]]]}"#, #" [ 1 , "a" , { "k" : [ ] } ] "#,
      #"{"\u0061":"\ud83d\ude00\n"}"#,
    ])
  func values(text: String) throws {
    let json = try JSON(parsing: text)
    #expect(try JSON(parsing: json.description) == json)
    let compact = text.filter { $0 != " " }
    if !compact.contains("\\") { #expect(json.description == compact) }
  }

  @Test(
    "finds damage inside the value even if the reader checks only what is accessed",
    arguments: [
      ("[1,]", JSONError.Code.unexpectedToken), ("[1 2]", .unexpectedToken),
      (#"{"a" 1}"#, .unexpectedToken), (#"{"a":1,}"#, .incomplete), (#"{1:2}"#, .unexpectedToken),
      ("[", .incomplete), ("[1", .incomplete), (#"{"a""#, .incomplete), (#"{"a":"#, .incomplete),
      ("[tru]", .invalidLiteral), ("[01]", .invalidNumber), ("[1e999]", .numberOutOfRange),
      (#"["\x"]"#, .invalidEscape), (#"{"\ud800":1}"#, .invalidEscape), ("[1}", .unexpectedToken),
      ("[:]", .unexpectedToken),
    ])
  func damage(text: String, code: JSONError.Code) throws {
    var reader = JSONReader()
    let error = #expect(throws: JSONError.self) {
      try reader.withDocument(text) { _ = try $0.materialize() }
    }
    #expect(error?.code == code)
    // The writer's copy of the same tokens throws the same error and writes nothing.
    let copied = #expect(throws: JSONError.self) {
      try reader.withDocument(text) { root in
        var writer = JSONWriter()
        try writer.beginArray()
        do { try writer.value(root) } catch {
          try writer.endArray()
          #expect(try writer.takeString() == "[]")
          throw error
        }
      }
    }
    #expect(copied?.code == code)
    #expect(copied?.offset == error?.offset)
  }

  @Test(
    "follows the reader's policy for duplicate keys",
    arguments: [(DuplicateKeys.firstWins, Int?.some(1)), (.lastWins, 3), (.reject, nil)])
  func duplicates(policy: DuplicateKeys, expected: Int?) throws {
    var reader = JSONReader(options: JSONOptions(duplicateKeys: policy))
    let text = #"{"a":1,"b":2,"\u0061":3}"#
    guard let expected else {
      let error = #expect(throws: JSONError.self) {
        try reader.withDocument(text) { _ = try $0.materialize() }
      }
      #expect(error?.code == .duplicateKey)
      #expect(error?.offset == 13)
      return
    }
    let json = try reader.withDocument(text) { try $0.materialize() }
    #expect(json == ["a": JSON(expected), "b": 2])
  }

  @Test("takes out a part of a document alone")
  func part() throws {
    var reader = JSONReader()
    let json = try reader.withDocument(#"{"a":[1,{"b":[true]}],"c":}"#) { root in
      try root["a"][1].materialize()
    }
    #expect(json == ["b": [true]])
  }

  @Test("finds repeated keys in objects of any size, however they are spelled")
  func duplicatesInLargeObjects() throws {
    for count in [2, 16, 17, 31, 32, 33, 34, 70, 300] {
      // The same length, and the same text at both ends.
      let keys = (0..<count).map { "beginning-\(1000 + $0)-behind-it" }
      for twice in [0, count / 2, count - 1] {
        let again = keys[twice].replacing("-", with: "\\u002d")
        let fields = keys.map { "\"\($0)\":1" } + ["\"\(again)\":[2]", "\"z\":3"]
        let text = "{" + fields.joined(separator: ",") + "}"
        for (policy, value) in [(DuplicateKeys.firstWins, JSON(1)), (.lastWins, [2])] {
          var reader = JSONReader(options: JSONOptions(duplicateKeys: policy))
          let json = try reader.withDocument(text) { try $0.materialize() }
          let object = try #require(json.object)
          #expect(object.keys == keys + ["z"])
          #expect(object[keys[twice]] == value)
          #expect(object["z"] == 3)
          #expect(object.index(forKey: keys[count / 2]) == count / 2)
        }
        var reader = JSONReader(options: JSONOptions(duplicateKeys: .reject))
        let error = #expect(throws: JSONError.self) {
          try reader.withDocument(text) { _ = try $0.materialize() }
        }
        #expect(error?.code == .duplicateKey)
      }
    }
  }

  @Test("keeps the fields of nested objects apart, even if one ends with a fault")
  func nestedObjects() throws {
    let inner = "{\"a\":1,\"b\":{\"a\":{\"a\":[{\"b\":2},3]},\"b\":4},\"c\":[]}"
    let text = "{\"a\":\(inner),\"b\":[\(inner),\(inner)],\"c\":{}}"
    #expect(try JSON(parsing: text).serializedString() == text)
    for end in 1..<text.utf8.count {
      #expect(throws: (any Error).self) { try JSON(parsing: String(text.prefix(end))) }
    }
  }
}
