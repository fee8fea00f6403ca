import DocumentTestSupport
import Sluice
import Testing

/// Writes owned values in place.
struct TreeWritingTests {
  @Test(arguments: [1, 63, 64, 65, 66, 300, 8000])
  func `nesting of any depth is written`(depth: Int) throws {
    let options = JSONOptions(checking: .full, depthLimit: 10_000)
    for (open, close) in [("[1,", ",\"a\"]"), ("{\"key\":", "}"), ("[{\"k\":[", "]},null]")] {
      let text =
        String(repeating: open, count: depth) + "\"long enough for an allocation\""
        + String(repeating: close, count: depth)
      guard depth * 3 < JSON.depthCeiling else { continue }
      let json = try JSON(parsing: text, options: options)
      #expect(try json.serializedString() == text)
    }
  }

  @Test func `what a value is borrowed as lies as the value does`() {
    #expect(BorrowedJSON.isLaidOutAlike)
  }

  @Test func `a value that fails to be written does not lose what is counted`() throws {
    let json = try JSON(parsing: "[[\"a string that takes an allocation\",{\"k\":[1,2,3]}]]")
    struct Full: Error {}
    var writer = unsafe JSONWriter { _ in throw Full() }
    try writer.value(json)
    #expect(throws: JSONError.self) { try writer.finish() }
    #expect(
      try json.serializedString() == "[[\"a string that takes an allocation\",{\"k\":[1,2,3]}]]")
  }
}

/// Values that stay in their documents.
extension TreeWritingTests {
  @Test(arguments: [
    (#"{"a":[{"b":1,"c":2}],"d":{"b":3}}"#, #"{"a":[{"b":1,"c":2}],"d":{"b":3}}"#),
    (#"{"a":[{"b":1,"b":2}],"d":{"b":3}}"#, #"{"a":[{"b":2}],"d":{"b":3}}"#),
    (#"{"a":[{"b":1,"c":2}],"a":{"b":3}}"#, #"{"a":{"b":3}}"#),
    (#"{"a":[{"b":1,"\u0062":2}],"d":{"b":3}}"#, #"{"a":[{"b":2}],"d":{"b":3}}"#),
  ])
  func `a document is written the same each time, and so are its parts`(
    text: String, expected: String
  ) throws {
    for partsFirst in [false, true] {
      let json = try JSON(
        parsing: text, options: JSONOptions(checking: .full, duplicateKeys: .lastWins))
      let whole = try JSON(parsing: expected)
      for round in 0..<3 {
        if !partsFirst || round > 0 { #expect(try json.serializedString() == expected) }
        for key in ["a", "d"] {
          #expect(try json[key]?.serializedString() == whole[key]?.serializedString(), "\(key)")
        }
      }
    }
  }
}
