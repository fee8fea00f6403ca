import Sluice
import SluiceFeed
import SluiceSamples
import Testing

@Suite("The sample feed")
struct SampleFeedTests {
  @Test(
    "1000 records of a seed are frozen, byte for byte",
    arguments: [
      (SampleFeed.Shape.logs, 234_782, UInt64(0x3f48_8532_c350_3a63)),
      (.events, 1_212_048, 0x3bc3_3129_880c_ef53),
    ])
  func isFrozen(shape: SampleFeed.Shape, size: Int, digest: UInt64) {
    var sample = SampleFeed(shape: shape, seed: 1)
    var bytes: [UInt8] = []
    sample.appendRecords(1000, to: &bytes)
    #expect(bytes.count == size)
    #expect(fnv1a(bytes) == digest)
  }

  @Test("written in pieces, it is the same as appended", arguments: SampleFeed.Shape.allCases)
  func piecesAreEqual(shape: SampleFeed.Shape) {
    var whole: [UInt8] = []
    var sample = SampleFeed(shape: shape, seed: 7)
    sample.appendRecords(300, to: &whole)
    var joined: [UInt8] = []
    sample = SampleFeed(shape: shape, seed: 7)
    sample.writeRecords(300, chunkSize: 1000) { (piece: borrowing [UInt8]) in joined += copy piece }
    #expect(joined == whole)
  }

  @Test("a different seed gives a different feed", arguments: SampleFeed.Shape.allCases)
  func seedsDiffer(shape: SampleFeed.Shape) {
    var (a, b): ([UInt8], [UInt8]) = ([], [])
    var sample = SampleFeed(shape: shape, seed: 1)
    sample.appendRecord(to: &a)
    sample = SampleFeed(shape: shape, seed: 2)
    sample.appendRecord(to: &b)
    #expect(a != b)
  }

  @Test("its records have the promised sizes and variety")
  func isRealistic() throws {
    var reader = JSONReader(checking: .full)
    for (shape, average, sizes) in [
      (SampleFeed.Shape.logs, 225...245, 120...450), (.events, 1150...1250, 400...3100),
    ] {
      var sample = SampleFeed(shape: shape, seed: 3)
      var total = 0
      var layouts: [[String]: Int] = [:]
      var record: [UInt8] = []
      for _ in 0..<5000 {
        record.removeAll(keepingCapacity: true)
        sample.appendRecord(to: &record)
        total += record.count
        #expect(sizes.contains(record.count))
        let keys = try reader.withDocument(record) { root in
          var keys: [String] = []
          try root.forEachField { keys.append(try $0.key.string) }
          return keys
        }
        layouts[keys, default: 0] += 1
      }
      #expect(average.contains(total / 5000))
      // The usual layout in about 78 of 100 logs and 88 of 100 events, and some shuffled ones.
      #expect((3700...4500).contains(layouts.values.max() ?? 0))
      #expect(layouts.count > 20)
    }
  }

  private func fnv1a(_ bytes: [UInt8]) -> UInt64 {
    bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
