import CZstd
import Sluice
import SluiceFeed
import TestSupport
import Testing

/// Files of several members with their lengths, as `bgzip` and Zstandard make them.
enum Members: CaseIterable {
  case bgzip, zstd

  /// A member with some text.
  func member(_ text: some Collection<UInt8>, _ random: inout SeededGenerator) -> [UInt8] {
    switch self {
    case .bgzip: Members.block(text)
    case .zstd:
      Members.frame(
        Array(text), checksum: random.next() % 2 == 0, window: random.next() % 2 == 0 ? 10 : 0)
    }
  }

  /// A BGZF block: a gzip member with its length in an extra field.
  static func block(_ text: some Collection<UInt8>) -> [UInt8] {
    let member = Compression.gzip.compress(text)
    let size = member.count + 8 - 1
    precondition(text.count <= 65_280 && member[3] == 0 && size <= 0xFFFF)
    var block = Array(member[..<3])
    block.append(4)
    block += member[4..<10]
    block += [6, 0, 0x42, 0x43, 2, 0, UInt8(size & 0xFF), UInt8(size >> 8)]
    return block + member[10...]
  }

  /// `window`: its logarithm; 0: as zstd chooses.
  static func frame(
    _ text: [UInt8], checksum: Bool = false, window: Int32 = 0, hasSize: Bool = true
  ) -> [UInt8] {
    let context = unsafe ZSTD_createCCtx()
    defer { unsafe ZSTD_freeCCtx(context) }
    unsafe ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, checksum ? 1 : 0)
    unsafe ZSTD_CCtx_setParameter(context, ZSTD_c_windowLog, window)
    unsafe ZSTD_CCtx_setParameter(context, ZSTD_c_contentSizeFlag, hasSize ? 1 : 0)
    var packed = [UInt8](repeating: 0, count: 2 * text.count + 1000)
    let room = packed.count
    let size = unsafe ZSTD_compress2(context, &packed, room, text, text.count)
    precondition(ZSTD_isError(size) == 0)
    return Array(packed[..<size])
  }

  /// A file of members that begin at these places of the text, some of them without text.
  func file(_ text: [UInt8], cutAt cuts: [Int], _ random: inout SeededGenerator) -> [[UInt8]] {
    var members: [[UInt8]] = []
    let places = [0] + cuts.sorted() + [text.count]
    for (start, end) in zip(places, places.dropFirst()) {
      // A block holds at most 64 KiB.
      for first in stride(from: start, to: max(end, start + 1), by: 60_000) {
        members.append(member(text[first..<min(first + 60_000, end)], &random))
      }
      if self == .zstd, random.next() % 5 == 0 {
        members.append([0x53, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, 1, 2, 3])
      }
    }
    // The mark of an end, as bgzip writes it.
    if self == .bgzip, random.next() % 2 == 0 { members.append(Members.block([])) }
    return members
  }
}

@Suite("Ranges of files with several members")
struct MemberRangeTests {
  private static func cuts(
    _ count: Int, in text: [UInt8], _ random: inout SeededGenerator
  ) -> [Int] {
    (0..<count).map { _ in Int.random(in: 0...text.count, using: &random) }
  }

  @Test(
    "however the text is divided, its ranges together yield exactly what one pass does",
    arguments: Members.allCases, 0..<Chaos.rounds(20))
  func divisions(members: Members, round: UInt64) throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let text = RangeTests.text(&random, lines: Int.random(in: 0...120, using: &random))
    let places = Self.cuts(Int.random(in: 1...30, using: &random), in: text, &random)
    let packed = Array(members.file(text, cutAt: places, &random).joined())
    let folder = try TemporaryFolder()
    let path = folder.put(packed, to: "f")
    let source = round % 4 == 0 ? FeedSource.bytes(packed, name: path) : .file(path)
    let options = RangeTests.options(
      window: [64, 400, 128 << 10][Int(round % 3)], parallel: round % 2 == 0 ? 1 : 2)
    let whole = try Delivered(.bytes(text, name: path), options: options)

