import Sluice
import SluiceSearch
import Testing

@Suite("Near misses")
struct NearMissTests {
  private static let text = #"""
    {"data": [
      {"id": 1, "name": "ann", "email": "a@b"},
      {"id": 2},
      {"other": 1},
      {"name": "x", "in": {"id": "é", "name": 5}},
      {"id": null, "name": "y"}
    ], "wéird key": {"name": "z"}}
    """#

  @Test("all errors reported at once: the missing mandatory fields of each object, and its place")
  func places() throws {
    let misses = NearMissList()
    let found = try accountSearch.parseAll(Self.text, nearMisses: misses)
    #expect(found == [Account(id: 1, name: "ann")])
    #expect(
      misses.all.map(\.description) == [
        #"Account at $.data[1] lacks name (line 3, column 3)"#,
        #"Account at $.data[3] lacks id (line 5, column 3)"#,
        #"Account at $.data[3].in refused: id: expected Int, found string "é" (line 5, column 23)"#,
        #"Account at $.data[4] refused: id: expected a value, found null or nothing (line 6, column 3)"#,
        #"Account at $["wéird key"] lacks id (line 7, column 17)"#,
      ])
    #expect(misses.all.map(\.missingOptional) == Array(repeating: ["email"], count: 5))
    #expect(misses.count == 5)
    let offsets = try misses.all.map { miss in
      let rest = Self.text.utf8.dropFirst(miss.offset)
      return try #require(rest.first)
    }
    #expect(offsets.allSatisfy { $0 == UInt8(ascii: "{") })
  }

  @Test("parsers report the same for missing fields; a rejection by parseObject has no reason")
  func parsers() throws {
    let misses = NearMissList()
    _ = try AccountParser().parseAll(Self.text, nearMisses: misses)
    #expect(
      misses.all.map(\.path) == [
        "$.data[1]", "$.data[3]", "$.data[3].in", "$.data[4]", #"$["wéird key"]"#,
      ])
    #expect(
      misses.all[2].description
        == "Account at $.data[3].in refused: the parser made nothing of it (line 5, column 23)")
  }

  @Test("the list keeps as many as its limit, counts all, and can be reused")
  func limit() throws {
    let misses = NearMissList(limit: 2)
    _ = try accountSearch.parseAll(Self.text, nearMisses: misses)
    #expect(misses.all.count == 2 && misses.count == 5)
    misses.removeAll()
    #expect(misses.all.isEmpty && misses.count == 0)
    _ = try accountSearch.parseFirst(Self.text, nearMisses: misses)
    #expect(misses.count == 0)
  }

  @Test("objects inside a match, or without any mandatory field, are not near misses")
  func silent() throws {
    let misses = NearMissList()
    let text = #"[{"id": 1, "name": "a", "in": {"id": 2}}, {"email": "x"}, {}, 5]"#
    #expect(try accountSearch.parseAll(text, nearMisses: misses).count == 1)
    #expect(misses.count == 0)
  }

  @Test("a closure's error is the reason")
  func closures() throws {
    struct TooSmall: Error, CustomStringConvertible { let description = "too small" }
    let search = Search(Int.self) { fields in
      let id = fields.mandatory("id", .int)
      return {
        _ = $0[id]; throw TooSmall()
      }
    }
    let misses = NearMissList()
    #expect(try search.parseAll(#"{"id": 1}"#, nearMisses: misses) == [])
    #expect(misses.all.first?.description == "Int at $ refused: too small (line 1, column 1)")
  }

  @Test("the places of many near misses are found in one pass")
  func many() throws {
    let count = 3000
    let text = "[\n" + (0..<count).map { "{\"id\": \($0)}" }.joined(separator: ",\n") + "\n]"
    let misses = NearMissList(limit: count)
    _ = try accountSearch.parseAll(text, nearMisses: misses)
    #expect(misses.count == count)
    for (i, miss) in misses.all.enumerated() {
      #expect(miss.path == "$[\(i)]" && miss.line == i + 2 && miss.column == 1)
    }
  }
}
