import Sluice
import SluiceFeed
import SluiceTokenizer
import TestSupport
import Testing

@Suite("Limits of decompression")
struct DecompressionLimitTests {
  /// A small stretch, so that small bombs are enough.
  private static func options(
    ratio: Int? = nil, total: Int64? = nil, jobs: Int = 1
  ) -> FeedOptions {
    var options = FeedOptions(checking: .full, windowSize: 16 << 10, parallel: jobs)
    options.decompression = DecompressionLimits(ratio: ratio, total: total)
    options.decompression.stretch = 1 << 20
    return options
  }

  /// Lines that hardly become smaller.
  private static func innocent(_ size: Int, seed: UInt64 = 7) -> [UInt8] {
    var random = SeededGenerator(seed: seed)
    var text: [UInt8] = []
    while text.count < size {
      text += Array("{\"n\":\"".utf8)
      for _ in 0..<12 { text += Array(String(UInt64.random(in: 0 ... .max, using: &random)).utf8) }
      text += Array("\"}\n".utf8)
    }
    return text
  }

  /// Equal lines: 4 MiB.
  private static let bomb = Array(
    repeatElement(
      Array("{\"a\":\"".utf8) + [UInt8](repeating: 0x61, count: 1000) + Array("\"}\n".utf8),
      count: 4150
    ).joined())

  /// 6 MiB.
  private static let longInnocent = innocent(6 << 20)

  private static func lines(_ text: [UInt8]) -> Int { text.count { $0 == 0x0A } }
  // Counted and compressed once: unoptimised, both take seconds.
  private static let bombLines = lines(bomb)
  private static let innocentLines = lines(longInnocent)
  private static let packedBomb = Dictionary(
    uniqueKeysWithValues: Compression.allCases.map { ($0, $0.compress(bomb)) })
  private static let packedInnocent = Dictionary(
    uniqueKeysWithValues: Compression.allCases.map {
      ($0, $0.compress(longInnocent, cutAt: [1 << 20, 3 << 20]))
    })

  @Test(
    "a text that is too large for its bytes is an error after the records before it",
    arguments: Compression.allCases, [1, 3])
  func ratio(compression: Compression, jobs: Int) throws {
    let packed = try #require(Self.packedBomb[compression])
    let options = Self.options(ratio: 50, jobs: jobs)
    let folder = try TemporaryFolder()
    let path = folder.put(packed, to: "bomb")
    for source in [FeedSource.file(path), .bytes(packed, name: path)] {
      let result = try DeliveredUntilFailure(source, options: options)
      let error = try #require(result.error)
      #expect(error.code == .decompressionLimit)
      #expect((1...packed.count).contains(error.offset))
      let text = error.description
      #expect(text.hasPrefix("won't decompress all of \(path): its "), "\(text)")
      #expect(text.contains("the limit is 50 times") && text.contains("--max-ratio"), "\(text)")
      // Those of the stretch, and of what one read adds to it.
      #expect((900...2500).contains(result.good.count), "\(result.good.count)")
      #expect(result.bad <= 1)
    }
    let free = try DeliveredUntilFailure(.file(path), options: Self.options(jobs: jobs))
    #expect(free.error == nil && free.good.count == Self.bombLines)
  }

