import Sluice
import SluiceFeed
import SluiceTokenizer
import Testing

@Suite struct TokenizerTests {
  static let small = #" {"a":[1,-2.5e3,"x\n\u00e9\ud83d\ude00",true,false,null],"b\"":{},"c":[]} "#

  @Test func `each token has its kind, place, depth and text`() throws {
    let found = try Tokens(#"{"a": [1, "x\ty", true], "b": null}"#)
    #expect(
      found.tokens.map(\.description) == [
        "beginObject@0/0 {", "key@1/1 a", "beginArray@6/1 [", "number@7/2 1",
        #"string@10/2 x\ty"#, "true@18/2 true", "endArray@22/1 ]", "key@25/1 b",
        "null@30/1 null", "endObject@34/0 }",
      ])
    #expect(found.error == nil)
    #expect(found.tokens[4].value == "x\ty")
  }

  @Test(arguments: [64, 65, 70, 100, 128 << 10])
  func `one byte at a time gives the same tokens`(window: Int) throws {
    for checking in [JSONChecking.accessed, .full] {
      let options = TokenizerOptions(checking: checking, windowSize: window)
      for text in [Self.small, "", " ", "7", "[", "[1,]", "nul", #"{"a" 1}"#, "[1 2]", "\"a"] {
        let bytes = Array(text.utf8)
        let whole = try Tokens(bytes, options)
        let single = try Tokens(chunks: bytes.indices.map { bytes[$0...$0] }, options)
        #expect(whole == single, "\(text)")
        #expect(try Tokens(reading: bytes, piece: 3, options) == whole, "\(text)")
      }
    }
  }

  @Test func `every prefix has the verdict of the full check`() throws {
    let texts = [
      Self.small, "[1.5e400]", "[1e5, \"\\ud800\"]", "{\"a\":tru}", "[\"\u{1}\"]", "\u{FEFF}[1]",
      "12 34", "\"abc\"def", "1\"a\"", "[\"a\",\"b\\q\"]", "[[[[[]]]]]", "{\"k\":[{}]}}",
    ]
    for window in [64, 1 << 17] {
      let options = TokenizerOptions(checking: .full, depthLimit: 4, windowSize: window)
      for text in texts {
        for count in 0...text.utf8.count {
          let bytes = Array(text.utf8.prefix(count))
          let found = try Tokens(bytes, options)
          #expect(
            found.error == coreVerdict(bytes, depthLimit: 4), "\(text.prefix(count)) \(count)")
        }
      }
    }
  }
}
