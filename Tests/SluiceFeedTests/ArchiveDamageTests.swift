import Sluice
import SluiceFeed
import TestSupport
import Testing

@Suite("Archives that are damaged or hostile")
struct ArchiveDamageTests {
  private static func ids(_ range: Range<Int>) -> [UInt8] {
    Array(range.map { "{\"id\":\($0)}\n" }.joined().utf8)
  }

  @Test(
    "cut anywhere, it ends with an error after records that are right",
    arguments: TestArchive.allCases)
  func cut(archive: TestArchive) throws {
    let files = (0..<4).map { TestArchive.File("f\($0)", Self.ids(0..<(40 * $0 + 3))) }
    let bytes = archive.write(files)
    let whole = try DeliveredMembers(.bytes(bytes, name: "x"))
    #expect(whole.error == nil)
    for cut in stride(from: 512, to: bytes.count, by: Rounds.count(111, long: 37)) {
      // The last block of zeros of a tar may be missing.
      if archive == .tar, bytes.count - cut <= 512 { continue }
      for packed in [Array(bytes[..<cut]), Compression.gzip.compress(bytes[..<cut])] {
        let found = try DeliveredMembers(.bytes(packed, name: "x"))
        #expect(found.error?.code == .decompressionFailed, "\(cut): \(found.items.count)")
        #expect(found.items == Array(whole.items.prefix(found.items.count)), "\(cut)")
      }
    }
  }

