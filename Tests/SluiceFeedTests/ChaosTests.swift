import Sluice
import SluiceFeed
import SluiceSamples
import TestSupport
import Testing

@Suite("Damage")
struct ChaosTests {
  /// The expected outcome of each line of `bytes`, determined line by line with the tests' own
  /// parser.
  static func check(
    _ delivered: Delivered, of bytes: [UInt8], _ checking: JSONChecking, _ context: Comment
  ) {
    var items = delivered.items[...]
    var offset: Int64 = 0
    var line: Int64 = 0
    for var text in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      line += 1
      let start = offset
      offset += Int64(text.count) + 1
      if StrictJSON.isBlank(text) { continue }
      guard let item = items.popFirst() else {
        Issue.record("line \(line) was not delivered, \(context)")
        return
      }
      if text.last == 0x0D { text.removeLast() }
      #expect(item.line == line && item.offset == start, context)
      #expect(item.bytes == Array(text) && item.length == Int64(text.count), context)
      let isValid = StrictJSON.accepts(Array(text))
      if checking == .full || !item.isGood || isValid {
        let shown = String(decoding: text, as: UTF8.self)
        #expect(item.isGood == isValid, "line \(line): \(shown) \(item.code), \(context)")
      }
    }
    #expect(items.isEmpty, "something was delivered twice, \(context)")
  }

  @Test(
    "every undamaged line is delivered once, every damaged one is rejected or still valid",
    arguments: [JSONChecking.accessed, .full], 0..<Chaos.rounds(30))
  func damagedFeeds(checking: JSONChecking, round: UInt64) throws {
    var random = SeededGenerator(seed: 0xC4A05 &+ round &* 2 &+ (checking == .full ? 1 : 0))
    let seed = random.state
    var sample = SampleFeed(shape: round % 3 == 0 ? .events : .logs, seed: round)
    var bytes: [UInt8] = []
    sample.appendRecords(Int.random(in: 1...400, using: &random), to: &bytes)
    let interesting = Array("\"\\{}[]:,\n\r\t \u{0}\u{1}0-eu".utf8) + [0x80, 0xC3, 0xE2, 0xFF]
    for _ in 0..<Int.random(in: 0...40, using: &random) {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: bytes[place] = interesting.randomElement(using: &random)!
      case 1: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 2: bytes.insert(interesting.randomElement(using: &random)!, at: place)
      default: bytes.remove(at: place)
      }
    }
    for window in [16, 700, 5000, 256 << 10] {
      let delivered = try Delivered(
        .bytes(bytes, name: "chaos"), options: FeedOptions(checking: checking, windowSize: window))
      ChaosTests.check(delivered, of: bytes, checking, "seed \(seed), window \(window)")
    }
  }

  @Test("each prefix of a small feed yields its whole lines, and the cut one as it is")
  func prefixes() throws {
    var sample = SampleFeed(shape: .logs, seed: 5)
    var bytes = Array("\u{FEFF}".utf8)
    sample.appendRecords(4, to: &bytes)
    bytes += Array("\r\n  7\r\n\"ü\"".utf8)
    for count in 0...bytes.count {
      // Starts after the byte order mark, which the tests' parser does not know.
      let prefix = Array(bytes[..<count])
      for checking in [JSONChecking.accessed, .full] {
        var delivered = try Delivered(
          .bytes(prefix, name: "prefix"), options: FeedOptions(checking: checking, windowSize: 300))
        guard count >= 3 else {
          #expect(delivered.counts.rejected == (count == 0 ? 0 : 1))
          continue
        }
        for i in delivered.items.indices { delivered.items[i].offset -= 3 }
        ChaosTests.check(delivered, of: Array(prefix[3...]), checking, "\(count) bytes")
      }
    }
  }

  @Test("noise is framed like any other text")
  func noise() throws {
    for seed in 0..<200 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let alphabet = Array("{}[]\",:\\\n\n 1et".utf8)
      let bytes = (0..<Int.random(in: 0...300, using: &random)).map { _ in
        alphabet.randomElement(using: &random)!
      }
      for checking in [JSONChecking.accessed, .full] {
        let delivered = try Delivered(
          .bytes(bytes, name: "noise"), options: FeedOptions(checking: checking, windowSize: 64))
        ChaosTests.check(delivered, of: bytes, checking, "seed \(seed)")
      }
    }
  }
}
