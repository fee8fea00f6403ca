import Sluice
import SluiceSearch
import Testing

@Suite("Places of objects")
struct PlaceTests {
  /// Objects in one long line, each containing another.
  private func text(_ count: Int) -> String {
    "[" + (0..<count).map { #"{"é":\#($0),"in":{"x":"ü"}}"# }.joined(separator: ",") + "]"
  }

  @Test(
    "places in one long line take one pass over it, requested in any order",
    arguments: [100, 4_000])
  func onePass(count: Int) throws {
    let text = text(count)
    var reader = JSONReader()
    try reader.withDocument(text) { root in
      var tracker = LocationTracker(for: root.position)
      var elements = try root.elements
      while let element = try elements.next() {
        // The inner one first: an object is rejected after its inside was searched.
        let inner = tracker.location(of: try element["in"].position)
        let outer = tracker.location(of: element.position)
        #expect(inner.path == outer.path + ".in" && inner.column > outer.column)
        #expect(outer.line == 1)
      }
      let first = tracker.location(of: root.position)
      #expect(first.path == "$" && first.line == 1 && first.column == 1)
      #expect(tracker.readCount <= 2 * text.utf8.count)
    }
  }

  @Test("each place equals that of an error at the same position")
  func sameAsErrors() throws {
    let text = "[{\"a\": [1, {\"b\": {}}]},\n  \"é\", {\"c\": [[], {}]}, {}]"
    var reader = JSONReader()
    try reader.withDocument(text) { root in
      var tracker = LocationTracker(for: root.position)
      for path in ["/3", "/0/a/1/b", "/2/c/1", "/2", "/0", "/0/a/1", "/2/c"] {
        let cursor = try root.at(JSONPointer(path))
        let place = tracker.location(of: cursor.position)
        let error = unsafe Array(text.utf8).withUnsafeBufferPointer {
          unsafe JSONError(.invalidValue, at: cursor.offset).located(in: $0)
        }
        let location = try #require(error.location)
        #expect(place.line == location.line && place.column == location.column, "\(path)")
        #expect(place.path == location.path)
      }
    }
  }

  @Test("any number of near misses in one line have their columns")
  func nearMisses() throws {
    final class Named: JSONParser<Int> {
      override class func modelFields() -> Fields { Fields(mandatory: ["a", "b"]) }
    }
    let text = "[" + Array(repeating: #"{"a":"é"}"#, count: 20_000).joined(separator: ",") + "]"
    let misses = NearMissList(limit: 20_000)
    _ = try Named().parseAll(text, nearMisses: misses)
    #expect(misses.count == 20_000)
    for (i, miss) in misses.all.enumerated() where miss.column != 2 + 10 * i || miss.line != 1 {
      Issue.record("number \(i): \(miss)")
      break
    }
    #expect(misses.all.last?.path == "$[19999]")
  }
}
