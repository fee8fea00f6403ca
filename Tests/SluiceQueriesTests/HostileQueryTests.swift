import DocumentTestSupport
import Sluice
import SluiceQueries
import TestSupport
import Testing

@Suite("Hostile JSONPath queries and documents")
struct HostileQueryTests {
  private func count(_ query: String, in text: String, _ options: JSONOptions = JSONOptions())
    throws -> Int
  {
    try reading(text, options) { root in
      var count = 0
      try JSONQuery(query).forEach(in: root) { _ in count += 1 }
      return count
    }
  }

  @Test("refuses nesting beyond the limit, and takes nesting up to it")
  func nesting() throws {
    func parentheses(_ depth: Int) -> String {
      "$[?" + String(repeating: "(", count: depth) + "@.a" + String(repeating: ")", count: depth)
        + "]"
    }
    func filters(_ depth: Int) -> String {
      String(repeating: "$[?", count: depth) + "@" + String(repeating: "]", count: depth)
    }
    func calls(_ depth: Int) -> String {
      "$[?" + String(repeating: "length(", count: depth) + "@"
        + String(repeating: ")", count: depth) + "==1]"
    }
    for text in [parentheses, filters, calls] {
      for depth in [33, 1000, 60_000 / 9] {
        let error = #expect(throws: JSONError.self) { try JSONQuery(text(depth)) }
        #expect(error?.description.contains("at most 32 levels") == true, "\(depth)")
      }
      #expect(try count(text(31), in: #"[{"a": 1}, "x"]"#) <= 2)
    }
  }

