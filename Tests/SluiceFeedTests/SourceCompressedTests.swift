import Sluice
import SluiceFeed
import SluiceSamples
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("Sources that are compressed")
struct SourceCompressedTests {
  @Test(
    "a compressed feed yields what its text yields, from memory, a file and a pipe",
    arguments: Compression.allCases, 0..<UInt64(Rounds.count(3, long: 8)))
  func sameAsText(compression: Compression, round: UInt64) throws {
    var random = SeededGenerator(seed: 0x6E1F &+ round)
    let seed = random.state
    var text = PositionTests.mixed
    if round % 2 == 1 {
      // More than all of the thread's buffers hold.
      var sample = SampleFeed(shape: .logs, seed: round)
      while text.count < 3 << 20 { sample.appendRecords(1000, to: &text) }
    }
    let cuts = (0..<Int(round)).map { _ in Int.random(in: 0...text.count, using: &random) }
    let packed = compression.compress(text, cutAt: cuts)
    let options = FeedOptions(windowSize: [16, 500, 4096, 128 << 10][Int(round % 4)])
    let whole = try Delivered(.bytes(text, name: "text"), options: options)
    #expect(whole.items.count > 60)

    #expect(
      try Delivered(.bytes(packed, name: "packed"), options: options) == whole, "seed \(seed)")
    let folder = try TemporaryFolder()
    let path = folder.put(packed, to: "feed")
    #expect(try Delivered(.file(path), options: options) == whole, "seed \(seed)")
    let largest = [3, 700, 70_000][Int(round % 3)]
    let piped = try Pipe.delivered(packed, options: options) { _ in
      Int.random(in: 1...largest, using: &random)
    }
    #expect(piped == whole, "seed \(seed)")
  }

  @Test(
    "lines are the same whether they fit before the next buffer, in it, or in none",
    arguments: Compression.allCases, [64 << 10, 128 << 10, 256 << 10])
  func longLines(compression: Compression, windowSize: Int) throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    var text: [UInt8] = []
    // Up to the 16 KiB before a buffer, about as many, and more than its 128 KiB.
    for range in [1...300, 15_000...18_000, 1...300, 100_000...400_000] {
      for _ in 0..<(range.upperBound < 1000 ? 3000 : 40) {
        let count = Int.random(in: range, using: &random)
        text += Array("{\"n\":\(count),\"s\":\"".utf8)
        text += [UInt8](repeating: UInt8(ascii: "a") + UInt8(count % 26), count: count)
        text += Array("\"}\n".utf8)
      }
    }
    let options = FeedOptions(windowSize: windowSize)
    let packed = try Delivered(.bytes(compression.compress(text), name: "packed"), options: options)
    let whole = try Delivered(.bytes(text, name: "text"), options: options)
    #expect(whole.items.count == 6080)
    #expect(packed == whole, "seed \(seed)")
  }

  @Test("a feed resumes from a position in the text", arguments: Compression.allCases)
  func positions(compression: Compression) throws {
    let text = PositionTests.mixed
    let folder = try TemporaryFolder()
    let path = folder.put(compression.compress(text, cutAt: [1000, 5000]), to: "feed")
    let whole = try Delivered(.bytes(text, name: "text"))
    for i in stride(from: 0, to: whole.items.count, by: Rounds.count(35, long: 7)) {
      let rest = try Delivered(.file(path), from: whole.items[i].after)
      #expect(rest.items == Array(whole.items[(i + 1)...]))
    }
    let beyond = FeedPosition(offset: Int64(text.count) + 1, line: 1, recordNumber: 1)
    let error = DeliveredUntilFailure.opening(.file(path), from: beyond)
    #expect(error?.code == .io)
    #expect(error?.description.contains("ends before byte \(beyond.offset)") == true)
  }

  @Test(
    "a zstd frame that says another size than its text has is damaged, also with an empty last block",
    arguments: [0, 1, 8, 9, 32])
  func zstdSize(said: UInt8) throws {
    // The block is stored; the last one, empty.
    let line = Array("{\"a\":1}\n".utf8)
    for text in [[], line] {
      let block = text.isEmpty ? [] : [UInt8(text.count << 3), 0, 0] + text
      let frame: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0x20, said] + block + [1, 0, 0]
      // Alone, between others, and byte by byte.
      for (before, after) in [
        ([], []), (Compression.zstd.compress(line), Compression.zstd.compress(line)),
      ] {
        let packed: [UInt8] = before + frame + after
        for size in [1, packed.count] {
          let result = try? Pipe.delivered(packed, options: FeedOptions(framing: .lines)) { _ in
            size
          }
          let isSound = Int(said) == text.count
          #expect((result != nil) == isSound, "\(said), \(text.count), \(size)")
          let rows = (before.count + after.count > 0 ? 2 : 0) + (text.isEmpty ? 0 : 1)
          if isSound { #expect(result?.good.count == rows) }
        }
      }
    }
  }

  @Test("a member with all optional parts of a header is read")
  func header() throws {
    // Python: zlib.compressobj(9, DEFLATED, -15) of {"a":1}\n{"a":2}\n, with extra field, name,
    // comment and header CRC.
    let delivered = try Delivered(.bytes(Self.member, name: "member"))
    #expect(delivered.good == ["{\"a\":1}", "{\"a\":2}"])
    var damaged = Self.member
    damaged[12] ^= 1
    let result = try DeliveredUntilFailure(.bytes(damaged, name: "member"))
    #expect(result.error?.code == .decompressionFailed && result.good.isEmpty)
  }

  static let member: [UInt8] = [
    0x1F, 0x8B, 0x08, 0x1E, 0x01, 0x02, 0x03, 0x04, 0x02, 0x03, 0x04, 0x00, 0x61, 0x62,
    0x00, 0x00, 0x6E, 0x61, 0x6D, 0x65, 0x2E, 0x6E, 0x64, 0x6A, 0x73, 0x6F, 0x6E, 0x00,
    0x61, 0x20, 0x63, 0x6F, 0x6D, 0x6D, 0x65, 0x6E, 0x74, 0x00, 0x47, 0xA3, 0xAB, 0x56,
    0x4A, 0x54, 0xB2, 0x32, 0xAC, 0xE5, 0xAA, 0x06, 0xD1, 0x46, 0xB5, 0x5C, 0x00, 0x66,
    0xC0, 0x5A, 0x19, 0x10, 0x00, 0x00, 0x00,
  ]

  @Test(
    "a file cut at any byte delivers the records before, and reports where it is cut",
    arguments: Compression.allCases)
  func cutShort(compression: Compression) throws {
    // One record in each member, so that the number of whole ones is known.
    let lines = (0..<6).map { Array("{\"record\":\($0),\"text\":\"aaaaaaaaaaaaaaa\"}\n".utf8) }
    let members = lines.map { compression.compress($0) }
    let packed = Array(members.joined())
    var ends = [0]
    for member in members { ends.append(ends[ends.count - 1] + member.count) }
    let first = max(8, compression.magicSize)
    for cut in stride(from: first, to: packed.count, by: Rounds.count(3, long: 1)) {
      let result = try DeliveredUntilFailure(.bytes(Array(packed[..<cut]), name: "cut.log"))
      let whole = ends.lastIndex { $0 <= cut } ?? 0
      #expect(result.bad == 0)
      if ends[whole] == cut {
        #expect(result.error == nil && result.good.count == whole, "cut at \(cut)")
        continue
      }
      // The text of a member may be whole if only its checksum is cut.
      #expect(result.good.count == whole || result.good.count == whole + 1, "cut at \(cut)")
      // After it, xz has an index and a footer.
      let rest = compression == .xz ? 50 : 16
      #expect(result.good.count == whole || cut > ends[whole + 1] - rest, "cut at \(cut)")
      let error = try #require(result.error, "cut at \(cut)")
      #expect(error.code == .decompressionFailed && error.offset == cut)
      #expect(
        error.description.contains("cut.log") && error.description.contains("cut short")
          && error.description.contains("begins at byte \(ends[whole])"), "\(error)")
    }
  }

  @Test("a wrong checksum is an error after the records, and names the member or frame")
  func checksum() throws {
    let lines = (0..<100).map { "{\"n\":\($0)}\n" }.joined()
    let first = Compression.gzip.compress(Array(lines.utf8))
    for place in 1...8 {
      var packed = first + first + first
      packed[2 * first.count - place] ^= 0x10
      let result = try DeliveredUntilFailure(.bytes(packed, name: "log.gz"))
      #expect(result.good.count == 200 && result.bad == 0)
      #expect(result.error?.code == .decompressionFailed)
      let message = try #require(result.error).description
      #expect(
        message.contains("log.gz") && message.contains("begins at byte \(first.count)")
          && message.contains("checksum"), "\(message)")
    }
  }

  @Test(
    "a damaged byte is an error or has no effect, and never ends a feed silently",
    arguments: Compression.allCases)
  func damage(compression: Compression) throws {
    var text: [UInt8] = []
    var sample = SampleFeed(shape: .logs, seed: 5)
    sample.appendRecords(40, to: &text)
    let whole = try Delivered(.bytes(text, name: "text")).good
    let packed = compression.compress(text)
    var failures = 0
    let step = Rounds.count(12, long: 1)
    for place in stride(from: 4, to: packed.count, by: step) {
      var damaged = packed
      damaged[place] ^= 0x41
      let result = try DeliveredUntilFailure(.bytes(damaged, name: "damaged"))
      if let error = result.error {
        failures += 1
        #expect(error.code == .decompressionFailed, "byte \(place): \(error)")
      } else if compression == .gzip {
        // Unused bytes of the header.
        #expect(result.good == whole, "byte \(place)")
      }
    }
    // The zstd command adds a checksum; the frames made here have none.
    #expect(failures > (compression == .gzip ? packed.count / step - 20 : 6))
  }

  @Test("zeros after the last gzip member are padding, anything else is an error")
  func padding() throws {
    let text = Array("{\"a\":1}\n{\"a\":2}\n".utf8)
    let member = Compression.gzip.compress(text)
    for zeros in [1, 2, 511, 200_000] {
      let padded = member + member + [UInt8](repeating: 0, count: zeros)
      #expect(try Delivered(.bytes(padded, name: "padded")).good.count == 4)
      for garbage in [[1], [0x1F, 0x8B], Array("{\"a\":3}\n".utf8)] as [[UInt8]] {
        let result = try DeliveredUntilFailure(.bytes(padded + garbage, name: "padded"))
        #expect(result.good.count == 4)
        #expect(result.error?.code == .decompressionFailed)
        #expect(result.error?.offset == padded.count, "\(String(describing: result.error))")
      }
    }
    for garbage in [[1], [0x1F, 0x8C], Array("{\"a\":3}\n".utf8)] as [[UInt8]] {
      let result = try DeliveredUntilFailure(.bytes(member + garbage, name: "garbage"))
      #expect(result.good.count == 2 && result.error?.code == .decompressionFailed)
    }
    let zstd = Compression.zstd.compress(text)
    for garbage in [[0, 0, 0, 0, 0, 0], Array("{\"a\":3}\n".utf8)] as [[UInt8]] {
      let result = try DeliveredUntilFailure(.bytes(zstd + garbage, name: "garbage"))
      #expect(result.good.count == 2 && result.error?.code == .decompressionFailed)
      #expect(result.error?.description.contains("from byte \(zstd.count) on") == true)
    }
  }

  @Test("skippable zstd frames and empty members are skipped")
  func emptyOnes() throws {
    let text = Array("{\"a\":1}\n".utf8)
    let skippable: [UInt8] = [0x53, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, 1, 2, 3]
    let zstd = Compression.zstd
    let frames =
      skippable + zstd.compress(text) + skippable + zstd.compress([]) + zstd.compress(text)
    #expect(try Delivered(.bytes(frames, name: "frames")).good.count == 2)
    let gzip = Compression.gzip
    let members = gzip.compress([]) + gzip.compress(text) + gzip.compress([]) + gzip.compress(text)
    #expect(try Delivered(.bytes(members, name: "members")).good.count == 2)
    #expect(try Delivered(.bytes(gzip.compress([]), name: "empty")).items.isEmpty)
  }

  @Test("a zstd frame may request 128 MiB, but not more")
  func windows() throws {
    // RFC 8878 section 3.1.1.1: no flags; a window descriptor, whose upper five bits are the
    // exponent over 2^10; then one raw block, the last, of the text.
    let text = Array("{\"a\":1}\n".utf8)
    func frame(exponent: UInt8) -> [UInt8] {
      let header = UInt32(text.count) << 3 | 1
      return [0x28, 0xB5, 0x2F, 0xFD, 0, exponent << 3]
        + [UInt8(header & 0xFF), UInt8(header >> 8 & 0xFF), UInt8(header >> 16)] + text
    }
    #expect(try Delivered(.bytes(frame(exponent: 17), name: "large")).good.count == 1)
    for exponent in [18, 31] as [UInt8] {
      let result = try DeliveredUntilFailure(.bytes(frame(exponent: exponent), name: "absurd"))
      let error = try #require(result.error)
      #expect(error.code == .decompressionFailed && error.description.contains("128 MiB"))
      #expect(error.description.contains("absurd"))
    }
  }

  @Test(
    "a compressed record from a pipe is delivered before the next one is written",
    arguments: Compression.allCases)
  func promptness(compression: Compression) throws {
    var ends: [Int32] = [0, 0]
    #expect(unsafe pipe(&ends) == 0)
    let (input, output) = (ends[0], ends[1])
    defer { close(input) }
    func send(_ n: Int) {
      let member = compression.compress(Array("{\"n\":\(n)}\n".utf8))
      #expect(unsafe member.withUnsafeBytes { unsafe systemWrite(output, $0) } == member.count)
    }
    send(0)
    var feed = try JSONFeed(.fileDescriptor(input, name: "pipe"))
    var next = 0
    try feed.forEach { record in
      let n = try record.cursor["n"].int
      #expect(n == next)
      next += 1
      if next < 50 { send(next) } else { close(output) }
    } rejected: { _ in
      Issue.record("unexpected reject")
    }
    #expect(next == 50)
  }

  @Test(
    "dropping a feed ends its thread, wherever the thread waits", arguments: Compression.allCases)
  func dropped(compression: Compression) throws {
    struct Enough: Error {}
    var text: [UInt8] = []
    var sample = SampleFeed(shape: .logs, seed: 5)
    while text.count < 4 << 20 { sample.appendRecords(1000, to: &text) }
    let packed = compression.compress(text)
    // It waits for room in its buffers.
    do {
      var feed = try JSONFeed(.bytes(packed, name: "large"))
      try feed.forEach { _ in
        throw Enough()
      } rejected: { _ in
      }
      Issue.record("it went on")
    } catch is Enough {}
    // It waits for bytes from a pipe without further writes.
    var ends: [Int32] = [0, 0]
    #expect(unsafe pipe(&ends) == 0)
    let member = compression.compress(Array("{\"n\":1}\n".utf8))
    #expect(unsafe member.withUnsafeBytes { unsafe systemWrite(ends[1], $0) } == member.count)
    do {
      var feed = try JSONFeed(.fileDescriptor(ends[0], name: "pipe"))
      try feed.forEach { _ in
        throw Enough()
      } rejected: { _ in
      }
      Issue.record("it went on")
    } catch is Enough {}
    // The pipe has no other reader either.
    #expect(poll(nil, 0, 0) == 0)
    close(ends[0])
    close(ends[1])
    // It never started.
    _ = try JSONFeed(.bytes(packed, name: "large"))
  }

  @Test(
    "a line without end in few compressed bytes is one reject", arguments: Compression.allCases)
  func bomb(compression: Compression) throws {
    let mebibyte = compression.compress([UInt8](repeating: 0x61, count: 1 << 20))
    #expect(mebibyte.count < 8 << 10)
    let packed =
      Array(repeatElement(mebibyte, count: 64).joined())
      + compression.compress(Array("\n{\"a\":1}\n".utf8))
    var options = FeedOptions(maximumRecordSize: 1 << 20)
    options.decompression = .off
    let delivered = try Delivered(.bytes(packed, name: "bomb"), options: options)
    #expect(delivered.good == ["{\"a\":1}"])
    #expect(delivered.bad.map(\.code) == ["too-large"])
    #expect(delivered.bad.first?.length == 64 << 20)
    #expect(delivered.bad.first?.bytes.count == RejectedRecord.mostBytes)
  }

  @Test("many feeds at a time do not affect each other")
  func manyFeeds() async throws {
    let text = PositionTests.mixed
    let whole = try Delivered(.bytes(text, name: "text"))
    let packed = Compression.allCases.map { $0.compress(text, cutAt: [10, 2000]) }
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for i in 0..<16 {
        group.addTask {
          try Delivered(.bytes(packed[i % packed.count], name: "feed")) == whole
        }
      }
      for try await isSame in group { #expect(isSame) }
    }
  }
}
