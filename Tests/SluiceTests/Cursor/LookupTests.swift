import DocumentTestSupport
import Sluice
import Testing

@Suite("Lookup by key")
struct LookupTests {
  @Test(
    "the policy decides between duplicate keys",
    arguments: [
      (DuplicateKeys.firstWins, 1), (.lastWins, 3), (.reject, nil),
    ] as [(DuplicateKeys, Int?)])
  func duplicates(policy: DuplicateKeys, expected: Int?) {
    let options = JSONOptions(duplicateKeys: policy)
    for text in [#"{"a":1,"b":0,"a":2,"a":3}"#, #"{"a":1,"\u0061":2,"b":0,"a" :3}"#] {
      let found = try? reading(text, options) { root in try root["a"].int }
      #expect(found == expected)
      // The same answer each time.
      let twice = try? reading(text, options) { root in
        _ = try root["a"].int
        return try root["a"].int
      }
      #expect(twice == expected)
      let dynamic = try? reading(text, options) { root in try root["a" as String].int }
      #expect(dynamic == expected)
    }
    let error = refusal(of: #"{"a":1,"a":2}"#, options) { root in _ = try root["a"] }
    #expect(error?.code == (policy == .reject ? .duplicateKey : nil))
    // Other keys are not checked for duplicates.
    let other = try? reading(#"{"a":1,"a":2,"b":7}"#, options) { root in try root["b"].int }
    #expect(other == 7)
  }

  /// Keys as written in the document, and their names.
  static let keys = [
    (#"a"#, "a"), (#"\u0061"#, "a"), (#"i\\j"#, "i\\j"), (#"k\"l"#, "k\"l"), (#" "#, " "),
    (#""#, ""),
    (#"m~n"#, "m~n"), (#"a\/b"#, "a/b"), (#"\uD83D\uDE00"#, "😀"), ("😀", "😀"), ("é", "é"),
    (#"\u00e9"#, "é"),
    (#"tab\t"#, "tab\t"), (#"\\"#, "\\"), (#"\""#, "\""), (#"\\u0061"#, "\\u0061"),
    (#"\u0000"#, "\0"),
    (
      #"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n"#,
      "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n"
    ),
    (#"a\":1,\"b"#, #"a":1,"b"#), (#"{}[],:"#, "{}[],:"),
  ]

  @Test("keys compare by their unescaped value", arguments: keys)
  func unescaped(raw: String, name: String) throws {
    for space in ["", " ", "\n\t  "] {
      let text = "{\"zz\": 0, \"\(raw)\"\(space): 7, \"last\": 8}"
      let found = try reading(text) { root in try root[name].int }
      #expect(found == 7, "\(text)")
      let (forward, key) = try reading(text) { root in
        var fields = try root.fields
        let value = try fields.next(named: name)?.int
        var all = try root.fields
        _ = try all.next()
        let key = try all.next()?.key.string
        return (value, key)
      }
      #expect(forward == 7)
      #expect(key.map { Array($0.utf8) } == Array(name.utf8))
      for (_, other) in Self.keys where Array(other.utf8) != Array(name.utf8) {
        let isMissing = try reading(text) { root in try root[ifPresent: other] == nil }
        #expect(isMissing, "\(other.debugDescription) in \(text)")
      }
    }
  }

  @Test("a key with a quote in it does not match across text")
  func quoteInKey() throws {
    let isMissing = try reading(#"{"a":1,"b":2}"#) { root in try root[ifPresent: #"a":1,"b"#] == nil
    }
    #expect(isMissing)
  }

  @Test("treats canonically equivalent keys as different")
  func equivalence() throws {
    let text = "{\"\u{E9}\":1,\"e\u{301}\":2}"
    let (composed, decomposed) = try reading(text) { root in
      (try root["\u{E9}"].int, try root["e\u{301}"].int)
    }
    #expect(composed == 1)
    #expect(decomposed == 2)
  }

  @Test("treats a prefix of a key, and a longer key, as other keys")
  func prefixes() throws {
    let found = try reading(#"{"abc":1,"ab":2,"a":3,"":4}"#) { root in
      (try root["a"].int, try root["ab"].int, try root["abc"].int, try root[""].int)
    }
    #expect(found == (3, 2, 1, 4))
  }

  @Test("distinguishes missing from null")
  func missingAndNull() throws {
    let (isNull, isMissing) = try reading(#"{"a":null}"#) { root in
      (try root["a"].isNull, try root[ifPresent: "b"] == nil)
    }
    #expect(isNull)
    #expect(isMissing)
    #expect(refusal(of: #"{"a":null}"#) { root in _ = try root["b"] }?.code == .missingField)
  }

  @Test(
    "throws type-mismatch for a key of a value that is not an object",
    arguments: [
      "[]", "1", "\"a\"", "null", "true",
    ])
  func mismatch(text: String) {
    #expect(refusal(of: text) { root in _ = try root["a"] }?.code == .typeMismatch)
    #expect(refusal(of: text) { root in _ = try root[ifPresent: "a"] }?.code == .typeMismatch)
    #expect(refusal(of: text) { root in _ = try root.fields }?.code == .typeMismatch)
  }

  @Test("a forward search by name passes each field once and never goes back")
  func forward() throws {
    let found = try reading(#"{"a":1,"b":{"a":9},"c":3,"a":4}"#) { root in
      var fields = try root.fields
      let c = try fields.next(named: "c")?.int
      let b = try fields.next(named: "b") == nil
      let a = try fields.next(named: "a")?.int
      let more = try fields.next() == nil
      return (c, b, a, more)
    }
    #expect(found == (3, true, 4, true))
  }

  @Test(
    "a missing value before a closing bracket doesn't make fields of the outer object look like inner ones",
    arguments: [
      #"{"x":{"a":},"b":1,"c":[2,3]}"#, #"{"x":{"z":[1,],"a":},"b":1,"c":[2,3]}"#,
      #"{"x":{"z":{"y":},"a":},"b":1,"c":[2,3]}"#,
    ])
  func missingValue(text: String) throws {
    let (inner, count, b, c) = try reading(text) { root in
      let x = try root["x"]
      return (
        try x[ifPresent: "b"] == nil && x[ifPresent: "c"] == nil, try x.count, try root["b"].int,
        try root["c"].count
      )
    }
    #expect(inner)
    #expect(count == (text.contains("z") ? 2 : 1))
    #expect(b == 1)
    #expect(c == 2)
    #expect(refusal(of: text) { root in _ = try root["x"]["a"].int } != nil)
    #expect(refusal(of: text, .full)?.code == .unexpectedToken)
  }

  @Test(
    "a missing element before a closing bracket doesn't make elements of the outer array look like inner ones"
  )
  func missingElement() throws {
    let counts = try reading("[[1,],2,3]") { root in try [root[0].count, root.count] }
    #expect(counts == [2, 3])
    #expect(refusal(of: "[[1,],2,3]") { root in _ = try root[0][1].int } != nil)
    #expect(refusal(of: "[[1,],2,3]") { root in _ = try root[0][2].int }?.code == .indexOutOfBounds)
  }
}
