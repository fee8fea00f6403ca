import ConformanceSuite
import Glibc
import SluiceFeed

/// Files of several members, of bgzip, plain gzip and Zstandard, some of them damaged, and files that only begin as
/// others: they are divided into any number of parts without a crash, and if the whole file reads without an error,
/// its parts together yield each record once.
enum FuzzMembers {
  private struct Record: Equatable {
    var offset: Int64
    /// Nil if rejected.
    var events: [UInt8]?
  }

  /// A file without a name, which each input overwrites.
  private static let file: Int32 = {
    var name = Array("/tmp/sluice-fuzz-XXXXXX".utf8CString)
    let file = mkstemp(&name)
    unlink(name)
    return file
  }()
  private static let path = "/proc/self/fd/\(file)"

  /// The first bytes of formats whose libraries are loaded: of bzip2 with a block, of xz and LZ4 without
  /// checksums. The input follows them.
  private static let beginnings: [[UInt8]] = [
    [], Array("BZh1".utf8) + [0x31, 0x41, 0x59, 0x26, 0x53, 0x59],
    [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0, 0, 0, 0xFF, 0x12, 0xD9, 0x41],
    [0x04, 0x22, 0x4D, 0x18, 0x60, 0x40, 0x82],
  ]

  static func run(_ input: [UInt8], control: UInt8) {
    let packed =
      control & 3 == 0
      ? beginnings[Int(control >> 2 & 3)] + input : members(input, control)
    guard file >= 0, ftruncate(file, 0) == 0,
      packed.withUnsafeBytes({ pwrite(file, $0.baseAddress, $0.count, 0) }) == packed.count
    else { fatalError("the file can't be written") }
    let whole = read(nil)
    let count = Int(control >> 4) + 1
    guard let parts = try? FeedPart.dividing([path], into: count, framing: .lines) else {
      // Reading all of it must find the same damage.
      if whole.failure == nil { disagreement("a file is read, and can't be divided", packed) }
      return
    }
    var records: [Record] = []
    var failure: String?
    for part in parts {
      let own = read(part.range)
      records += own.records
      failure = failure ?? own.failure
    }
    // A member that lies about its length: a reading of the whole file does not use that.
    if failure?.contains("it can be read as a whole only") == true { return }
    guard whole.failure == nil else { return }
    if failure != nil || records != whole.records {
      disagreement("a file and its \(parts.count) parts (\(failure ?? "no error"))", packed)
    }
  }

  private static func read(_ range: FeedRange?) -> (records: [Record], failure: String?) {
    var options = FeedOptions(framing: .lines)
    options.range = range
    var records: [Record] = []
    do {
      var feed = try JSONFeed(.file(path), options: options)
      try feed.forEach { record in
        var events = Events()
        try events.walk(record.cursor)
        records.append(Record(offset: record.offset, events: events.bytes))
      } rejected: { bad in
        records.append(Record(offset: bad.offset, events: nil))
      }
      return (records, nil)
    } catch {
      return (records, "\(error)")
    }
  }

  /// The input's first byte says how many cuts follow; what comes after them is the text. A cut is the size of a
  /// member, and how it is written.
  private static func members(_ input: [UInt8], _ control: UInt8) -> [UInt8] {
    guard let first = input.first else { return [] }
    let cuts = input.dropFirst().prefix(Int(first % 16))
    var text = input.dropFirst(1 + cuts.count)
    let isZstd = control & 3 == 3
    var packed: [UInt8] = []
    for cut in cuts {
      let piece = Array(text.prefix(Int(cut >> 2)))
      text = text.dropFirst(piece.count)
      packed += isZstd ? frame(piece, kind: cut & 3) : member(piece, hasLength: cut & 3 > 0)
    }
    packed += isZstd ? frame(Array(text), kind: 1) : member(Array(text), hasLength: true)
    // Damage.
    if control & 15 > 11 {
      let place = Int(first) &* 7 % packed.count
      packed[place] ^= 1 << (first >> 5)
    }
    return packed
  }

  /// A gzip member whose text is stored; as bgzip writes it, or without its length.
  private static func member(_ text: [UInt8], hasLength: Bool) -> [UInt8] {
    let size = text.count + 31
    var header: [UInt8] = []
    if hasLength { header = [6, 0, 0x42, 0x43, 2, 0] + number(size - 1, width: 2) }
    var member: [UInt8] = [0x1F, 0x8B, 8, hasLength ? 4 : 0, 0, 0, 0, 0, 0, 0xFF]
    member += header
    member += [1]
    member += number(text.count, width: 2)
    member += number(~text.count, width: 2)
    member += text
    member += number(Int(checksum(text)), width: 4)
    return member + number(text.count, width: 4)
  }

  /// A Zstandard frame whose text is stored: without its size, or with it; or after a frame that is skipped.
  private static func frame(_ text: [UInt8], kind: UInt8) -> [UInt8] {
    let isLong = text.count > 255
    let size: [UInt8]
    switch (kind == 0, isLong) {
    case (true, _): size = [0x00, 0x08]
    case (false, true): size = [0x60] + number(text.count - 256, width: 2)
    case (false, false): size = [0x20, UInt8(text.count)]
    }
    let skipped: [UInt8] = kind == 3 ? [0x53, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, 1, 2, 3] : []
    let block = number(text.count << 3 | 1, width: 3) + text
    return skipped + [0x28, 0xB5, 0x2F, 0xFD] + size + block
  }

  /// Little endian.
  private static func number(_ value: Int, width: Int) -> [UInt8] {
    (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var sum = ~UInt32(0)
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? (sum >> 1) ^ 0xEDB8_8320 : sum >> 1 }
    }
    return ~sum
  }
}