    let size = Int64(text.count)
    var borders = Self.cuts(Int.random(in: 0...20, using: &random), in: text, &random)
    // At members, and around them.
    borders += places.flatMap { [$0 - 1, $0, $0 + 1] }
      .filter { (0...text.count).contains($0) && random.next() % 3 == 0 }
    let ends = [0] + borders.sorted().map { Int64($0) } + [size + 10]
    var all = FeedCounts()
    var items: [Delivered.Item] = []
    for (start, end) in zip(ends, ends.dropFirst()) {
      items += try RangeTests.delivered(
        source, options, FeedRange(bytes: start..<end), after: &all)
    }
    #expect(items == whole.items, "seed \(seed)")
    #expect(all.lines == whole.counts.lines && all.rejected == whole.counts.rejected)
    // Counted from the start, and resumed.
    guard let some = whole.items.randomElement(using: &random) else { return }
    var range = options
    range.range = FeedRange(bytes: some.offset ..< .max, countsFromStart: true)
    let rest = try Delivered(source, options: range)
    #expect(rest.items == whole.items.filter { $0.offset >= some.offset }, "seed \(seed)")
    range.range = FeedRange("0..")
    let resumed = try Delivered(source, options: range, from: some.after)
    #expect(
      resumed.items.map(\.offset) == whole.items.map(\.offset).filter { $0 > some.offset },
      "seed \(seed)")
  }

  /// The offsets of a file's records, as the readers of its parts find them.
  private static func offsets(of parts: [FeedPart]) throws -> [Int64] {
    try parts.flatMap { part in
      var options = FeedOptions(framing: .lines)
      options.range = part.range
      return try Delivered(.file(part.path), options: options).items.map(\.offset)
    }
  }

  @Test("files divide at members", arguments: Members.allCases, 0..<Chaos.rounds(20))
  func parts(members: Members, round: UInt64) throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder()
    var (paths, sizes): ([String], [String: Int64]) = ([], [:])
    for number in 0..<Int.random(in: 1...3, using: &random) {
      let text = RangeTests.text(&random, lines: Int.random(in: 1...300, using: &random))
      let cuts = Self.cuts(Int.random(in: 0...60, using: &random), in: text, &random)
      let packed = Array(members.file(text, cutAt: cuts, &random).joined())
      paths.append(folder.put(packed, to: "f\(number)"))
      sizes[paths[number]] = Int64(packed.count)
    }
    let count = Int.random(in: 1...9, using: &random)
    let parts = try FeedPart.dividing(paths, into: count, framing: .lines)
    #expect(parts.map(\.number) == parts.map(\.number).sorted(), "seed \(seed)")
    for path in paths {
      let own = parts.filter { $0.path == path }
      let whole = try Delivered(.file(path), options: FeedOptions(framing: .lines))
      #expect(try Self.offsets(of: own) == whole.items.map(\.offset), "seed \(seed)")
      #expect(own.reduce(0) { $0 + $1.size } == sizes[path], "seed \(seed)")
      let ranges = own.compactMap(\.range?.bytes)
      for (one, next) in zip(ranges, ranges.dropFirst()) {
        #expect(one.upperBound == next.lowerBound)
      }
    }
  }

  /// What a range yields, and how it fails.
  private static func outcome(
    _ source: FeedSource, _ range: FeedRange?
  ) -> (offsets: [Int64], error: JSONError?) {
    var offsets: [Int64] = []
    do {
      var feed = try JSONFeed(source, options: FeedOptions(framing: .lines), in: range)
      try feed.forEach {
        offsets.append($0.offset)
      } rejected: {
        offsets.append($0.offset)
      }
    } catch {
      return (offsets, error as? JSONError)
    }
    return (offsets, nil)
  }

  /// Lines, in members of some of them each.
  private static func lined(_ members: Members) -> (packed: [[UInt8]], starts: [Int64]) {
    var packed: [[UInt8]] = []
    var starts: [Int64] = [0]
    for member in 0..<6 {
      let text = Array((0..<20).map { "{\"member\":\(member),\"n\":\($0)}\n" }.joined().utf8)
      packed.append(members == .bgzip ? Members.block(text) : Members.frame(text, checksum: true))
      starts.append(starts[member] + Int64(text.count))
    }
    return (packed, starts)
  }

  @Test("damage is found by those who read the member", arguments: Members.allCases, 1..<5)
  func damage(members: Members, damaged: Int) throws {
    var (packed, starts) = Self.lined(members)
    let intact = Self.outcome(.bytes(Array(packed.joined()), name: "f"), nil).offsets
    #expect(intact.count == 120)
    packed[damaged][packed[damaged].count - (members == .bgzip ? 8 : 1)] ^= 0x10
    let source = FeedSource.bytes(Array(packed.joined()), name: "f")
    let whole = Self.outcome(source, nil)
    #expect(whole.error?.code == .decompressionFailed)
    for member in 0..<6 {
      // As parts of the file begin: after the first byte of a member.
      let bytes = (member == 0 ? 0 : starts[member] + 1)..<starts[member + 1] + 1
      let found = Self.outcome(source, FeedRange(bytes: bytes))
      let isWhole = found.error == nil && found.offsets == intact.filter(bytes.contains)
      if member == damaged {
        #expect(found.error?.description == whole.error?.description)
      } else if member == damaged - 1 {
        // Its last line begins in the damaged member, whose checksum is compared after its text.
        #expect(isWhole || found.error?.description == whole.error?.description)
      } else {
        #expect(isWhole, "\(String(describing: found.error))")
      }
    }
  }

  @Test("damage anywhere ends, and no line is outside of its range", arguments: Members.allCases)
  func chaos(members: Members) throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let (packed, starts) = Self.lined(members)
    for _ in 0..<Chaos.rounds(300) {
      var bytes = Array(packed.joined())
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      if random.next() % 3 == 0 {
        bytes.removeLast(Int.random(in: 1..<bytes.count, using: &random))
      }
      let first = Int64.random(in: 0...starts[6] + 5, using: &random)
      let range = FeedRange(bytes: first..<first + Int64.random(in: 0...500, using: &random))
      let found = Self.outcome(.bytes(bytes, name: "f"), range)
      #expect(found.offsets.allSatisfy(range.bytes.contains), "seed \(seed)")
      // One byte of the magic turns gzip into compress(1): the last code.
      let codes: [JSONError.Code?] = [
        nil, .decompressionFailed, .invalidValue, .unsupportedEncoding,
      ]
      #expect(codes.contains(found.error?.code), "\(String(describing: found.error)), seed \(seed)")
    }
  }

  @Test("members without their lengths are decoded, or refused when they are the first")
  func lengths() throws {
    let (packed, starts) = Self.lined(.bgzip)
    let text = (0..<6).map { member in
      Array((0..<20).map { "{\"member\":\(member),\"n\":\($0)}\n" }.joined().utf8)
    }
    let all = Self.outcome(.bytes(Array(packed.joined()), name: "f"), nil).offsets
    func check(_ members: [[UInt8]]) {
      for start in starts {
        let range = FeedRange(bytes: start..<start + 100)
        let found = Self.outcome(.bytes(Array(members.joined()), name: "f"), range)
        #expect(found.error == nil && found.offsets == all.filter(range.bytes.contains))
      }
    }
    check(packed)
    check(packed[..<3] + text[3...].map { Compression.gzip.compress($0) })
    check(text.enumerated().map { Members.frame($1, hasSize: $0 < 2) })
    let folder = try TemporaryFolder()
    func refuse(_ members: [[UInt8]], _ what: String) throws {
      let path = folder.put(Array(members.joined()), to: "f")
      let found = Self.outcome(.file(path), FeedRange(bytes: 5..<50))
      #expect(found.error?.code == .invalidValue)
      let parts = try FeedPart.dividing([path], into: 4)
      #expect(
        parts.map(\.obstacle) == [
          "it is compressed by \(what) in one member, or in members whose lengths it does not have"
        ])
    }
    try refuse(text.map { Compression.gzip.compress($0) }, "gzip")
    try refuse(text.map { Members.frame($0, hasSize: false) }, "Zstandard")
    try refuse([Members.frame(Array(text.joined()))], "Zstandard")
    try refuse([Members.block(Array(text.joined()))], "gzip")
  }

  @Test("compressed text in UTF-16 is one part, and members larger than a part are, too")
  func whole() throws {
    let folder = try TemporaryFolder()
    let wide = TestEncoding.allCases[0].encode("[1]\n[2]\n", mark: true)
    let path = folder.put(Members.block(wide) + Members.block(wide), to: "wide")
    #expect(
      try FeedPart.dividing([path], into: 2).first?.obstacle?.hasPrefix(
        "decompressed, it is in UTF-")
        == true)
    #expect(Self.outcome(.file(path), FeedRange(bytes: 1..<5)).error?.code == .invalidValue)
    // The first member ends after the second reader's range begins.
    let long = Array("{\"n\":\"\((0..<900).map { "\($0)" }.joined())\"}\n".utf8)
    let large = folder.put(Members.block(long) + Members.block([]), to: "large")
    #expect(
      try FeedPart.dividing([large], into: 2).map(\.obstacle)
        == ["its members are larger than a part"])
    var block = Members.block(long)
    block.replaceSubrange(30..<40, with: [UInt8](repeating: 0xFF, count: 10))
    let damaged = folder.put(block + block, to: "damaged")
    #expect(try FeedPart.dividing([damaged], into: 2).first?.obstacle != nil)
  }
}
