import Sluice
import SluiceSearch
import Testing

/// Any text gives an error or a result, never a trap.
@Suite("Searching broken text")
struct BadInputTests {
  private static let text =
    #"{"a": [{"id": 1, "name": "x", "in": {"id": 2}}, {"id": "3"}, [[{"name": "y", "id": 4}]]], "b": {"id": null}, "c": "\u00e9\\"}"#

  private func searchAll(_ bytes: [UInt8], _ checking: JSONChecking) -> Bool {
    var isGood = true
    for reports in [false, true] {
      let misses = reports ? NearMissList() : nil
      do {
        _ = try accountSearch.parseAll(bytes, checking: checking, nearMisses: misses)
        _ = try idSearch.parseFirst(bytes, checking: checking, nearMisses: misses)
        _ = try AccountParser().parseAll(bytes, checking: checking, nearMisses: misses)
        _ = try AnyIDParser().parseAll(bytes, checking: checking, nearMisses: misses)
        _ = try SimpleValueJSONParser<String>().parseAll(bytes, checking: checking)
      } catch {
        isGood = false
        #expect(error is JSONError)
      }
    }
    return isGood
  }

  @Test("every prefix gives an error or a result; under .full only the whole gives a result")
  func prefixes() {
    let bytes = Array(Self.text.utf8)
    for count in bytes.indices {
      _ = searchAll(Array(bytes[..<count]), .accessed)
      #expect(!searchAll(Array(bytes[..<count]), .full), "\(count)")
    }
    #expect(searchAll(bytes, .full))
    #expect(searchAll(bytes, .accessed))
  }

  @Test("a changed byte gives an error or a result", arguments: Array("{}[],:\"0x\\ \u{0}".utf8))
  func changes(byte: UInt8) {
    var bytes = Array(Self.text.utf8)
    for i in bytes.indices {
      let kept = bytes[i]
      bytes[i] = byte
      let isGood = searchAll(bytes, .full)
      let isLooselyGood = searchAll(bytes, .accessed)
      #expect(!isGood || isLooselyGood)
      bytes[i] = kept
    }
  }

  @Test("a container that does not end is an error, even under .accessed")
  func unclosed() {
    for text in [
      "[", "{", #"{"id""#, #"{"id":"#, #"{"id": 1"#, #"[{"id": 1}"#, #"[{"x": 1}"#, "[[]",
    ] {
      #expect(throws: JSONError.self, "\(text)") {
        try idSearch.parseAll(text, checking: .accessed)
      }
    }
  }

  @Test("nesting takes no stack: a million levels are searched, or rejected by the limit")
  func deep() throws {
    let depth = 1_000_000
    let arrays =
      String(repeating: "[", count: depth) + #"{"id": 5}"# + String(repeating: "]", count: depth)
    #expect(try idSearch.parseAll(arrays, checking: .accessed) == [5])
    let error = #expect(throws: JSONError.self) { try idSearch.parseAll(arrays) }
    #expect(error?.code == .depthExceeded)
    // Each level has the key, but no value that can be read: it is a candidate, is rejected, and
    // searched inside.
    let levels = 20_000
    let objects =
      String(repeating: #"{"id":"#, count: levels) + "7" + String(repeating: "}", count: levels)
    #expect(try idSearch.parseAll(objects, checking: .accessed) == [7])
    #expect(try AnyIDParser().parseAll(objects, checking: .accessed) == [7])
  }

  @Test("duplicates are rejected if the reader rejects them")
  func duplicates() throws {
    var reader = JSONReader(options: JSONOptions(duplicateKeys: .reject))
    #expect(throws: JSONError.self) {
      try reader.withDocument(#"{"id": 1, "id": 2}"#) { root in try idSearch.parseAll(root) }
    }
  }
}
