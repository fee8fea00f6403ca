import Sluice

/// Walks over the members of a compressed file, from each to the next, without decoding them.
///
/// ```
/// bgzip   header … BSIZE … data, CRC, ISIZE │ header …
/// gzip    header … data, CRC, ISIZE │ header: searched for, see PlainMember
/// zstd    header with the size of the text, block headers and blocks │ header …
///         header without it … │ header …   table of the sizes of all frames: see SeekTable
/// ```
///
/// A member whose length or text's length can't be found ends the walk: a frame without its size, one of more
/// than a gibibyte, one of plain gzip that is too long to search, damage. So does the last member.
///
/// What is found are claims, which ``MemberCheck`` compares with what is decoded.
struct MemberWalk {
  /// Where a member begins, in the file and in the text.
  struct Place: Hashable {
    var file: Int64 = 0
    var text: Int64 = 0
  }

  /// The last member that was reached.
  private(set) var place = Place()
  /// The one after it, once it was looked for.
  private var found: Place??
  private let bytes: any PlacedBytes
  let packing: Packing
  /// The file's own table, once it was needed.
  private var table: SeekTable??

  /// What is said of a file with one member, or whose members have no known lengths.
  var absence: String {
    packing == .gzip
      ? "in one member, or in members of more than \(PlainMember.longest / 1_000_000) MB"
      : "in one member, or in members whose lengths it does not have"
  }

  /// Frames with more text are not walked over: they have too many blocks, and are too large for parts.
  static let largestFrame: Int64 = 1 << 30
  /// What BGZF allows in a member.
  private static let largestBlock: Int64 = 64 << 10

  /// Begins at a member, which is known to be there. Nil for bytes that are not compressed, or by a format
  /// whose members have no lengths. Throws `io`.
  init?(_ bytes: any PlacedBytes, at place: Place = Place()) throws(JSONError) {
    guard let packing = try MemberWalk.packing(of: bytes) else { return nil }
    self.packing = packing
    self.bytes = bytes
    self.place = place
  }

  /// The format, which the first frame that is not skippable decides.
  private static func packing(of bytes: any PlacedBytes) throws(JSONError) -> Packing? {
    var offset: Int64 = 0
    // Those who write skippable frames write one, or a few, before the others.
    for _ in 0..<64 {
      let head = try bytes.bytes(at: offset, count: 8)
      let found = unsafe head.withUnsafeBufferPointer { unsafe Packing($0) }
      switch found {
      case .skippable where head.count == 8: offset += 8 + MemberWalk.number(head[4..<8])
      case .zstd: return .zstd
      case .loaded: return nil
      // After skippable frames, the decoder says what is wrong.
      default: return offset > 0 ? .zstd : found == .gzip ? .gzip : nil
      }
    }
    return .zstd
  }

  /// Whether more than one member is found.
  var isLong: Bool {
    mutating get throws(JSONError) {
      if place.file > 0 { return true }
      return try next() != nil
    }
  }

  /// Walks on as long as the next member fulfils a condition. Returns the last member that was reached.
  ///
  /// O(members): reads some 70 bytes of each, and 3 of each block of a frame; all bytes of plain gzip.
  mutating func walk(
    while condition: (Place) throws(InputEvent) -> Bool
  ) throws(InputEvent) -> Place {
    while let next = try InputEvent.asFailures(try self.next()), try condition(next) {
      try InputEvent.asFailures(try advance())
    }
    return place
  }

  /// Moves to the next member, if there is one.
  mutating func advance() throws(JSONError) {
    guard let next = try next() else { return }
    place = next
    found = nil
  }

  /// The member after the last that was reached; nil if that is the last one, or the next can't be found.
  mutating func next() throws(JSONError) -> Place? {
    if let found { return found }
    var after = try packing == .gzip ? afterMember() : afterFrame()
    if packing == .zstd, after == nil { after = try afterListedFrame() }
    if let place = after, try !beginsMember(at: place.file) { after = nil }
    found = .some(after)
    return after
  }

