import CZstd
import Sluice
import SluiceFeed
import TestSupport
import Testing

/// Files of several members: with their lengths, as `bgzip` and Zstandard make them, or with a table of these;
/// and of plain gzip.
enum Members: CaseIterable {
  case bgzip, gzip, zstd, seekable

  /// A member with some text.
  func member(_ text: some Collection<UInt8>, _ random: inout SeededGenerator) -> [UInt8] {
    switch self {
    case .bgzip: Members.block(text)
    case .gzip: Compression.gzip.compress(text)
    case .seekable: Members.frame(Array(text), hasSize: false)
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
    if self == .seekable {
      members.append(Members.table(members, checksums: random.next() % 2 == 0))
    }
    return members
  }

  /// The table of frames whose texts have lengths that decoding tells.
  static func table(_ frames: [[UInt8]], checksums: Bool = false) -> [UInt8] {
    func word(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(number >> (8 * $0) & 0xFF) } }
    let entries = frames.flatMap { frame in
      let text = (try? unzipped(frame)) ?? []
      return word(frame.count) + word(text.count) + (checksums ? word(7) : [])
    }
    return word(0x184D_2A5E) + word(entries.count + 9) + entries + word(frames.count)
      + [checksums ? 0x80 : 0] + word(0x8F92_EAB1)
  }

