import DocumentTestSupport
import Sluice
import SluiceQueries
import Testing

@Suite("JSONPath queries")
struct JSONQueryTests {
  static let store = """
    {"store": {"book": [
      {"category": "reference", "title": "Sayings", "price": 8.95},
      {"category": "fiction", "title": "Sword", "price": 12.99},
      {"category": "fiction", "title": "Moby Dick", "isbn": "0-553-21311-3", "price": 8.99},
      {"category": "fiction", "title": "Rings", "isbn": "0-395-19395-8", "price": 22.99}],
      "bicycle": {"color": "red", "price": 399}}}
    """

  private func values(
    _ query: String, in text: String, _ options: JSONOptions = JSONOptions()
  ) throws -> String {
    try reading(text, options) { root in
      var values: [JSON] = []
      try JSONQuery(query).forEach(in: root) { values.append(try $0.materialize()) }
      return JSON(values).description
    }
  }

  @Test(
    "selects by names, wildcards, indexes, slices, filters and descendant segments",
    arguments: [
      ("$.store.book[*].category", #"["reference","fiction","fiction","fiction"]"#),
      ("$..title", #"["Sayings","Sword","Moby Dick","Rings"]"#),
      ("$.store..price", "[8.95,12.99,8.99,22.99,399]"),
      ("$..book[2]['title','isbn']", #"["Moby Dick","0-553-21311-3"]"#),
      ("$..book[-1].title", #"["Rings"]"#),
      ("$..book[:2].title", #"["Sayings","Sword"]"#),
      ("$..book[::-2].title", #"["Rings","Sword"]"#),
      ("$..book[?@.isbn].price", "[8.99,22.99]"),
      ("$..book[?@.price < 10 && !@.isbn].title", #"["Sayings"]"#),
      ("$..[?@.price == $.store.bicycle.price].color", #"["red"]"#),
      ("$..book[?match(@.title, 'S[a-z]*')].title", #"["Sayings","Sword"]"#),
      ("$..book[?search(@.isbn, '^0-.*8$')].title", #"["Rings"]"#),
      ("$.store[?count(@.*) == 4][0].title", #"["Sayings"]"#),
      ("$.store[?length(@) == 2].color", #"["red"]"#),
      ("$.store.book[?value(@..price) > 20].title", #"["Rings"]"#),
      ("$.nothing[0].there", "[]"),
    ])
  func selects(query: String, expected: String) throws {
    #expect(try values(query, in: Self.store) == expected)
    #expect(try values(query, in: Self.store, .full) == expected)
  }

  @Test("a descendant segment returns the fields of an object before those of the objects in it")
  func descendantOrder() throws {
    let text = #"{"x": {"a": {"a": 1}}, "a": [{"a": 2}], "y": [{"b": 0}, {"a": 3}]}"#
    #expect(try values("$..a", in: text) == #"[[{"a":2}],{"a":1},1,2,3]"#)
    #expect(try values("$..['a']", in: text) == #"[[{"a":2}],{"a":1},1,2,3]"#)
    #expect(try values("$..['a','b']", in: text) == #"[[{"a":2}],{"a":1},1,2,0,3]"#)
    #expect(try values("$..a..a", in: text) == "[2,1]")
  }

  @Test("returns the first match without looking for the rest")
  func first() throws {
    let broken = #"{"a": [{"id": 1}, {"id": 2}, {"id" 3}]}"#
    #expect(try reading(broken) { try JSONQuery("$.a[*].id").first(in: $0)?.int } == 1)
    let isAbsent = try reading(broken) { root in
      try JSONQuery("$[7]['x']").first(in: root["a"][0]) == nil
    }
    #expect(isAbsent)
    let document = try JSONDocument(parsing: Self.store)
    #expect(try JSONQuery("$..isbn").first(in: document.root)?.string == "0-553-21311-3")
    #expect(try JSONQuery("$..x").first(in: document.root) == nil)
  }

  @Test("a part of a document can be the argument")
  func part() throws {
    let titles = try reading(Self.store) { root in
      let book = try root["store"]["book"]
      return try JSONQuery("$[?$[0].price < @.price].title").locations(in: book)
    }
    #expect(titles == ["$[1]['title']", "$[2]['title']", "$[3]['title']"])
  }

  @Test(
    "numbers compare exactly, however they are written",
    arguments: [
      ("1", "1.0", true), ("1e2", "100", true), ("-0", "0.0", true), ("0.1", "1e-1", true),
      ("9007199254740993", "9007199254740992", false),
      ("123456789012345678901234567890", "123456789012345678901234567891", false),
      ("123456789012345678901234567890", "1.2345678901234567890123456789e29", true),
      ("0.30000000000000004", "0.3", false), ("1e400", "10e399", true),
    ])
  func numbers(left: String, right: String, areEqual: Bool) throws {
    // Documents take no numbers beyond a double's range; queries do.
    let inDocument = left.contains("e400") ? "1" : left
    #expect(try values("$[?\(left) == \(right)]", in: "[1]") == (areEqual ? "[1]" : "[]"))
    #expect(
      try !values("$[?@ == \(left)]", in: "[\(inDocument)]").contains("[]")
        == (inDocument == left))
    if inDocument == left {
      #expect(try !values("$[?@ == \(right)]", in: "[\(left)]").contains("[]") == areEqual)
      #expect(try !values("$[?@ < \(right)]", in: "[\(left)]").contains("[]") == false || !areEqual)
      #expect(try !values("$[?@ <= \(right)]", in: "[\(left)]").contains("[]") || !areEqual)
    }
  }

  @Test("a name follows the duplicate-key policy; wildcards visit all fields")
  func duplicates() throws {
    let text = #"{"a": 1, "\u0061": 2, "b": {"a": 3, "c": [{"a": 4}], "a": 5}}"#
    #expect(try values("$.a", in: text) == "[1]")
    #expect(try values("$..a", in: text) == "[1,3,4]")
    let last = JSONOptions(duplicateKeys: .lastWins)
    #expect(try values("$.a", in: text, last) == "[2]")
    #expect(try values("$..a", in: text, last) == "[2,5,4]")
    #expect(try values("$..['a']", in: text, last) == "[2,5,4]")
    #expect(try values("$..['a','x']", in: text, last) == "[2,5,4]")
    #expect(try values("$[?@ < 3]", in: text) == "[1,2]")
    let reject = JSONOptions(duplicateKeys: .reject)
    for query in ["$.a", "$..a", "$..['a','x']", "$[?$.a]"] {
      #expect(
        refusal(of: text, reject) { _ = try JSONQuery(query).first(in: $0)?.offset }?.code
          == .duplicateKey, "\(query)")
    }
  }

  @Test(
    "a descendant name takes one field of each object, whatever is between those of one name",
    arguments: [
      (#"{"a":1,"a":2}"#, [1], [2]),
      (#"{"a":1,"b":{"a":3},"a":2}"#, [1, 3], [2, 3]),
      (#"{"a":{"a":4,"a":5},"a":{"a":6}}"#, [0, 4, 6], [0, 5, 6]),
      (#"[{"a":1},{"a":2,"a":3},{"b":[{"a":7,"a":8}]}]"#, [1, 2, 7], [1, 3, 8]),
    ])
  func descendantDuplicates(text: String, first: [Int64], last: [Int64]) throws {
    // An object counts as 0; one that loses is walked over nevertheless.
    func found(_ policy: DuplicateKeys) throws -> [Int64] {
      try reading(text, JSONOptions(duplicateKeys: policy)) { root in
        var found: [Int64] = []
        try JSONQuery("$..a").forEach(in: root) { found.append((try? $0.int64) ?? 0) }
        return found
      }
    }
    #expect(try found(.firstWins) == first)
    #expect(try found(.lastWins) == last)
    #expect(throws: JSONError.self) { try found(.reject) }
  }

  @Test(
    "an error says what was expected, what was found, and where",
    arguments: [
      ("", "expected '$' at character 1, found the end; a JSONPath begins with '$'", 0),
      ("a.b", "expected '$' at character 1, found 'a'", 0),
      ("$.a b", "expected '.', '..', '[' or the end at character 4, found ' '", 3),
      ("$.é. b", "expected a name or '*' after '.' at character 5, found ' '", 5),
      ("$..", "expected a name, '*' or '[' after '..' at character 4, found the end", 3),
      ("$[a]", "names in brackets need quotes: ['name']", 2),
      ("$[1 2]", "expected ',' or ']' at character 5, found '2'", 4),
      ("$['a", "expected a closing quote for the string at character 3, found the end", 4),
      (#"$["\x"]"#, "expected an escape after '\\' at character 5, found 'x'", 4),
      (#"$["\uD800"]"#, "expected a pair of surrogates", 3),
      ("$[01]", "expected an integer without leading zeros", 2),
      ("$[9007199254740992]", "expected an integer between -(2^53 - 1) and 2^53 - 1", 2),
      ("$[?@.a==01]", "expected a number by RFC 8259 at character 9, found '01'", 8),
      ("$[?1]", "the value at character 4 must be compared", 4),
      ("$[?@.*==1]", "expected a query for at most one value at character 4", 3),
      ("$[?match(@,'a')==true]", "leave the comparison out", 3),
      (
        "$[?len(@)==1]", "expected length, count, value, match or search at character 4, found len",
        3
      ),
      ("$[?count(@,@)==1]", "expected 1 argument for count at character 4, found 2", 3),
      ("$[?count(1)==1]", "expected a query such as @.* in count(…) at character 10", 9),
      ("$[?@==abc]", "strings need quotes: 'abc'", 6),
      ("$[?(@.a]", "expected '&&', '||' or ')' at character 8, found ']'", 7),
    ])
  func errors(text: String, reason: String, offset: Int) throws {
    let error = try #require(#expect(throws: JSONError.self) { try JSONQuery(text) })
    #expect(error.code == .invalidPath)
    #expect(error.offset == offset)
    #expect(error.description.contains(reason), "\(error)")
  }

  @Test("queries are values: compared by their text, hashed, printed")
  func values() throws {
    let query = try JSONQuery("$..id")
    #expect(try query == JSONQuery("$..id") && query != JSONQuery("$.id"))
    #expect(try Set([query, JSONQuery("$..id")]).count == 1)
    #expect(query.description == "$..id" && !query.isSingular)
    #expect(try JSONQuery("$['a'][-1].b").isSingular)
    #expect(try JSONQuery("$['\u{E9}']") != JSONQuery("$['e\u{301}']"))
  }
}
