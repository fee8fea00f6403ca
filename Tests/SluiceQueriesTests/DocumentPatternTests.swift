import Sluice
import SluiceQueries
import Testing

@Suite("Patterns of documents")
struct DocumentPatternTests {
  private func count(_ query: String, in text: String) throws -> Int {
    var reader = JSONReader()
    return try reader.withDocument(text) { root in
      var count = 0
      try JSONQuery(query).forEach(in: root) { _ in count += 1 }
      return count
    }
  }

  @Test("a long one is asked for each of 4,000 elements, and another for each")
  func many() throws {
    let long = (0..<700).map { "x\($0)" }.joined(separator: "|") + "|n[0-9]*"
    let elements = (0..<4000).map { "{\"n\":\"n\($0)\",\"p\":\"n\($0 % 2 == 0 ? $0 : 0)\"}" }
    let text = "{\"p\":\"\(long)\",\"a\":[\(elements.joined(separator: ","))]}"
    #expect(try count("$.a[?match(@.n, $.p)]", in: text) == 4000)
    #expect(try count("$.a[?match(@.n, @.p)]", in: text) == 2000)
  }

  @Test(
    "one that is no I-Regexp matches nothing, also when it is asked again, and one that is too long is an error"
  )
  func refused() throws {
    let text = #"{"p": "(", "q": "n", "a": [{"n": "n"}, {"n": "("}]}"#
    #expect(try count("$.a[?match(@.n, $.p)]", in: text) == 0)
    #expect(try count("$.a[?match(@.n, $.p) || match(@.n, $.q)]", in: text) == 1)
    let long = #"{"p": "\#(String(repeating: "a", count: 5000))", "a": ["n", "n"]}"#
    let error = #expect(throws: JSONError.self) { try count("$.a[?match(@, $.p)]", in: long) }
    #expect(error?.code == .invalidValue)
  }
}