  private static func unzipped(_ frame: [UInt8]) throws -> [UInt8] {
    var room = [UInt8](repeating: 0, count: 1 << 20)
    let most = room.count
    let size = unsafe ZSTD_decompress(&room, most, frame, frame.count)
    precondition(ZSTD_isError(size) == 0)
    return Array(room[..<size])
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
      let text = text(of: member)
      let found: [UInt8] =
        switch members {
        case .bgzip: Members.block(text)
        case .gzip: Compression.gzip.compress(text)
        case .zstd: Members.frame(text, checksum: true)
        case .seekable: Members.frame(text, checksum: true, hasSize: false)
        }
      packed.append(found)
      starts.append(starts[member] + Int64(text.count))
    }
    if members == .seekable { packed.append(Members.table(packed)) }
    return (packed, starts)
  }

  /// Enough for the start of a damaged member to be known as one.
  private static let lineCount = 60

  private static func text(of member: Int) -> [UInt8] {
    Array((0..<lineCount).map { "{\"member\":\(member),\"n\":\($0)}\n" }.joined().utf8)
  }

  @Test("damage is found by those who read the member", arguments: Members.allCases, 1..<5)
  func damage(members: Members, damaged: Int) throws {
    var (packed, starts) = Self.lined(members)
    let intact = Self.outcome(.bytes(Array(packed.joined()), name: "f"), nil).offsets
    #expect(intact.count == 6 * Self.lineCount)
    let isGzip = members == .bgzip || members == .gzip
    packed[damaged][packed[damaged].count - (isGzip ? 8 : 1)] ^= 0x10
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

  /// The offsets that readers of several ranges find, until one fails.
  private static func outcome(
    _ source: FeedSource, dividedAt borders: [Int64]
  ) -> (offsets: [Int64], error: JSONError?) {
    var offsets: [Int64] = []
    let ends = borders + [.max]
    for (first, end) in zip([0] + borders, ends) {
      let found = outcome(source, FeedRange(bytes: first..<end))
      offsets += found.offsets
      if let error = found.error { return (offsets, error) }
    }
    return (offsets, nil)
  }

  @Test(
    "a member that lied about its length lost lines: it is an error for a reader of its lines",
    arguments: ["block's size", "text's length", "embedded member", "listed text", "listed size"])
  func lies(lie: String) throws {
    let isListed = lie.hasPrefix("listed")
    let members = isListed ? Members.seekable : .bgzip
    var (packed, starts) = Self.lined(members)
    var all = Self.outcome(.bytes(Array(packed.joined()), name: "f"), nil).offsets
    let size = packed[2].count
    switch lie {
    case "block's size":
      // The two blocks are said to be one, which has the text of the second.
      packed[2][16] = UInt8((size + packed[3].count - 1) & 0xFF)
      packed[2][17] = UInt8((size + packed[3].count - 1) >> 8)
    case "text's length": packed[2][size - 4] ^= 1
    case "embedded member":
      // A stored block whose text is a line with a member of no text in it, after a length of 5.
      let inner = Members.block([])
      let head = Array("{\"member\":2,\"n\":\"".utf8), tail = Array("\"}\n".utf8)
      packed[2] = Self.stored(
        head + [5, 0, 0, 0] + inner + tail + [UInt8](repeating: 10, count: 50))
      let before = 18 + 5 + head.count + 4
      (packed[2][16], packed[2][17]) = (UInt8(before - 1), 0)
      all = Self.outcome(.bytes(Array(packed.joined()), name: "f"), nil).offsets
    case "listed text": packed[6][8 + 2 * 8 + 4] ^= 1
    default:
      // Before the end of a frame is no frame: then nothing is found from there on.
      Self.add(-4, to: &packed[6], at: 8 + 2 * 8)
      Self.add(4, to: &packed[6], at: 8 + 3 * 8)
    }
    let source = FeedSource.bytes(Array(packed.joined()), name: "f")
    var failures = 0
    for step in [Int64(7), 50, 211, 500] {
      let found = Self.outcome(
        source, dividedAt: Array(stride(from: step, to: starts[6], by: Int64.Stride(step))))
      if found.error != nil {
        failures += 1
        #expect(found.error?.code == .decompressionFailed, "\(found)")
      } else {
        #expect(found.offsets == all, "\(lie) \(step)")
      }
      #expect(found.offsets.elementsEqual(all.prefix(found.offsets.count)), "\(lie) \(step)")
    }
    #expect(failures == (lie == "listed size" ? 0 : 4), "\(lie)")
    // The same for the parts.
    let folder = try TemporaryFolder()
    let path = folder.put(Array(packed.joined()), to: "f")
    let parts = try FeedPart.dividing([path], into: 5)
    let errors = parts.compactMap { Self.outcome(.file(path), $0.range).error }
    #expect(lie == "listed size" || !errors.isEmpty, "\(parts)")
  }

  /// Changes a number of four bytes.
  private static func add(_ change: Int, to bytes: inout [UInt8], at place: Int) {
    let number = (0..<4).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) } + change
    for i in 0..<4 { bytes[place + i] = UInt8(number >> (8 * i) & 0xFF) }
  }

  /// A block of BGZF, or a member of plain gzip, in which the text is as it is.
  private static func stored(_ text: [UInt8], isBlock: Bool = true) -> [UInt8] {
    var crc = ~UInt32(0)
    for byte in text {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc >> 1 ^ (crc & 1 == 0 ? 0 : 0xEDB8_8320) }
    }
    func word(_ number: UInt32) -> [UInt8] { (0..<4).map { UInt8(number >> (8 * $0) & 0xFF) } }
    let count = UInt16(text.count)
    let (low, high) = (UInt8(count & 0xFF), UInt8(count >> 8))
    let data: [UInt8] = [1, low, high, ~low, ~high] + text
    let size = 18 + data.count + 8 - 1
    let end = data + word(~crc) + word(UInt32(text.count))
    guard isBlock else { return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255] + end }
    return [
      0x1F, 0x8B, 8, 4, 0, 0, 0, 0, 0, 255, 6, 0, 0x42, 0x43, 2, 0, UInt8(size & 0xFF),
      UInt8(size >> 8),
    ]
      + data + word(~crc) + word(UInt32(text.count))
  }

  @Test("bytes that only look like a gzip header divide nothing")
  func likenesses() throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
    var packed = Compression.gzip.compress(Array("{}\n".utf8))
    var all: [Int64] = [0]
    var text = 3
    for _ in 0..<20 {
      var lines: [UInt8] = []
      for _ in 0..<Int.random(in: 1...60, using: &random) {
        all.append(Int64(text + lines.count))
        lines += (0..<40).map { _ in UInt8.random(in: 11...255, using: &random) }
        if random.next() % 2 == 0 { lines += header }
        lines.append(10)
      }
      // In the file as it is.
      packed += Self.stored(lines, isBlock: false)
      text += lines.count
    }
    let source = FeedSource.bytes(packed, name: "f")
    #expect(Self.outcome(source, nil).offsets == all)
    let found = Self.outcome(source, dividedAt: Array(stride(from: 1, to: Int64(text), by: 997)))
    #expect(
      found.error == nil && found.offsets == all, "seed \(seed): \(String(describing: found.error))"
    )
  }

  @Test("a range that knows its member begins there, and refuses a file without one there")
  func entries() throws {
    for members in Members.allCases {
      let (packed, starts) = Self.lined(members)
      let folder = try TemporaryFolder()
      let path = folder.put(Array(packed.joined()), to: "f")
      let whole = Self.outcome(.file(path), nil).offsets
      let parts = try FeedPart.dividing([path], into: 3)
      #expect(parts.count == 3 && parts[0].range?.memberOffset == nil)
      for part in parts {
        let range = try #require(part.range)
        #expect(FeedRange(range.text) == range)
        #expect(range.bytes.lowerBound == 0 || starts.contains(range.bytes.lowerBound - 1))
        #expect(
          Self.outcome(.file(path), range).offsets == whole.filter(range.bytes.contains))
        // On two threads, whose readers begin without bytes.
        var options = FeedOptions(framing: .lines, parallel: 2)
        options.range = range
        let delivered = try Delivered(.file(path), options: options)
        #expect(delivered.items.map(\.offset) == whole.filter(range.bytes.contains))
        // Counted from the start, everything before is read.
        let counted = FeedRange(
          bytes: range.bytes, countsFromStart: true, memberOffset: range.memberOffset)
        #expect(
          Self.outcome(.file(path), counted).offsets == whole.filter(range.bytes.contains))
      }
      // What is before is not read.
      let last = try #require(parts[2].range)
      var damaged = Array(packed.joined())
      let second = packed[0].count
      for i in second + 30..<second + 50 { damaged[i] = 0xFF }
      let found = Self.outcome(.bytes(damaged, name: "f"), last)
      #expect(found.error == nil && found.offsets == whole.filter(last.bytes.contains))
      let moved = FeedRange(
        bytes: last.bytes, memberOffset: try #require(last.memberOffset) + 1)
      #expect(Self.outcome(.file(path), moved).error?.code == .invalidValue)
    }
    #expect(FeedRange("0..5@7") == nil && FeedRange("1..5@") == nil && FeedRange("1..5@0") == nil)
    #expect(FeedRange("1..@7")?.memberOffset == 7)
    let plain = FeedRange("1..@7")
    #expect(
      Self.outcome(.bytes(Array("{}\n{}\n".utf8), name: "f"), plain).error?.code == .invalidValue)
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
      Self.text(of: member)
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
      #expect(parts.map(\.obstacle) == [what])
    }
    let unknown =
      "it is compressed by Zstandard in one member, or in members whose lengths it does not have"
    try refuse(text.map { Members.frame($0, hasSize: false) }, unknown)
    try refuse([Members.frame(Array(text.joined()))], unknown)
    // A table of other frames.
    let frames = text.map { Members.frame($0, hasSize: false) }
    try refuse(frames + [Members.table(Array(frames[1...]))], unknown)
    let searched = "it is compressed by gzip in one member, or in members of more than 4 MB"
    try refuse([Members.block(Array(text.joined()))], searched)
    try refuse([Compression.gzip.compress(Array(text.joined()))], searched)
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
