import DocumentTestSupport
import Sluice
import Testing

@Suite("Strings")
struct JSONStringTests {
  /// The spelling in the document, and the string.
  static let strings = [
    (#"""#, ""), (#"abc"#, "abc"), (#"\""#, "\""), (#"\\"#, "\\"), (#"\/"#, "/"),
    (#"\b\f\n\r\t"#, "\u{8}\u{C}\n\r\t"),
    (#"\u0041"#, "A"), (#"\u00e9é"#, "éé"), (#"\u20AC"#, "€"), (#"\uD83D\uDE00"#, "😀"),
    (#"\ud834\udd1e!"#, "𝄞!"),
    (#"\u0000"#, "\0"), (#"a\u0000b"#, "a\0b"), ("日本語", "日本語"),
    (#"\uFFFF\uFFFE"#, "\u{FFFF}\u{FFFE}"),
    (String(repeating: "x", count: 1000) + #"\n"#, String(repeating: "x", count: 1000) + "\n"),
    (String(repeating: #"\u00e9"#, count: 500), String(repeating: "é", count: 500)),
    ("\u{7F}\u{80}", "\u{7F}\u{80}"),
  ].map { ($0.0 == #"""# ? "" : $0.0, $0.1) }

  @Test("unescapes a string, however it is read", arguments: strings)
  func unescaping(raw: String, expected: String) throws {
    for text in ["[\"\(raw)\"]", "[\"\(raw)\" ]", "[\n\"\(raw)\"\t,1]"] {
      for checking in [JSONChecking.accessed, .full] {
        let found = try reading(text, JSONOptions(checking: checking)) { root in
          let value = try root[0].text
          let bytes = try unsafe value.withUTF8 { unsafe Array($0) }
          return (
            string: try value.string, bytes: bytes, count: try value.utf8Count, raw: value.rawCount,
            escapes: value.hasEscapes, equal: value == expected, same: value == value,
            prefix: value.hasPrefix(String(expected.prefix(2)))
          )
        }
        #expect(Array(found.string.utf8) == Array(expected.utf8))
        #expect(found.bytes == Array(expected.utf8))
        #expect(found.count == expected.utf8.count)
        #expect(found.raw == raw.utf8.count)
        #expect(found.escapes == raw.contains("\\"))
        #expect(found.equal && found.same && found.prefix)
      }
    }
    let atRoot = try reading("\"\(raw)\"", .full) { root in try root.string }
    #expect(Array(atRoot.utf8) == Array(expected.utf8))
  }

  /// Those of up to 15 bytes are made from two words.
  @Test("short strings equal those of the standard library", arguments: 0...17)
  func shortStrings(count: Int) throws {
    for other in ["", "\u{7F}", "é", "€", "😀"] {
      for place in 0...count {
        var expected = String("abcdefghijklmnopq".prefix(count))
        expected.insert(contentsOf: other, at: expected.index(expected.startIndex, offsetBy: place))
        for text in ["[\"\(expected)\"]", "[\"\(expected)\" ,\"ABCDEFGHIJKLMNOP\"]"] {
          var string = try reading(text) { root in try root[0].string }
          #expect(string == expected && string.hashValue == expected.hashValue)
          #expect(Array(string.utf8) == Array(expected.utf8))
          string.append("!")
          #expect(string == expected + "!" && string.uppercased() == (expected + "!").uppercased())
        }
      }
    }
  }

  @Test("equal strings hash equally, and different strings are unequal")
  func equality() throws {
    let text = #"["a\u0062c", "abc", "abd", "ab", "abcd", "e\u0301", "\u00e9"]"#
    let (equal, hashes, others) = try reading(text) { root in
      let first = try root[0].text
      let second = try root[1].text
      func hash(_ string: borrowing JSONString) -> Int {
        var hasher = Hasher()
        string.hash(into: &hasher)
        return hasher.finalize()
      }
      var others: [Bool] = []
      for i in 2..<5 {
        let other = try root[i].text
        others.append(first == other || second == other || other == "abc")
      }
      let canonical = try root[5].text == root[6].text
      return (first == second && first == "abc", hash(first) == hash(second), others + [canonical])
    }
    #expect(equal)
    #expect(hashes)
    #expect(others == [false, false, false, false])
  }

  @Test(
    "an invalid escape equals nothing, and reading it throws",
    arguments: [
      #"\x"#, #"\u12"#, #"\u12G4"#, #"\uD800"#, #"\ "#, #"\'"#, #"\U0041"#, #"\u+123"#, #"\a"#,
    ])
  func invalidEscapes(escape: String) throws {
    let text = "[\"\(escape)\", \"\(escape)\"]"
    #expect(refusal(of: text, .full)?.code == .invalidEscape)
    #expect(refusal(of: text, .full)?.offset == 2)
    let (equal, prefix) = try reading(text) { root in
      let first = try root[0].text
      let second = try root[1].text
      return (first == second || first == escape, first.hasPrefix(""))
    }
    #expect(!equal)
    #expect(!prefix)
    #expect(refusal(of: text) { root in _ = try root[0].string }?.code == .invalidEscape)
  }

  @Test(
    "unescapes equally at every position of a string, alone and in runs",
    arguments: [
      (#"\n"#, "\n"), (#"\\"#, "\\"), (#"\""#, "\""), (#"\/"#, "/"), (#"\\\""#, "\\\""),
      (#"\t\b\f\r\\\\\\"#, "\t\u{8}\u{C}\r\\\\\\"), (#"\u00e9"#, "é"),
      (#"\n\uD83D\uDE00\n"#, "\n😀\n"),
      (#"\\\u0041\\"#, #"\A\"#), ("é\\n林", "é\n林"),
    ])
  func places(raw: String, meant: String) throws {
    for place in 0..<140 {
      for behind in [0, 1, 63] {
        let (before, after) = (
          String(repeating: "x", count: place), String(repeating: "é", count: behind)
        )
        let found = try reading("[\"" + before + raw + after + "\"]") { root in
          try unsafe root[0].text.withUTF8 { unsafe Array($0) }
        }
        #expect(found == Array((before + meant + after).utf8))
      }
    }
  }

  @Test(
    "refuses an invalid escape at every position",
    arguments: [#"\x"#, #"\u12G4"#, #"\uDC00"#, "\\é", #"\\\U0041"#, #"\n\'"#, "\\\u{7F}"])
  func wrongPlaces(escape: String) {
    for place in 0..<140 {
      let text = "[\"" + String(repeating: "x", count: place) + escape + "\"]"
      #expect(
        refusal(of: text) { root in _ = try root[0].string }?.code == .invalidEscape,
        "at \(place)")
    }
  }

  @Test("refuses a raw control character in a string", arguments: UInt8(0)..<0x20)
  func controls(byte: UInt8) {
    let bytes = Array("[\"a".utf8) + [byte] + Array("b\"]".utf8)
    for checking in [JSONChecking.accessed, .full] {
      let error = refusal(of: bytes, JSONOptions(checking: checking))
      #expect(error?.code == .controlCharacter)
      #expect(error?.offset == 3)
    }
  }

  @Test("reads back the bytes of strings of every length", arguments: 0...70)
  func lengths(count: Int) throws {
    for text in [
      String(repeating: "a", count: count), String(repeating: "é", count: count / 2),
      String((0..<count).map { Character(UnicodeScalar(UInt8(0x23 + $0 % 50))) }),
      String(repeating: "林", count: count / 3) + String(repeating: "x", count: count % 3),
    ] where !text.contains("\\") {
      // Other text on both sides, and none after the last.
      #expect(
        try reading("[\"zzzzzzzzzzzzzzzz\",\"\(text)\",\"yyyyyyyyyyyyyyyyyy\"]") {
          try $0[1].string
        } == text)
      #expect(try reading("\"\(text)\"") { try $0.string } == text)
    }
  }
}
