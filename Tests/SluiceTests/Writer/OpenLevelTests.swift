import Sluice
import TestSupport
import Testing

/// The open objects and arrays of a writer.
struct OpenLevelTests {
  @Test(arguments: [1, 2, 3] as [UInt64])
  func `objects and arrays end as they were begun, at any depth`(seed: UInt64) throws {
    print("OpenLevelTests: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    for _ in 0..<Rounds.count(10, long: 300) {
      var writer = JSONWriter()
      var expected = ""
      var isObject: [Bool] = []
      var isEmpty = true
      // Up and down around the lengths of words.
      let most = [3, 63, 64, 65, 128, 200].randomElement(using: &random)!
      for _ in 0..<1500 {
        let begins =
          isObject.isEmpty || (isObject.count < most && Int.random(in: 0..<5, using: &random) > 1)
        if begins {
          if isObject.isEmpty, !expected.isEmpty { break }
          if !isEmpty { expected += "," }
          if isObject.last == true {
            try writer.key("k")
            expected += "\"k\":"
          }
          isObject.append(Bool.random(using: &random))
          if isObject.last == true { try writer.beginObject() } else { try writer.beginArray() }
          expected += isObject.last == true ? "{" : "["
          isEmpty = true
        } else {
          #expect(throws: JSONError.self) {
            if isObject.last == true { try writer.endArray() } else { try writer.endObject() }
          }
          if isObject.removeLast() {
            try writer.endObject()
            expected += "}"
          } else {
            try writer.endArray()
            expected += "]"
          }
          isEmpty = false
        }
        #expect(writer.depth == isObject.count)
      }
      while let last = isObject.popLast() {
        if last { try writer.endObject() } else { try writer.endArray() }
        expected += last ? "}" : "]"
      }
      #expect(try writer.takeString() == expected)
      try writer.beginArray()
      try writer.endArray()
      #expect(try writer.takeString() == "[]")
    }
  }

  @Test func `a cursor that fails leaves the levels as they were`() throws {
    let inner = String(repeating: "[", count: 150) + "x" + String(repeating: "]", count: 150)
    var reader = JSONReader()
    var writer = JSONWriter()
    for _ in 0..<70 { try writer.beginArray() }
    #expect(throws: JSONError.self) {
      try reader.withDocument(Array(inner.utf8)) { try writer.value($0) }
    }
    #expect(writer.depth == 70)
    for _ in 0..<70 { try writer.endArray() }
    #expect(
      try writer.takeString()
        == String(repeating: "[", count: 70) + String(repeating: "]", count: 70))
  }
}
