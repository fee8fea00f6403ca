import Foundation
import Sluice
import SluiceFoundation
import Testing

/// The data of a writer has the writer's memory, if that is large enough to be worth it.
struct WrittenDataTests {
  @Test(
    "data is the bytes written, of any size, can be changed, and outlives the writer",
    arguments: [0, 1, 20, 10_000, 16_383, 16_384, 16_385, 40_000, 300_000])
  func sizes(count: Int) throws {
    let string = String(repeating: "x", count: count)
    var writer = JSONWriter()
    try writer.value(string)
    var data = try writer.takeData()
    // The writer is ready for another value, which doesn't touch the data.
    try writer.value("y\(string)")
    let second = try writer.takeData()
    #expect(data == Data("\"\(string)\"".utf8))
    #expect(second == Data("\"y\(string)\"".utf8))
    data.append(0x20)
    data[0] = 0x21
    #expect(data == Data("!\(string)\" ".utf8))
  }

  @Test("the data of several values in one buffer, which grows, is that of the bytes")
  func growth() throws {
    var writer = JSONWriter(options: .lines)
    var expected = Data()
    for number in 0..<20_000 {
      try writer.value(number)
      expected += Data("\(number)\n".utf8)
    }
    #expect(try writer.takeData() == expected)
    #expect(try writer.takeData().isEmpty)
  }

  @Test("an incomplete value throws, and stays")
  func incomplete() throws {
    var writer = JSONWriter()
    try writer.beginArray()
    for _ in 0..<20_000 { try writer.value(1) }
    #expect(throws: JSONError.self) { try writer.takeData() }
    try writer.endArray()
    #expect(try writer.takeData().count == 40_001)
  }
}