  @Test("a pipe has the limits of a file", arguments: Compression.allCases)
  func pipe(compression: Compression) throws {
    let packed = try #require(Self.packedBomb[compression])
    #expect(throws: JSONError.self) {
      _ = try Pipe.delivered(packed, options: Self.options(ratio: 50)) { _ in 5000 }
    }
    let whole = try Pipe.delivered(packed, options: Self.options()) { _ in 5000 }
    #expect(whole.good.count == Self.bombLines)
  }

  @Test(
    "members without a fault give those after them no credit", arguments: Compression.allCases,
    [1, 3])
  func laterMember(compression: Compression, jobs: Int) throws {
    let bomb = try #require(Self.packedBomb[compression])
    let members = try #require(Self.packedInnocent[compression]) + bomb
    // All of it is within the limit, as a whole.
    #expect((Self.longInnocent.count + Self.bomb.count) / members.count < 10)
    let result = try DeliveredUntilFailure(
      .bytes(members, name: "feed"), options: Self.options(ratio: 50, jobs: jobs))
    #expect(result.error?.code == .decompressionLimit)
    #expect(result.good.count > Self.innocentLines)
    #expect(result.good.count < Self.innocentLines + Self.bombLines)
    // And the other way round.
    let early = try DeliveredUntilFailure(
      .bytes(bomb + members, name: "feed"),
      options: Self.options(ratio: 50, jobs: jobs))
    #expect(early.error?.code == .decompressionLimit)
    #expect(early.good.count < Self.bombLines)
  }

  @Test("a text of as many bytes as the limit is read", arguments: Compression.allCases, [1, 3])
  func total(compression: Compression, jobs: Int) throws {
    let text = Self.innocent(1 << 20)
    let packed = compression.compress(text, cutAt: [1000, 700_000])
    let size = Int64(text.count)
    func read(_ total: Int64) throws -> DeliveredUntilFailure {
      try DeliveredUntilFailure(
        .bytes(packed, name: "feed"), options: Self.options(total: total, jobs: jobs))
    }
    let whole = try read(size)
    #expect(whole.error == nil && whole.good.count == Self.lines(text))
    for total in [size - 1, size / 2, 1, 0] {
      let result = try read(total)
      let error = try #require(result.error)
      #expect(error.code == .decompressionLimit)
      #expect(error.description.contains("more than \(total) bytes"), "\(error)")
      #expect(result.good.count == Self.lines(Array(text[..<Int(total)])), "\(total)")
    }
  }

  @Test("text that was never compressed has no limits")
  func plain() throws {
    let result = try DeliveredUntilFailure(
      .bytes(Self.bomb, name: "feed"), options: Self.options(ratio: 1, total: 1))
    #expect(result.error == nil && result.good.count == Self.bombLines)
  }

  @Test("by default, 64 MiB of text may be anything, and then a thousand times its bytes")
  func unlessSpecified() throws {
    // The others take seconds for that much.
    for compression in Rounds.areLong ? Compression.allCases : [.gzip, .zstd] {
      for size in [(64 << 20) - 1, 66 << 20] {
        // One line that is too long, so that reading it takes no time.
        let packed = compression.compress([UInt8](repeating: 0x61, count: size))
        let isBomb = size / packed.count > 1000 && size >= 64 << 20
        let result = try DeliveredUntilFailure(
          .bytes(packed, name: "feed"), options: FeedOptions(maximumRecordSize: 1 << 20))
        #expect(
          result.error?.code == (isBomb ? .decompressionLimit : nil),
          "\(compression), \(size): \(packed.count) bytes")
        if compression == .zstd { #expect(isBomb == (size > 64 << 20)) }
      }
    }
  }

  @Test("a range of members has the limits of the whole text", arguments: [1, 3])
  func ranges(jobs: Int) throws {
    let first = Self.innocent(2 << 20)
    let packed =
      Compression.zstd.compress(first, cutAt: [1 << 20]) + Compression.zstd.compress(Self.bomb)
    let folder = try TemporaryFolder()
    let path = folder.put(packed, to: "feed.zst")
    let start = Int64(first.count)
    func read(_ bytes: Range<Int64>, _ limits: FeedOptions) throws -> DeliveredUntilFailure {
      var options = limits
      options.range = FeedRange(bytes: bytes)
      return try DeliveredUntilFailure(.file(path), options: options)
    }
    let ratio = Self.options(ratio: 50, jobs: jobs)
    let innocent = try read(1..<start, ratio)
    #expect(innocent.error == nil && innocent.good.count == Self.lines(first) - 1)
    let bomb = try read(start + 1..<Int64.max, ratio)
    #expect(bomb.error?.code == .decompressionLimit)
    // The total counts from the start of the text, wherever the range begins.
    let total = Self.options(total: start + 100_000, jobs: jobs)
    #expect(try read(1..<start, total).error == nil)
    let late = try read(start + 1..<Int64.max, total)
    #expect(late.error?.code == .decompressionLimit)
    #expect((95...99).contains(late.good.count), "\(late.good.count)")
  }

  @Test("tokens and asynchronous feeds have them too", arguments: Compression.allCases)
  func otherReaders(compression: Compression) async throws {
    let packed = try #require(Self.packedBomb[compression])
    var tokens = TokenizerOptions(takesSeveralDocuments: true)
    tokens.decompression = Self.options(ratio: 50).decompression
    var tokenizer = try JSONTokenizer(.bytes(packed, name: "bomb"), options: tokens)
    var found: JSONError?
    do throws(JSONError) {
      while try tokenizer.next() != nil {}
    } catch {
      found = error
    }
    #expect(found?.code == .decompressionLimit)

    let chunks = AsyncStream<[UInt8]> { stream in
      for start in stride(from: 0, to: packed.count, by: 4000) {
        stream.yield(Array(packed[start..<min(start + 4000, packed.count)]))
      }
      stream.finish()
    }
    var feed = try AsyncJSONFeed(chunks, options: Self.options(ratio: 50))
    var records = 0
    await #expect(throws: JSONError.self) {
      try await feed.forEach { _ in
        records += 1
      } rejected: { _ in
      }
    }
    #expect(records > 0 && records < Self.bombLines)
  }
}