  @Test("refuses a query of more than 65,536 bytes, and takes as many segments as fit")
  func length() throws {
    let long = "$" + String(repeating: ".a", count: 32_767)
    #expect(try count(long, in: "{}") == 0)
    #expect(try count("$" + String(repeating: "[*]", count: 21_000), in: "[[[]]]") == 0)
    let error = #expect(throws: JSONError.self) { try JSONQuery(long + ".a") }
    #expect(
      error?.description.contains("expected a query of at most 65536 bytes, found 65537") == true)
    #expect((error?.description.utf8.count ?? .max) < 400)
  }

  @Test("walks over the deepest documents without using the stack for levels")
  func depth() throws {
    let levels = 200_000
    let text = String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
    let deep = JSONOptions(checking: .full, depthLimit: levels)
    #expect(try count("$..*", in: text, deep) == levels - 1)
    #expect(try count("$..a", in: text, deep) == 0)
    #expect(try count("$..[?@[0]]", in: text, deep) == levels - 2)
    let wildcards = "$" + String(repeating: "[*]", count: 20_000)
    #expect(try count(wildcards, in: text, deep) == 1)
    #expect(
      refusal(of: text) { _ = try JSONQuery("$..*").matches(in: $0).count() }?.code
        == .depthExceeded)
  }

  @Test(
    "a pattern takes time proportional to the text",
    arguments: ["(a*)*b", "(a|a)*b", "(a?){1000}a{1000}b", "(a|aa)+b", "(.*)*(.*)*x", "((a*)*)*b"])
  func patterns(pattern: String) throws {
    let text = "[\"" + String(repeating: "a", count: 3000) + "\"]"
    #expect(try count("$[?match(@, '\(pattern)')]", in: text) == 0)
    #expect(try count("$[?search(@, '\(pattern)')]", in: text) == 0)
  }

  @Test("refuses patterns that would be too large, in queries and in documents")
  func largePatterns() throws {
    for pattern in [
      "((a{1000}){1000}){1000}", "a{99999999999999999999}", String(repeating: "(", count: 500),
      String(repeating: "a", count: 5000), "(a|b){2000}",
    ] {
      let error = #expect(throws: JSONError.self) { try JSONQuery("$[?match(@, '\(pattern)')]") }
      #expect(error?.description.contains("expected a pattern of at most 4096 steps") == true)
      let inDocument = refusal(of: "[\"\(pattern)\"]") { root in
        _ = try JSONQuery("$[?match('a', @)]").first(in: root)?.offset
      }
      #expect(inDocument?.code == .invalidValue)
    }
  }

  @Test(
    "a bracket with thousands of ranges and categories takes a look-up, and no walk, per character")
  func largeBrackets() throws {
    // Every second letter of a script, backwards, twice and overlapping.
    let letters = stride(from: 0xD7A2, through: 0xAC00, by: -2).compactMap(Unicode.Scalar.init)
    let ranges = letters.map { "\($0)" }.joined()
    let text = "[\"" + String(repeating: "\u{AC01}", count: 20_000) + "\", \"\u{AC00}\u{D7A2}\"]"
    let pattern = "[" + ranges + "a-cb-d\\\\p{Nd}\\\\p{Nd}]*"
    #expect(try count("$[?match(@, '\(pattern)')]", in: text) == 1)
    #expect(try count("$[?match(@, '[^\(ranges)]*')]", in: text) == 1)
    #expect(try count("$[?match(@, '\(pattern)')]", in: #"["abcd0٣", "e", ""]"#) == 2)
  }

  @Test("refuses a pattern of a document that has more than 65,536 bytes, before it is parsed")
  func longPatterns() throws {
    for length in [65_537, 1_000_000] {
      let text = "[\"" + String(repeating: "|", count: length) + "\"]"
      let error = refusal(of: text) { _ = try JSONQuery("$[?match('a', @)]").first(in: $0)?.offset }
      #expect(error?.code == .invalidValue)
    }
  }

  @Test("huge slices take no time for what is not there")
  func slices() throws {
    let text = "[0,1,2,3,4]"
    #expect(try count("$[-9007199254740991:9007199254740991]", in: text) == 5)
    #expect(try count("$[9007199254740991:-9007199254740991:-1]", in: text) == 5)
    #expect(try count("$[::9007199254740991]", in: text) == 1)
    #expect(try count("$[4::-9007199254740991]", in: text) == 1)
    #expect(try count("$[1:9007199254740991:2]", in: text) == 2)
    #expect(try count("$[::0]", in: text) == 0)
    #expect(try count("$[-9007199254740991]", in: text) == 0)
  }

  @Test("unpaired surrogates in a document are an error where a string is read, and match no name")
  func surrogates() throws {
    let text = #"[{"\ud800": 1, "a": "\udc00"}]"#
    #expect(try count("$[*]['a']", in: text) == 1)
    #expect(try count("$..b", in: text) == 0)
    for query in ["$[?@.a == 'x']", "$[?@.a < 'x']", "$[?match(@.a, '.')]", "$[?length(@.a) == 1]"]
    {
      let error = refusal(of: text) { _ = try JSONQuery(query).first(in: $0)?.offset }
      #expect(error?.code == .invalidEscape, "\(query)")
    }
  }

  @Test("damaged documents give errors or values, and never a crash")
  func damage() throws {
    let queries = try [
      "$..a", "$..*", "$[?@.a == @.b]", "$..[?@.a < 3]", "$[-1]", "$[::-1]", "$..[?length(@) > 1]",
      "$..[?match(@.a, '[a-z]*')]", "$.*[?count(@..*) > value(@.b)]", "$['a','b'][0,1]",
    ].map { try JSONQuery($0) }
    var random = SeededGenerator(seed: 9535)
    let text = #"{"a":[{"a":"x","b":[1,2.5e1,true]},{"b":null}],"b":{"a":{"a":-0},"c":"\u00e9"}}"#
    for round in 0..<Rounds.count(1000, long: 50_000) {
      var bytes = Array(text.utf8)
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes.remove(at: place)
        case 1: bytes[place] = Array(#"{}[],:"\1a "#.utf8).randomElement(using: &random) ?? 0
        default: bytes.insert(bytes[place], at: place)
        }
      }
      let query = queries[round % queries.count]
      _ = refusal(of: bytes) { root in
        try query.forEach(in: root) { _ = try? $0.materialize() }
        _ = try query.locations(in: root)
      }
    }
  }
}

extension JSONMatches {
  /// The number of values that are left.
  fileprivate consuming func count() throws -> Int {
    var count = 0
    while try next() != nil { count += 1 }
    return count
  }
}
