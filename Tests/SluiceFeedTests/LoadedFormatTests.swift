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

@Suite("Sources: bzip2, xz and LZ4")
struct LoadedFormatTests {
  private static func lines(_ count: Int) -> [UInt8] {
    Array((0..<count).map { "{\"n\":\($0),\"text\":\"\($0 * 7919 % 1000)\"}\n" }.joined().utf8)
  }

  @Test(
    "any text comes back, however it was compressed, cut into streams, and however it arrives",
    arguments: Compression.loaded, 0..<UInt32(Rounds.count(8, long: 24)))
  func roundTrips(compression: Compression, round: UInt32) throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    var text: [UInt8] = []
    var sample = SampleFeed(shape: .logs, seed: random.next())
    let size = [0, 1, 5000, 300_000, 5 << 20][Int(round % 5)]
    while text.count < size { sample.appendRecords(size < 100 ? 1 : 50, to: &text) }
    var packed: [UInt8] = []
    var start = 0
    let cuts = (0..<Int(round % 4)).map { _ in Int.random(in: 0...text.count, using: &random) }
    for (i, end) in (cuts.sorted() + [text.count]).enumerated() {
      packed += compression.compress(text[start..<end], variant: round &+ UInt32(i) &* 5)
      start = end
      if compression == .xz { packed += [UInt8](repeating: 0, count: 4 * (i % 3)) }
      if compression == .lz4, i % 2 == 0 { packed += Self.skippable(i * 3) }
    }
    let options = FeedOptions(windowSize: [500, 4096, 128 << 10][Int(round % 3)])
    let whole = try Delivered(.bytes(text, name: "text"), options: options)
    #expect(
      try Delivered(.bytes(packed, name: "packed"), options: options) == whole, "seed \(seed)")
    let largest = [1, 9, 70_000][Int(round % 3)]
    guard packed.count < 100_000 || largest > 9 else { return }
    let piped = try Pipe.delivered(packed, options: options) { _ in
      Int.random(in: 1...largest, using: &random)
    }
    #expect(piped == whole, "seed \(seed)")
  }

  private static func skippable(_ size: Int) -> [UInt8] {
    [0x50 + UInt8(size % 16), 0x2A, 0x4D, 0x18, UInt8(size), 0, 0, 0]
      + [UInt8](repeating: 0x28, count: size)
  }

  @Test(
    "a damaged byte is an error, unless it has no effect, and records before it come first",
    arguments: Compression.loaded)
  func damage(compression: Compression) throws {
    let (first, second) = (Self.lines(40), Self.lines(25))
    let start = compression.compress(first)
    let packed = start + compression.compress(second, variant: compression == .bzip2 ? 3 : 4)
    let whole = try Delivered(.bytes(first + second, name: "text")).good
    var unnoticed: [Int] = []
    for place in stride(
      from: compression.magicSize, to: packed.count, by: Rounds.count(4, long: 1))
    {
      for mask in [0x01, 0x80, 0xFF] as [UInt8] {
        var damaged = packed
        damaged[place] ^= mask
        let result = try DeliveredUntilFailure(.bytes(damaged, name: "damaged"))
        guard let error = result.error else {
          #expect(result.good == whole, "byte \(place)")
          unnoticed.append(place)
          continue
        }
        #expect(error.code == .decompressionFailed, "byte \(place): \(error)")
        #expect(error.description.contains("damaged"), "\(error)")
        if place >= start.count {
          #expect(Array(result.good.prefix(40)) == Array(whole[..<40]), "byte \(place)")
          #expect(error.offset >= start.count, "byte \(place)")
        }
      }
    }
    // bzip2 fills its last byte with bits that no one reads, and LZ4 can repeat the same text from another
    // place.
    #expect(unnoticed.count < (compression == .xz ? 1 : 8), "\(unnoticed)")
  }

  @Test(
    "what follows the last stream is an error, whole or byte by byte", arguments: Compression.loaded
  )
  func garbage(compression: Compression) throws {
    let packed = compression.compress(Self.lines(2))
    let magic = Array(packed.prefix(compression.magicSize))
    for garbage in [
      [1], [0x0A], Array("{\"a\":3}\n".utf8), [0x1F, 0x8B, 8, 0], Array(magic.dropLast()) + [1, 2],
      [0x28, 0xB5, 0x2F, 0xFD, 0, 0], compression == .xz ? [0, 0, 0, 0, 1] : [0, 0, 0, 0],
    ] as [[UInt8]] {
      let bytes = packed + garbage
      let result = try DeliveredUntilFailure(.bytes(bytes, name: "x.bin"))
      let error = try #require(result.error, "\(garbage)")
      #expect(result.good.count == 2 && error.code == .decompressionFailed)
      let place = packed.count + (garbage.count == 5 && garbage[0] == 0 ? 4 : 0)
      #expect(
        error.description.contains("from byte \(place) on, is something that is not"), "\(error)")
      var count = 0
      let failed = #expect(throws: JSONError.self) {
        try Self.readByteByByte(bytes) { count += 1 }
      }
      #expect(failed?.description.contains("is something that is not") == true)
      #expect(count == 2)
    }
  }

  private static func readByteByByte(_ bytes: [UInt8], _ body: () -> Void) throws {
    var ends: [Int32] = [0, 0]
    try #require(unsafe pipe(&ends) == 0)
    let input = ends[0]
    let output = ends[1]
    defer { close(input) }
    let thread = try TestThread {
      for byte in bytes { _ = unsafe [byte].withUnsafeBytes { unsafe systemWrite(output, $0) } }
      close(output)
    }
    defer { thread.join() }
    var feed = try JSONFeed(.fileDescriptor(input, name: "pipe"))
    try feed.forEach { _ in body() }
  }

  @Test("between xz streams and after the last are zeros, four at a time")
  func padding() throws {
    guard Compression.loaded.contains(.xz) else { return }
    let stream = Compression.xz.compress(Self.lines(2))
    for zeros in [1, 2, 3, 4, 7, 8, 511, 512, 200_000] {
      let padding = [UInt8](repeating: 0, count: zeros)
      for bytes in [stream + padding, stream + padding + stream] {
        let result = try DeliveredUntilFailure(.bytes(bytes, name: "x.xz"))
        if zeros % 4 == 0 {
          #expect(result.error == nil && result.good.count == (bytes.last == 0 ? 2 : 4))
        } else {
          #expect(result.error?.code == .decompressionFailed && result.good.count == 2)
          #expect(result.error?.description.contains("not a multiple of four") == true)
        }
      }
    }
    // Zeros begin no file.
    let result = try Delivered(.bytes([0, 0, 0, 0] + stream, name: "x.xz"))
    #expect(result.good.isEmpty)
  }

  @Test("an xz stream may ask for a dictionary of 256 MiB, and no more")
  func dictionaries() throws {
    guard Compression.loaded.contains(.xz) else { return }
    let stream = Compression.xz.compress(Self.lines(2))
    // xz format 1.0.4, section 3.1: a block header of 12 bytes, with both sizes, the LZMA2 filter and its
    // dictionary's size, and a CRC32.
    #expect(stream[12] == 2 && stream[13] == 0xC0 && stream[16...17] == [0x21, 1])
    func asking(_ size: UInt8) -> [UInt8] {
      var stream = stream
      stream[18] = size
      Self.correct(&stream, 12..<20)
      return stream
    }
    // 2^(n/2 + 12), and half as much more when n is odd.
    #expect(try Delivered(.bytes(asking(32), name: "large")).good.count == 2)
    for size in [33, 34, 40] as [UInt8] {
      let error = try #require(
        try DeliveredUntilFailure(.bytes(asking(size), name: "absurd")).error)
      #expect(error.code == .decompressionFailed && error.description.contains("absurd"))
      #expect(error.description.contains("256 MiB"), "\(error)")
    }
    let unknown = try #require(
      try DeliveredUntilFailure(.bytes(asking(41), name: "unknown")).error)
    #expect(unknown.description.contains("liblzma doesn't know"), "\(unknown)")
  }

  /// Writes the checksum of some bytes after them.
  private static func correct(_ bytes: inout [UInt8], _ range: Range<Int>) {
    let check = crc32(bytes[range])
    for i in 0..<4 { bytes[range.upperBound + i] = UInt8(check >> (8 * i) & 0xFF) }
  }

  private static func crc32(_ bytes: some Sequence<UInt8>) -> UInt32 {
    var crc: UInt32 = ~0
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc >> 1 ^ (crc & 1) &* 0xEDB8_8320 }
    }
    return ~crc
  }

  @Test("an xz index or an LZ4 header that lies about the size of the text is an error")
  func sizes() throws {
    let text = Self.lines(3)
    if Compression.loaded.contains(.xz) {
      let stream = Compression.xz.compress(text)
      // The index: 0, one record, its size with a header and that of its text, CRC32; then the footer.
      let end = stream.count - 12
      #expect(stream[(end - 8)...(end - 7)] == [0, 1] && Int(stream[end - 5]) == text.count)
      // The block's header has it, too.
      #expect(Int(stream[15]) == text.count)
      for (place, checked) in [(end - 5, end - 8..<end - 4), (15, 12..<20)] {
        for lie in [1, -1] {
          var stream = stream
          stream[place] = UInt8(text.count + lie)
          Self.correct(&stream, checked)
          let result = try DeliveredUntilFailure(.bytes(stream, name: "x.xz"))
          #expect(result.error?.code == .decompressionFailed, "\(place)")
          #expect(place == 15 || result.good.count == 3)
        }
      }
    }
    if Compression.loaded.contains(.lz4) {
      var frame = Compression.lz4.compress(text, variant: 16)
      #expect(frame[6] == UInt8(text.count))
      frame[6] += 1
      // The header's checksum is a byte: one of all 256 is right.
      let errors = try (0...255).compactMap { check in
        frame[14] = UInt8(check)
        return try DeliveredUntilFailure(.bytes(frame, name: "x.lz4")).error?.description
      }
      #expect(errors.count == 256)
      let lies = errors.filter { !$0.contains("its header is damaged") }
      #expect(lies.count == 1)
      #expect(lies.first?.contains("checksum or length does not match its text") == true, "\(lies)")
    }
  }

  @Test("skippable frames may come first, before those of LZ4 and of Zstandard")
  func skippables() throws {
    let text = Self.lines(3)
    for compression in Compression.allCases where [.lz4, .zstd].contains(compression) {
      for count in 1...3 {
        let before = (0..<count).flatMap { Self.skippable($0 * 70) }
        let packed = before + compression.compress(text)
        #expect(try Delivered(.bytes(packed, name: "x")).good.count == 3)
        #expect(try Pipe.delivered(packed) { _ in 1 }.good.count == 3)
        let folder = try TemporaryFolder()
        let path = folder.put(packed, to: "x")
        #expect(try Delivered(.file(path)).good.count == 3)
        var options = FeedOptions()
        options.range = FeedRange(bytes: 0..<10)
        if compression == .zstd {
          #expect(try Delivered(.file(path), options: options).good.count == 1)
        } else {
          let refused = #expect(throws: JSONError.self) {
            try Delivered(.file(path), options: options)
          }
          #expect(refused?.description.contains("compressed by Zstandard or LZ4") == true)
        }
        for cut in 4..<packed.count {
          let result = try DeliveredUntilFailure(.bytes(Array(packed[..<cut]), name: "x"))
          let isWhole = cut <= before.count && [8, 8 + 78, 8 + 78 + 148].contains(cut)
          #expect((result.error == nil) == isWhole, "cut at \(cut) of \(before.count)")
          #expect(isWhole || result.error?.description.contains("cut short") == true)
        }
      }
    }
    #expect(try Delivered(.bytes(Self.skippable(5), name: "x")).items.isEmpty)
  }

  @Test("frames of LZ4's legacy format, and those with a dictionary, are refused with a reason")
  func refused() throws {
    guard Compression.loaded.contains(.lz4) else { return }
    let frame = Compression.lz4.compress(Self.lines(2))
    let legacy: [UInt8] = [0x02, 0x21, 0x4C, 0x18, 9, 0, 0, 0, 0x80]
    let first = try #require(try DeliveredUntilFailure(.bytes(legacy, name: "x.lz4")).error)
    #expect(first.code == .unsupportedEncoding)
    #expect(first.description.contains("legacy format") && first.description.contains("lz4 -dc"))
    let later = try DeliveredUntilFailure(.bytes(frame + legacy, name: "x.lz4"))
    #expect(later.good.count == 2 && later.error?.code == .decompressionFailed)
    #expect(later.error?.description.contains("legacy format") == true)
    // FLG: version 1, with a dictionary's number; a block of at most 64 KiB, which repeats what is not there.
    let header: [UInt8] = [0x04, 0x22, 0x4D, 0x18, 0x61, 0x40, 1, 2, 3, 4]
    let block: [UInt8] = [5, 0, 0, 0, 0x1F, 0x7B, 9, 0, 0, 0, 0, 0, 0]
    let errors = try (0...255).compactMap { check in
      try DeliveredUntilFailure(.bytes(header + [UInt8(check)] + block, name: "x")).error
    }
    #expect(errors.count == 256 && errors.allSatisfy { $0.code == .decompressionFailed })
    #expect(errors.contains { $0.description.contains("it needs a dictionary") })
  }
}
