import Sluice
import Testing

/// What once took the square of a value's size.
@Suite("Large values")
struct LargeValueTests {
  @Test("64,000 objects, and as many fields, are detached")
  func detached() throws {
    let count = 64_000
    let array = "[" + (0..<count).map { "{\"id\":[\($0)]}" }.joined(separator: ",") + "]"
    let object = "{" + (0..<count).map { "\"k\($0)\":{\"a\":\($0)}" }.joined(separator: ",") + "}"
    for text in [array, object] {
      let json = try JSON(parsing: text)
      #expect(json.detached() == json)
      #expect(json.detached().description == text)
    }
  }
}