  /// Whether the file has the first bytes of a member there.
  func beginsMember(at offset: Int64) throws(JSONError) -> Bool {
    let head = try bytes.bytes(at: offset, count: 4)
    let found = unsafe head.withUnsafeBufferPointer { unsafe Packing($0) }
    return found == packing || packing == .zstd && found == .skippable
  }

  private func afterMember() throws(JSONError) -> Place? {
    let head = try bytes.bytes(at: place.file, count: 64)
    if let size = MemberWalk.blockSize(head) { return try afterBlock(of: size) }
    return try PlainMember.place(after: place, in: bytes)
  }

  /// The size that a member of bgzip says it has (SAM/BAM format specification, section 4.1); nil: it is
  /// another member.
  private static func blockSize(_ head: [UInt8]) -> Int64? {
    let fixed = 12
    // Deflate, with an extra field.
    guard head.count > fixed, head[2] == 8, head[3] & 4 != 0 else { return nil }
    let extraEnd = fixed + Int(MemberWalk.number(head[10..<12]))
    var rest = head[fixed..<min(extraEnd, head.count)]
    while rest.count >= 6 {
      let length = Int(MemberWalk.number(rest.dropFirst(2).prefix(2)))
      if rest.starts(with: [0x42, 0x43]), length == 2 {
        let size = MemberWalk.number(rest.dropFirst(4).prefix(2)) + 1
        return size >= Int64(extraEnd) + 8 ? size : nil
      }
      rest = rest.dropFirst(4 + length)
    }
    return nil
  }

  private func afterBlock(of size: Int64) throws(JSONError) -> Place? {
    let count = try bytes.bytes(at: place.file + size - 4, count: 4)
    guard count.count == 4, MemberWalk.number(count[...]) <= MemberWalk.largestBlock else {
      return nil
    }
    return Place(file: place.file + size, text: place.text + MemberWalk.number(count[...]))
  }

  /// The end of a Zstandard frame (RFC 8878 section 3.1).
  private func afterFrame() throws(JSONError) -> Place? {
    let head = try bytes.bytes(at: place.file, count: 18)
    guard head.count >= 8 else { return nil }
    if head[0] & 0xF0 == 0x50 {
      // A skippable frame.
      let size = MemberWalk.number(head[4..<8])
      return Place(file: place.file + 8 + size, text: place.text)
    }
    let flags = head[4]
    let isSingle = flags & 0x20 != 0
    let start = 5 + (isSingle ? 0 : 1) + [0, 1, 2, 4][Int(flags & 3)]
    let width = [isSingle ? 1 : 0, 2, 4, 8][Int(flags >> 6)]
    guard width > 0, head.count >= start + width else { return nil }
    let written = MemberWalk.number(head[start..<start + width])
    let size = width == 2 ? written + 256 : written
    guard (0...MemberWalk.largestFrame).contains(size) else { return nil }
    guard let end = try afterBlocks(from: place.file + Int64(start + width)) else { return nil }
    return Place(file: end + (flags & 4 != 0 ? 4 : 0), text: place.text + size)
  }

  /// The end of a frame by the file's own table.
  private mutating func afterListedFrame() throws(JSONError) -> Place? {
    if table == nil { table = .some(try SeekTable(bytes)) }
    return table??.place(after: place)
  }

  private func afterBlocks(from start: Int64) throws(JSONError) -> Int64? {
    var offset = start
    // As many as the largest frame has, and some empty ones.
    for _ in 0..<(MemberWalk.largestFrame >> 16) {
      let head = try bytes.bytes(at: offset, count: 3)
      guard head.count == 3 else { return nil }
      let word = MemberWalk.number(head[...])
      switch word >> 1 & 3 {
      case 1: offset += 3 + 1
      case 3: return nil
      default: offset += 3 + word >> 3
      }
      if word & 1 != 0 { return offset }
    }
    return nil
  }

  /// A number in little endian.
  static func number(_ bytes: ArraySlice<UInt8>) -> Int64 {
    bytes.reversed().reduce(0) { $0 << 8 | Int64($1) }
  }
}
