import Foundation
import Sluice
import SluiceFoundation
import SluiceSearch
import Testing

/// Runs `body` on a parser's JSON.
private func withJSON(_ text: String, _ body: @escaping (LooseJSON) -> Void) throws {
  final class Parser: JSONParser<Bool> {
    let body: (LooseJSON) -> Void
    init(_ body: @escaping (LooseJSON) -> Void) {
      self.body = body
      super.init()
    }
    override func parseObject(_ data: JSON) -> Bool? {
      body(data)
      return true
    }
  }
  #expect(try Parser(body).parseAll(text) == [true])
}

@Suite("Casts of CoreParser's getters")
struct CastTests {
  @Test("each cast of ComingFromCoreParser.md returns nil, and its replacement does not")
  func casts() throws {
    let text = #"""
      {"tags": ["a", "b"], "ids": [1, 2], "items": [{"a": 1}], "limits": {"x": 1},
       "theme": {"name": "dark", "size": 3}}
      """#
    try withJSON(text) { data in
      #expect(data["tags"]?.array as? [String] == nil)
      #expect(data["tags"]?.array?.strings == ["a", "b"])
      #expect(data["ids"]?.array as? [Int] == nil)
      #expect(data["ids"]?.array?.ints == [1, 2])
      #expect(data["items"]?.array as? [[String: Any]] == nil)
      #expect(data["items"]?.array?.compactMap(\.dictionary).first?["a"] == 1)
      #expect(data["limits"]?.dictionary as? [String: Int] == nil)
      #expect(data["limits"]?.dictionary?.ints == ["x": 1])
      #expect((data["theme"]?.dictionary?["name"] as Any) as? String == nil)
      #expect(data["theme"]?.dictionary?["name"]?.string == "dark")
      #expect((data["theme"]?.raw() as Any) as? [String: Any] == nil)
      let theme = (try? data["theme"]?.raw().foundationObject()) as? [String: Any]
      #expect(theme?["name"] as? String == "dark" && theme?["size"] as? Int == 3)
    }
  }
}
