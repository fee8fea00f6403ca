import Sluice
import SluiceFeed
import Testing

@Suite("Long records")
struct LimitTests {
  /// A record of exactly `size` bytes.
  static func record(_ size: Int) -> [UInt8] {
    Array("{\"s\":\"".utf8) + [UInt8](repeating: UInt8(ascii: "x"), count: size - 8)
      + Array("\"}".utf8)
  }

  @Test(
    "the limit counts the record without its line end, and is exact",
    arguments: [100, 4096, 100_000], [16, 1000, 64 << 10])
  func exactLimit(limit: Int, window: Int) throws {
    let options = FeedOptions(maximumRecordSize: limit, windowSize: window)
    for end in ["\n", "\r\n", "", "\r"] {
      for size in limit - 1...limit + 1 {
        var bytes = Array("{\"n\":1}\n".utf8)
        bytes += Self.record(size) + Array(end.utf8)
        if end.utf8.last == 0x0A { bytes += Array("{\"n\":2}\(end)".utf8) }
        let delivered = try Delivered(.bytes(bytes, name: "test"), options: options)
        let last = end.utf8.last == 0x0A ? ["3"] : []
        #expect(delivered.outline == ["1", size > limit ? "2:too-large" : "2"] + last)
        #expect(delivered.items[1].length == Int64(size))
        #expect(delivered.items[1].bytes == Self.record(size))
        #expect(delivered.position.offset == Int64(bytes.count))
        // The same from a pipe, where nothing can be read in place.
        let piped = try Pipe.delivered(bytes, options: options) { _ in 777 }
        #expect(piped == delivered)
      }
    }
  }

  @Test("only the start of a record over the limit is kept")
  func prefixIsKept() throws {
    let size = RejectedRecord.mostBytes + 300_000
    var bytes = Self.record(size)
    bytes += Array("\r\n{\"n\":2}\n".utf8)
    let options = FeedOptions(maximumRecordSize: 5000)
    let delivered = try Delivered(.bytes(bytes, name: "test"), options: options)
    #expect(delivered.outline == ["1:too-large", "2"])
    #expect(delivered.items[0].length == Int64(size))
    #expect(delivered.items[0].bytes == Array(bytes[..<RejectedRecord.mostBytes]))
    let piped = try Pipe.delivered(bytes, options: options) { _ in 60_000 }
    #expect(piped == delivered)
  }

  @Test("records larger than the window are delivered, and small ones after them")
  func largerThanWindow() throws {
    var bytes: [UInt8] = []
    let sizes = [10, 5000, 20, 70_000, 300_000] + Array(repeating: 50, count: 3000) + [9000, 30]
    for size in sizes { bytes += Self.record(size) + [0x0A] }
    for window in [16, 1024, 32 << 10] {
      let options = FeedOptions(checking: .full, windowSize: window)
      let delivered = try Delivered(.bytes(bytes, name: "test"), options: options)
      #expect(delivered.counts.rejected == 0)
      #expect(delivered.items.map { Int($0.length) } == sizes)
      #expect(try Pipe.delivered(bytes, options: options) { _ in 10_000 } == delivered)
    }
  }

  @Test("a damaged line is isolated, whatever its size and that of its neighbours")
  func longDamagedLines() throws {
    for size in [100, 16 << 10, 40_000, 300_000] {
      var bytes: [UInt8] = []
      for i in 0..<9 {
        var record = Self.record(i % 3 == 0 ? size : 500)
        if i % 4 == 1 { record[record.count - 2] = UInt8(ascii: "x") }
        if i % 4 == 3 { record[record.count / 2] = 0xFF }
        bytes += record + [0x0A]
      }
      for window in [16, 20_000, 256 << 10] {
        let options = FeedOptions(windowSize: window)
        let delivered = try Delivered(.bytes(bytes, name: "test"), options: options)
        #expect(
          delivered.outline == [
            "1", "2:unclosed-string", "3", "4:invalid-utf8", "5", "6:unclosed-string", "7",
            "8:invalid-utf8", "9",
          ])
        #expect(try Pipe.delivered(bytes, options: options) { _ in 50_000 } == delivered)
      }
    }
  }

  @Test("a hundred megabytes without a newline are one bad record")
  func endless() throws {
    let bytes = [UInt8](repeating: UInt8(ascii: "["), count: 100 << 20)
    let options = FeedOptions(checking: .full, maximumRecordSize: 1 << 20)
    let delivered = try Delivered(.bytes(bytes, name: "test"), options: options)
    #expect(delivered.outline == ["1:too-large"])
    #expect(delivered.counts == FeedCounts(records: 0, rejected: 1, bytes: 100 << 20, lines: 1))
  }

  @Test("nesting over the limit is refused under .full, at any depth of the input")
  func deepNesting() throws {
    let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
    let delivered = try Delivered("1\n\(deep)\n2\n", .full)
    #expect(delivered.outline == ["1", "2:depth-exceeded", "3"])
  }
}
