import Foundation
import Sluice
import SluiceFeed
import TestSupport
import Testing

@Suite("Feeds divided among readers")
struct PartTests {
  /// The offsets of a file's records, as the readers of its parts find them.
  private static func offsets(of parts: [FeedPart], _ path: String) throws -> [Int64] {
    try parts.filter { $0.path == path }.flatMap { part in
      var options = FeedOptions(framing: part.obstacle == nil ? .lines : .auto)
      options.range = part.range
      return try Delivered(.file(path), options: options).items.map(\.offset)
    }
  }

  @Test("every record is in one part, and parts are even", arguments: 0..<Chaos.rounds(20))
  func even(round: UInt64) throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder()
    var paths: [String] = []
    for number in 0..<Int.random(in: 1...12, using: &random) {
      let lines = (0..<Int.random(in: 0...80, using: &random)).map { line in
        line % 9 == 8 ? "{\"bad\n" : "{\"n\":\"\(String(repeating: "x", count: line % 40))\"}\n"
      }
      let gap =
        Int.random(in: 0...5, using: &random) == 0 ? Int.random(in: 1...200, using: &random) : 0
      let text = [UInt8](repeating: 0, count: gap) + Array(lines.joined().utf8)
      let isPacked = Int.random(in: 0...5, using: &random) == 0
      paths.append(
        folder.put(isPacked ? Compression.gzip.compress(text) : text, to: "f\(number)"))
    }
    let count = Int.random(in: 1...9, using: &random)
    let parts = try FeedPart.dividing(paths, into: count)
    let total = parts.reduce(0) { $0 + $1.size }
    for path in paths {
      let whole = try Delivered(.file(path), options: FeedOptions(framing: .lines))
      #expect(try Self.offsets(of: parts, path) == whole.items.map(\.offset), "seed \(seed)")
    }
    #expect(parts.map(\.number) == parts.map(\.number).sorted())
    #expect(parts.allSatisfy { (1...count).contains($0.number) })
    let order = parts.compactMap { paths.firstIndex(of: $0.path) }
    #expect(order == order.sorted())
    guard parts.allSatisfy({ $0.obstacle == nil }) else { return }
    for number in 1...count {
      let size = parts.filter { $0.number == number }.reduce(0) { $0 + $1.size }
      #expect(abs(size * Int64(count) - total) <= Int64(count), "seed \(seed)")
    }
  }

  // The record after a gap was rejected, or in no part: the fuzzer's input "ZZZkBAAAKQAAAAAAAAAAMw==".
  @Test("a file that begins with a gap is one part, and is refused by ranges")
  func gap() throws {
    let folder = try TemporaryFolder()
    let records = (0..<50).map { "{\"n\":\($0)}\n" }.joined().utf8
    let text = [UInt8](repeating: 0, count: 500) + Array(records)
    let members = stride(from: 0, to: text.count, by: 100).flatMap {
      Members.block(text[$0..<min($0 + 100, text.count)])
    }
    let reason = "it begins with NUL bytes, where nothing was written"
    for (bytes, obstacle) in [(text, reason), (members, "decompressed, \(reason)")] {
      let path = folder.put(bytes, to: "log")
      let parts = try FeedPart.dividing([path], into: 3)
      #expect(parts.map(\.obstacle) == [obstacle])
      #expect(try Self.offsets(of: parts, path).count == 50)
      var options = FeedOptions(framing: .lines)
      options.range = FeedRange(bytes: 100..<800)
      let error = #expect(throws: JSONError.self) {
        try Delivered(.file(path), options: options)
      }
      #expect(error?.description.contains(reason) == true, "\(String(describing: error))")
    }
  }

  @Test("what can't be divided is one part, and it says why")
  func obstacles() throws {
    let folder = try TemporaryFolder()
    let text = Array((0..<50).map { "{\"n\":\($0)}\n" }.joined().utf8)
    for compression in Compression.allCases {
      let packed = folder.put(compression.compress(text), to: "packed")
      let parts = try FeedPart.dividing([packed], into: 3)
      #expect(parts.map(\.range) == [nil])
      #expect(parts.first?.obstacle?.hasPrefix("it is compressed by ") == true)
    }
    let wide = folder.put(TestEncoding.allCases[0].encode("[1]\n[2]\n", mark: true), to: "wide")
    #expect(
      try FeedPart.dividing([wide], into: 2).first?.obstacle?.hasPrefix("it is in UTF-") == true)
    let array = folder.put(Array("[\n1,\n2\n]".utf8), to: "array")
    #expect(
      try FeedPart.dividing([array], into: 2).first?.obstacle == "its framing is elements")
    #expect(
      try FeedPart.dividing([array], into: 2, framing: .lines).compactMap(\.range?.text)
        == ["0..4", "4..8"])
    // A file that fits one reader is not examined.
    #expect(try FeedPart.dividing([array], into: 1).map(\.obstacle) == [nil])
    #expect(try FeedPart.dividing([], into: 4).isEmpty)
    #expect(throws: JSONError.self) { try FeedPart.dividing([folder["none"]], into: 4) }
    let plain = folder.put(text, to: "plain")
    #expect(try FeedPart.dividing([plain], ofBytes: 100).count == (text.count + 99) / 100)
    let named = folder["fifo"]
    #expect(unsafe mkfifo(named, 0o600) == 0)
    let all = try FeedPart.dividing([plain, named, plain], into: 2)
    #expect(all.map(\.number) == [1, 2, 2], "\(all)")
  }

  @Test("a hundred thousand files and one of 100 GB divide fast, and without being read")
  func many() throws {
    let folder = try TemporaryFolder()
    let small = folder.put(Array("{\"n\":1}\n{\"n\":2}\n".utf8), to: "small")
    let size: Int64 = 100_000_000_000
    let large = folder.put(Array("{\"n\":1}\n".utf8), to: "large")
    let handle = try #require(FileHandle(forUpdatingAtPath: large))
    try handle.seek(toOffset: UInt64(size - 17))
    try handle.write(contentsOf: Array("\n{\"n\":2}\n{\"n\":3}\n".utf8))
    try handle.close()
    let paths =
      Array(repeating: small, count: 50_000) + [large]
      + Array(repeating: small, count: 50_000)
    let begin = ContinuousClock.now
    let parts = try FeedPart.dividing(paths, into: 1000)
    let taken = ContinuousClock.now - begin
    print("100,001 files in \(taken)")
    #expect(taken < .seconds(60))
    let total = size + 100_000 * 16
    #expect(parts.reduce(0) { $0 + $1.size } == total, "\(parts.reduce(0) { $0 + $1.size })")
    #expect(Set(parts.map(\.number)) == Set(1...1000))
    let ranges = parts.filter { $0.path == large }.compactMap(\.range)
    #expect(ranges.first?.bytes.lowerBound == 0 && ranges.last?.bytes.upperBound == size)
    for (one, next) in zip(ranges, ranges.dropFirst()) {
      #expect(one.bytes.upperBound == next.bytes.lowerBound)
    }
    // The end of the file, without the gap before it.
    var options = FeedOptions()
    options.range = FeedRange(bytes: size - 12..<size)
    let last = try Delivered(.file(large), options: options)
    #expect(last.items.map(\.offset) == [size - 8])
  }
}