  @Test(
    "changed at random, it yields the same, an error, or rejects: never other records unseen",
    arguments: TestArchive.allCases, 0..<UInt64(Rounds.count(8, long: 40)))
  func damaged(archive: TestArchive, round: UInt64) throws {
    let seed = 0xA2C1 &+ round
    var random = SeededGenerator(seed: seed)
    let files = (0..<5).map {
      TestArchive.File("f\($0)", Self.ids(0..<Int.random(in: 0...200, using: &random)))
    }
    var bytes = archive.write(files)
    let whole = try DeliveredMembers(.bytes(bytes, name: "x"))
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      bytes[Int.random(in: 4..<bytes.count, using: &random)] = .random(
        in: .min ... .max, using: &random)
    }
    for source in [
      FeedSource.bytes(bytes, name: "x"), .bytes(Compression.zstd.compress(bytes), name: "x"),
    ] {
      let found = try DeliveredMembers(source)
      guard found.error == nil, archive.hasChecksums else { continue }
      // A name or a date may have changed, which has no checksum, and an entry's type.
      let known = Set(whole.texts)
      #expect(found.texts.allSatisfy(known.contains), "seed \(seed)")
      if source.name == "x", found.items.count == whole.items.count {
        #expect(found.texts == whole.texts, "seed \(seed)")
      }
    }
  }

  @Test("a size that lies is an error, or makes rejects", arguments: [0, 1, 511, 1 << 30])
  func lyingSizes(size: Int) throws {
    let file = TestArchive.File("a", Self.ids(0..<100))
    let bytes =
      TestArchive.tarMember(file, size: size) + TestArchive.tarMember(.init("b", "{}\n"))
      + [UInt8](repeating: 0, count: 1024)
    let found = try DeliveredMembers(.bytes(bytes, name: "x"))
    #expect(found.error?.code == .decompressionFailed, "\(size)")
  }

  @Test("something after the end is an error")
  func after() throws {
    let bytes = TestArchive.tar([.init("a", "{\"id\":1}\n")])
    let joined = try DeliveredMembers(.bytes(bytes + bytes, name: "x"))
    #expect(joined.texts == ["{\"id\":1}"] && joined.error?.code == .decompressionFailed)
    #expect(joined.error?.description.contains("other than zeros") == true)
    let padded = try DeliveredMembers(
      .bytes(bytes + [UInt8](repeating: 0, count: 20_000), name: "x"))
    #expect(padded.texts.count == 1 && padded.error == nil)
  }

  @Test("a file that was removed from a zip's directory is not read, and seen in a stream")
  func removed() throws {
    let files = (0..<3).map { TestArchive.File("f\($0)", Self.ids(0..<5)) }
    let (all, two) = (
      TestArchive.zip(files, deflates: true), TestArchive.zip(Array(files[..<2]), deflates: true)
    )
    // The directory of two, after the bytes of three: f2 lies between.
    let start = two.count - 22 - 2 * (46 + 2)
    let third = TestArchive.zip([files[2]], deflates: true)
    let local = third[..<(third.count - 22 - 48)]
    var tail = Array(two[start...])
    let place = tail.count - 6
    let moved = start + local.count
    for i in 0..<4 { tail[place + i] = UInt8(truncatingIfNeeded: moved >> (8 * i)) }
    let bytes = Array(two[..<start]) + local + tail
    #expect(all.count > two.count)
    let folder = try TemporaryFolder()
    let path = folder.put(bytes, to: "x.zip")
    let found = try DeliveredMembers(.file(path))
    #expect(found.error == nil && found.items.count == 10)
    #expect(throws: JSONError.self) { _ = try Pipe.delivered(bytes) { _ in 1000 } }
  }

  @Test("a file that explodes is stopped by the limits", arguments: [false, true])
  func bombs(isNested: Bool) throws {
    let bomb = Array(
      repeatElement(
        Array("{\"a\":\"".utf8) + [UInt8](repeating: 0x61, count: 1000) + Array("\"}\n".utf8),
        count: 4150
      ).joined())
    var options = FeedOptions(checking: .full)
    options.decompression = DecompressionLimits(ratio: 50)
    options.decompression.stretch = 1 << 20
    let first = TestArchive.File("a", Self.ids(0..<10))
    let bytes =
      isNested
      ? TestArchive.tar([first, .init("b.gz", Compression.gzip.compress(bomb))])
      : TestArchive.zip([first, .init("b", bomb)], deflates: true)
    let found = try DeliveredMembers(.bytes(bytes, name: "x"), options)
    #expect(found.error?.code == .decompressionLimit)
    #expect(found.items.count > 10 && found.items.count < 4160)
    options.decompression = DecompressionLimits(ratio: nil, total: 2000)
    let short = try DeliveredMembers(.bytes(bytes, name: "x"), options)
    #expect(short.error?.code == .decompressionLimit && (10...12).contains(short.items.count))
  }

  @Test("holes in a file are text as any other, with its limits")
  func sparse() throws {
    // An old GNU header: one hole of a gigabyte.
    var file = TestArchive.File("a", "{}\n")
    file.type = UInt8(ascii: "S")
    var head = Array(TestArchive.tarMember(file)[..<512])
    func put(_ text: String, _ start: Int) {
      for (i, byte) in text.utf8.enumerated() { head[start + i] = byte }
    }
    for i in 257..<512 { head[i] = 0 }
    put("ustar  \0", 257)
    put("10000000000\0", 386)
    put("00000000003\0", 398)
    put("10000000003\0", 483)
    put("        ", 148)
    let sum = String(head.reduce(0) { $0 + Int($1) }, radix: 8)
    put(String(repeating: "0", count: 6 - sum.count) + sum + "\0 ", 148)
    let bytes = head + TestArchive.tarMember(file)[512...] + [UInt8](repeating: 0, count: 1024)
    let found = try DeliveredMembers(
      .bytes(bytes, name: "x"), FeedOptions(checking: .full, maximumRecordSize: 1 << 20))
    #expect(found.error?.code == .decompressionLimit && found.texts.isEmpty)
  }

  @Test("text is not mistaken for an archive, and none waits for more than its first line")
  func text() throws {
    for line in [
      "PK", "PK\u{3}", "0", "0123 x", "true", "ustar", "a/b.ndjson",
      String(repeating: "x", count: 600),
    ] {
      let delivered = try Delivered("\(line)\n{\"a\":2}\n")
      #expect(delivered.good.last == "{\"a\":2}" && delivered.items.count == 2, "\(line)")
    }
    let lines = try OpenPipe()
    try lines.write("2026-01-01 12:00:00 started\n{\"id\":1}\n")
    var feed = try JSONFeed(.fileDescriptor(lines.output, name: "pipe"))
    struct Enough: Error {}
    #expect(throws: Enough.self) {
      try feed.forEach { _ in
        throw Enough()
      } rejected: { _ in
      }
    }
  }

  /// From a file, by its directory, and as a stream.
  private static func errors(of bytes: [UInt8]) throws -> [JSONError?] {
    [
      try DeliveredMembers(.bytes(bytes, name: "x")).error,
      try DeliveredMembers(.bytes(Compression.gzip.compress(bytes), name: "x")).error,
    ]
  }

  // From a file one of the two members was read, and from a pipe both.
  @Test(
    "A zip archive two of whose members begin at one place is an error, however it is read",
    arguments: [TestArchive.zip, .storedZip])
  func oneHeader(archive: TestArchive) throws {
    var bytes = archive.write([
      TestArchive.File("a", Self.ids(0..<2)), TestArchive.File("b", Self.ids(2..<4)),
    ])
    let entries = bytes.indices.filter { bytes[$0...].starts(with: [0x50, 0x4B, 1, 2]) }
    let second = try #require(entries.last)
    for i in 0..<4 { bytes[second + 42 + i] = 0 }
    for error in try Self.errors(of: bytes) {
      #expect(error?.code == .decompressionFailed, "\(error as Any)")
    }
  }

  // From a file it was passed over.
  @Test(
    "Text after the end of a zip archive is an error, however it is read, and zeros are none",
    arguments: [TestArchive.zip, .storedZip])
  func textAfterEnd(archive: TestArchive) throws {
    let bytes = archive.write([TestArchive.File("a", Self.ids(0..<2))])
    for error in try Self.errors(of: bytes + Self.ids(2..<4)) {
      #expect(error?.code == .decompressionFailed)
      #expect(
        error?.summary.contains("after the end of the zip archive, from byte \(bytes.count) on")
          == true, "\(error as Any)")
    }
    for error in try Self.errors(of: bytes + [UInt8](repeating: 0, count: 700)) {
      #expect(error == nil)
    }
  }
}
