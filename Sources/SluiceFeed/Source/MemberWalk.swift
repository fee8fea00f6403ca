import Sluice

/// Walks over the members of a compressed file, from each to the next, without decoding them.
///
/// ```
/// bgzip   header … BSIZE … data, CRC, ISIZE │ header …
/// zstd    header with the size of the text, block headers and blocks │ header …
/// ```
///
/// A member whose length or text's length can't be found ends the walk: one of plain gzip, a frame
/// without its size, one of more than a gibibyte, damage. So does the last member.
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

  /// What is said of a file with one member, or without the lengths of its members.
  static let absence = "in one member, or in members whose lengths it does not have"

  /// Frames with more text are not walked over: they have too many blocks, and are too large for parts.
  static let largestFrame: Int64 = 1 << 30
  /// What BGZF allows in a member.
  private static let largestBlock: Int64 = 64 << 10

  /// Nil for bytes that are not compressed, or by a format whose members have no lengths. Throws `io`.
  init?(_ bytes: any PlacedBytes) throws(JSONError) {
    guard let packing = try MemberWalk.packing(of: bytes) else { return nil }
    self.packing = packing
    self.bytes = bytes
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
  /// O(members): reads some 70 bytes of each, and 3 of each block of a frame.
  mutating func walk(
    while condition: (Place) throws(InputEvent) -> Bool
  ) throws(InputEvent) -> Place {
    while let next = try InputEvent.asFailures(try self.next()), try condition(next) {
      place = next
      found = nil
    }
    return place
  }

  /// The member after the last that was reached.
  private mutating func next() throws(JSONError) -> Place? {
    if let found { return found }
    var after = try packing == .gzip ? afterBlock() : afterFrame()
    if let place = after, try !beginsMember(at: place.file) { after = nil }
    found = .some(after)
    return after
  }

  private func beginsMember(at offset: Int64) throws(JSONError) -> Bool {
    let head = try bytes.bytes(at: offset, count: 4)
    let found = unsafe head.withUnsafeBufferPointer { unsafe Packing($0) }
    return found == packing || packing == .zstd && found == .skippable
  }

  /// The end of a member of bgzip (SAM/BAM format specification, section 4.1).
  private func afterBlock() throws(JSONError) -> Place? {
    let fixed = 12
    let head = try bytes.bytes(at: place.file, count: 64)
    // Deflate, with an extra field.
    guard head.count > fixed, head[2] == 8, head[3] & 4 != 0 else { return nil }
    let extraEnd = fixed + Int(MemberWalk.number(head[10..<12]))
    var (rest, size) = (head[fixed..<min(extraEnd, head.count)], Int64(0))
    while rest.count >= 6 {
      let length = Int(MemberWalk.number(rest.dropFirst(2).prefix(2)))
      if rest.starts(with: [0x42, 0x43]), length == 2 {
        size = MemberWalk.number(rest.dropFirst(4).prefix(2)) + 1
        break
      }
      rest = rest.dropFirst(4 + length)
    }
    guard size >= Int64(extraEnd) + 8 else { return nil }
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
  private static func number(_ bytes: ArraySlice<UInt8>) -> Int64 {
    bytes.reversed().reduce(0) { $0 << 8 | Int64($1) }
  }
}
