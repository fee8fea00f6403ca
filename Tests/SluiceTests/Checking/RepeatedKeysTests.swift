import DocumentTestSupport
import Sluice
import SluiceFeed
import Testing

@Suite("Refusing keys that occur twice")
struct RepeatedKeysTests {
  private func refusal(_ text: String, _ policy: DuplicateKeys? = .reject) -> JSONError? {
    var reader = JSONReader(options: JSONOptions(checking: .full, duplicateKeys: policy))
    do {
      try reader.withDocument(text) { _ in }
      return nil
    } catch {
      return error as? JSONError
    }
  }

  @Test(
    "gives the key and its position, wherever its object is",
    arguments: [
      (#"{"a":1,"a":2}"#, 7), (#"[0,{"x":{"a":1,"b":2,"\u0061":3}}]"#, 21),
      (#"{"a":[{"k":1,"l":{},"k" :2}],"b":1}"#, 20), ("{\"\":1,\"b\":2,\"\":3}", 12),
      (#"{"a":{"a":{"a":1}},"b":{"a":1},"c":[{"a":1},{"a":1}],"a":0}"#, 53),
      (#"{"\ud83d\ude00":1,"😀":2}"#, 18), ("{\"12345678abcdefgh\":1,\"12345678abcdefgh\":2}", 22),
    ])
  func repeated(text: String, offset: Int) throws {
    let error = try #require(refusal(text))
    #expect(error.code == .duplicateKey && error.offset == offset)
    for policy in [nil, .firstWins, .lastWins] as [DuplicateKeys?] {
      #expect(refusal(text, policy) == nil)
    }
  }

  @Test(
    "accepts equal keys of different objects, keys with different bytes, and strings equal to a key",
    arguments: [
      #"{"a":{"a":{"a":"a"}},"b":["a","a",{"a":1},{"a":2}]}"#, "{\"\u{e9}\":1,\"e\u{301}\":2}",
      #"{"a":"a","b":"b"}"#, "{}", "[]", "1", #"{"12345678x12345678":1,"12345678y12345678":2}"#,
    ])
  func apart(text: String) { #expect(refusal(text) == nil) }

  @Test("reports faults of grammar first")
  func faults() {
    #expect(refusal(#"{"a":1,"a":2"#)?.code == .incomplete)
    #expect(refusal(#"{"a":1,"a":tru}"#)?.code == .invalidLiteral)
  }

  @Test("checks large objects whose keys all have the same beginning, end and length")
  func large() {
    let keys = (0..<20_000).map { number in
      "\"samestart\(String(repeating: "0", count: 6 - "\(number)".count))\(number)samesend\""
    }
    let fields = keys.map { "\($0):0" }.joined(separator: ",")
    #expect(refusal("{\(fields)}") == nil)
    #expect(refusal("{\(fields),\(keys[77]):1}")?.code == .duplicateKey)
  }

  @Test("rejects only the record with a key twice, and no neighbours")
  func feed() throws {
    let lines = "{\"a\":1}\n{\"b\":{\"c\":1,\"c\":2}}\n{\"a\":3}\n"
    for parallel in [1, 2] {
      for framing in [FeedFraming.lines, .concatenated] {
        var feed = try JSONFeed(
          .bytes(Array(lines.utf8), name: "lines"),
          options: FeedOptions(
            framing: framing, checking: .full, duplicateKeys: .reject, parallel: parallel))
        var (good, bad): ([String], [JSONError.Code]) = ([], [])
        try feed.forEach {
          good.append(String(decoding: $0.rawBytes, as: UTF8.self))
        } rejected: {
          bad.append($0.error.code)
        }
        #expect(good == ["{\"a\":1}", "{\"a\":3}"] && bad == [.duplicateKey])
      }
    }
  }
}
