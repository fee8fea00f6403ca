import ConformanceSuite
import SluiceFeed

/// Archives of a few files, some of them damaged, and bytes that only begin as archives: they are read without a
/// crash, and if an archive reads without an error, a feed that continues after any of its records yields exactly the
/// others.
enum FuzzArchives {
  private struct Record: Equatable {
    var source: String
    var offset: Int64
    var number: Int64
    /// Nil if rejected.
    var events: [UInt8]?
  }

  static func run(_ input: [UInt8], control: UInt8) {
    let isRaw = control & 7 == 0
    let packed = isRaw ? Array("PK\u{3}\u{4}".utf8) + input : archive(input, control)
    let whole = read(packed, from: .start)
    guard whole.failure == nil, !whole.records.isEmpty else { return }
    let isArchive = whole.records[0].source != name
    for record in whole.records where isArchive && !record.source.utf8.starts(with: "\(name)!".utf8)
    {
      disagreement("a file of an archive is named \(record.source)", packed)
    }
    let place = Int(control) % whole.records.count
    let rest = read(packed, from: whole.ends[place])
    if rest.failure != nil || rest.records != Array(whole.records[(place + 1)...]) {
      disagreement(
        "an archive and what follows record \(place + 1) (\(rest.failure ?? "no error"))", packed)
    }
  }

  private static let name = "a.tar"

  private static func read(
    _ bytes: [UInt8], from start: FeedPosition
  ) -> (records: [Record], ends: [FeedPosition], failure: String?) {
    var records: [Record] = []
    var ends: [FeedPosition] = []
    do {
      var feed = try JSONFeed(
        .bytes(bytes, name: name), options: FeedOptions(framing: .lines), from: start)
      try feed.forEach { record in
        var events = Events()
        try events.walk(record.cursor)
        records.append(
          Record(
            source: record.source, offset: record.offset, number: record.number,
            events: events.bytes))
        ends.append(record.positionAfter)
      } rejected: { bad in
        records.append(
          Record(
            source: bad.source, offset: bad.offset, number: bad.positionAfter.recordNumber,
            events: nil))
        ends.append(bad.positionAfter)
      }
      return (records, ends, nil)
    } catch {
      return (records, ends, "\(error)")
    }
  }

  /// The input's first byte says how many cuts follow; what comes after them is the text. A cut is the size of a
  /// file, and says what it is named and whether it is one.
  private static func archive(_ input: [UInt8], _ control: UInt8) -> [UInt8] {
    guard let first = input.first else { return [] }
    let cuts = input.dropFirst().prefix(Int(first % 8))
    var text = input.dropFirst(1 + cuts.count)
    var packed: [UInt8] = []
    for cut in cuts {
      let piece = Array(text.prefix(Int(cut >> 2)))
      text = text.dropFirst(piece.count)
      // Names of any bytes, some of them twice.
      let name =
        cut & 1 == 0 ? Array("x".utf8) : piece.prefix(5).filter { $0 != 0 } + Array("y".utf8)
      packed += member(name, piece, kind: cut & 2 == 0 ? "0" : "5")
    }
    packed += member(Array("last".utf8), Array(text), kind: "0")
    packed += [UInt8](repeating: 0, count: 1024)
    // Damage.
    if control & 15 > 11 {
      let place = (Int(first) << 3 | Int(control >> 4)) &* 31 % packed.count
      packed[place] ^= 1 << (first >> 5)
    }
    return packed
  }

  /// A member of a tar archive (POSIX.1-1988): a header of 512 bytes, and the bytes filled up to as many.
  private static func member(
    _ name: [UInt8], _ bytes: [UInt8], kind: Unicode.Scalar
  ) -> [UInt8] {
    var head = [UInt8](repeating: 0, count: 512)
    func put(_ bytes: some Sequence<UInt8>, at start: Int) {
      for (i, byte) in bytes.enumerated() { head[start + i] = byte }
    }
    let isFile = kind == "0"
    put(name.prefix(100), at: 0)
    put(octal(0o644, digits: 7), at: 100)
    put(octal(0, digits: 7), at: 108)
    put(octal(0, digits: 7), at: 116)
    put(octal(isFile ? bytes.count : 0, digits: 11), at: 124)
    put(octal(0, digits: 11), at: 136)
    put([UInt8](repeating: 0x20, count: 8), at: 148)
    head[156] = UInt8(ascii: kind)
    put(Array("ustar\0".utf8) + Array("00".utf8), at: 257)
    put(octal(head.reduce(0) { $0 + Int($1) }, digits: 6) + [0, 0x20], at: 148)
    guard isFile else { return head }
    return head + bytes + [UInt8](repeating: 0, count: (512 - bytes.count % 512) % 512)
  }

  private static func octal(_ number: Int, digits: Int) -> [UInt8] {
    let text = String(number, radix: 8)
    return Array((String(repeating: "0", count: max(digits - text.count, 0)) + text).utf8)
  }
}
