import Sluice
import SluiceSearch
import Testing

@Suite("Searches as values")
struct SearchTests {
  private struct Place: Equatable {
    let id: Int
    let city: String
    let tag: String?
    let size: Int
  }

  private static let places = Search(Place.self) { fields in
    let id = fields.mandatory("id", .loose(Int.self))
    let city = fields.mandatory("address.city", .string)
    let tag = fields.optional("tags.0", .string)
    let size = fields.optional("size", .int, default: 1)
    return { Place(id: $0[id], city: $0[city], tag: $0[tag], size: $0[size]) }
  }

  @Test("optional fields that are missing, null or unreadable are nil, or their default")
  func optional() throws {
    let text = #"""
      [{"id": "1", "address": {"city": "Bern"}, "tags": ["a", "b"], "size": 4},
       {"id": 2, "address": {"city": "Genf"}, "tags": [], "size": null},
       {"id": 3, "address": {"city": "Chur"}, "tags": [7], "size": "x"},
       {"id": 4, "address.city": "Thun", "address": {"city": "Zug"}}]
      """#
    #expect(
      try Self.places.parseAll(text) == [
        Place(id: 1, city: "Bern", tag: "a", size: 4),
        Place(id: 2, city: "Genf", tag: nil, size: 1),
        Place(id: 3, city: "Chur", tag: nil, size: 1),
        Place(id: 4, city: "Thun", tag: nil, size: 1),
      ])
  }

  @Test("a path without a result makes no match, and the inside is searched")
  func paths() throws {
    let text = #"{"id": 1, "address": {"id": 2, "address": {"city": "Bern"}}}"#
    #expect(try Self.places.parseAll(text).map(\.id) == [2])
    #expect(try Self.places.parseAll(#"{"id": 1, "address": {"city": null}}"#) == [])
  }

  @Test("the closure receives all fields or is not called")
  func whole() throws {
    let text = #"[{"a": "x", "b": 1}, {"a": "y", "b": "no"}, {"a": "z", "b": 3}]"#
    let called = Messages()
    let search = Search(String.self) { fields in
      let a = fields.mandatory("a", .string)
      let b = fields.mandatory("b", .int)
      return {
        called.sink.write(SearchLogSink.Message(level: .info, text: $0[a]))
        return $0[b] == 3 ? $0[a] : nil
      }
    }
    #expect(try search.parseAll(text) == ["z"])
    #expect(called.texts == ["x", "z"])
  }

  @Test("a closure that throws rejects the object; a cancellation ends the search")
  func closures() throws {
    struct TooSmall: Error {}
    let search = Search(Int.self) { fields in
      let id = fields.mandatory("id", .int)
      return {
        if $0[id] < 0 { throw CancellationError() }
        if $0[id] < 10 { throw TooSmall() }
        return $0[id]
      }
    }
    #expect(try search.parseAll(#"[{"id": 1, "x": {"id": 12}}, {"id": 11}]"#) == [12, 11])
    #expect(throws: CancellationError.self) { try search.parseAll(#"[{"id": 11}, {"id": -1}]"#) }
  }

  @Test("a search without mandatory fields tries every object")
  func open() throws {
    let search = Search(Int.self) { fields in
      let id = fields.optional("id", .int)
      return { $0[id] }
    }
    #expect(
      try search.parseAll(#"{"a": {}, "b": [{"id": 1, "c": {"id": 2}}, {"d": {"id": 3}}]}"#) == [
        1, 3,
      ])
    #expect(try search.parseAll("{}") == [])
  }

  @Test("there can be more mandatory fields than a machine word has bits")
  func many() throws {
    let names = (0..<130).map { "f\($0)" }
    let search = Search(Int.self) { fields in
      let slots = names.map { fields.mandatory($0, .int) }
      return { values in
        var sum = 0
        for slot in slots { sum += values[slot] }
        return sum
      }
    }
    func object(_ names: some Sequence<String>) -> String {
      "{" + names.map { "\"\($0)\": 1" }.joined(separator: ", ") + "}"
    }
    let text =
      "[\(object(names)), \(object(names.dropFirst())), \(object(names.dropLast())), \(object(names.reversed()))]"
    let misses = NearMissList()
    #expect(try search.parseAll(text, nearMisses: misses) == [130, 130])
    #expect(misses.all.map(\.missing) == [["f0"], ["f129"]])
  }

  @Test("a search can be used on many threads at the same time")
  func threads() async throws {
    let text =
      "[" + (0..<200).map { "{\"v\": {\"id\": \($0), \"name\": \"n\"}}" }.joined(separator: ",")
      + "]"
    let counts = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask {
          try accountSearch.parseAll(text).count + AccountParser().parse(text).count
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(counts == Array(repeating: 400, count: 8))
  }

  @Test("two fields can begin with the same step, and a name can be declared twice")
  func shared() throws {
    let search = Search(String.self) { fields in
      let first = fields.mandatory("user.first", .string)
      let last = fields.mandatory("user.last", .string)
      let again = fields.optional("user.first", .string)
      return { $0[first] + $0[last] + ($0[again] ?? "-") }
    }
    #expect(try search.parseAll(#"{"user": {"first": "A", "last": "B"}}"#) == ["ABA"])
    #expect(try search.parseAll(#"{"user": {"first": "A"}}"#) == [])
  }
}
