import Sluice

/// The text of compressed bytes, decoded from the member on in which reading begins.
///
/// Skipping jumps over the members before, by a ``MemberWalk``; where that ends, the rest is decoded and
/// dropped. So damage before that place is found only by those who read it.
final class MemberInput: ByteInput {
  private let bytes: any PlacedBytes
  private let walk: MemberWalk
  private let entry: MemberWalk?
  private let name: String
  private let limits: DecompressionLimits
  private var stops: [FeedStop] = []
  /// The first bytes of the text, which readers examine before they skip.
  private var head: [UInt8]
  /// Where reading begins in the text, until it does.
  private var start: Int64 = 0
  private var decoded: (any ByteInput)?

  /// `entry`: the walk from a later member on, for reading after its first byte.
  private init(
    _ bytes: any PlacedBytes, _ walk: MemberWalk, entry: MemberWalk?,
    limits: DecompressionLimits, name: String
  ) throws(JSONError) {
    (self.bytes, self.walk, self.entry) = (bytes, walk, entry)
    (self.limits, self.name) = (limits, name)
    head = try MemberInput.head(of: bytes, name: name)
  }

  /// The first bytes of the text of compressed bytes.
  static func head(of bytes: any PlacedBytes, name: String) throws(JSONError) -> [UInt8] {
    guard let walk = try MemberWalk(bytes) else { return [] }
    let decoder = try walk.decoder(PlacedInput(bytes, from: 0), name)
    var head: [UInt8] = []
    var room: (UInt64, UInt64) = (0, 0)
    while head.count < FeedSource.headSize {
      let left = min(FeedSource.headSize - head.count, 16)
      let got = try unsafe withUnsafeMutableBytes(of: &room) { (room) throws(JSONError) in
        let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: room[..<left])
        let got = try unsafe InputEvent.asErrors(try decoder.read(into: rest))
        unsafe head += room[..<got]
        return got
      }
      if got == 0 { break }
    }
    return head
  }

  /// The text of compressed bytes of several members with their lengths, which can be read from any place
  /// without all before it; other inputs as they are. Throws `io`, `decompression-failed`.
  ///
  /// A range that knows its member is read from there on. Throws `invalid-value` without a member there.
  static func unpacking(
    _ input: any ByteInput, for range: FeedRange, limits: DecompressionLimits, name: String
  ) throws(InputEvent) -> any ByteInput {
    let bytes: any PlacedBytes
    switch input {
    case let file as FileInput where file.isOwned && file.size != nil: bytes = file
    // Readers of chunks begin without bytes.
    case let memory as MemoryInput where memory.size != 0: bytes = memory
    default: return input
    }
    return try InputEvent.asFailures(
      try unpacking(bytes, for: range, limits: limits, name: name) ?? input)
  }

  private static func unpacking(
    _ bytes: any PlacedBytes, for range: FeedRange, limits: DecompressionLimits, name: String
  ) throws(JSONError) -> MemberInput? {
    let entry = try range.countsFromStart ? nil : MemberInput.entry(bytes, range, name)
    guard var walk = try MemberWalk(bytes) else { return nil }
    if entry == nil, try !walk.isLong { return nil }
    return try MemberInput(bytes, walk, entry: entry, limits: limits, name: name)
  }

  private static func entry(
    _ bytes: any PlacedBytes, _ range: FeedRange, _ name: String
  ) throws(JSONError) -> MemberWalk? {
    guard let offset = range.memberOffset else { return nil }
    let place = MemberWalk.Place(file: offset, text: range.bytes.lowerBound - 1)
    guard let walk = try MemberWalk(bytes, at: place), try walk.beginsMember(at: offset) else {
      throw JSONError(
        .invalidValue, at: 0,
        name: "a member of \(name) at byte \(offset), where the range"
          + " \(range.text) has one",
        reason: "the file is not as it was when it was divided: divide it again")
    }
    return walk
  }

  func read(into room: UnsafeMutableRawBufferPointer) throws(InputEvent) -> Int {
    if let decoded { return try unsafe decoded.read(into: room) }
    if !head.isEmpty {
      let count = min(room.count, head.count)
      unsafe room.copyBytes(from: head[..<count])
      head.removeFirst(count)
      start += Int64(count)
      return count
    }
    guard try begin() else { return 0 }
    return try unsafe read(into: room)
  }

  func skip(_ count: Int64) throws(InputEvent) -> Bool {
    if let decoded { return try decoded.skip(count) }
    head.removeFirst(Int(min(count, Int64(head.count))))
    start += count
    return try begin()
  }

  func heed(_ stop: FeedStop) { stops.append(stop) }

  var isReady: Bool { !head.isEmpty || decoded?.isReady ?? false }

  /// Decodes from the last member on that begins before, or at, the place where reading begins. False: the
  /// text ends before it.
  private func begin() throws(InputEvent) -> Bool {
    var walk = walk
    if let entry, entry.place.text <= start { walk = entry }
    let (start, name, stops) = (start, name, stops)
    let place = try walk.walk { (next) throws(InputEvent) in
      if stops.contains(where: \.isStopped) { throw .stopped(name) }
      return next.text <= start
    }
    let source = FlushBeforeWaitInput(PlacedInput(bytes, from: place.file))
    let decoder = try InputEvent.asFailures(try walk.decoder(source, name))
    decoder.check = MemberCheck(walk, name: name)
    let limited = LimitedInput(decoder, limits, name: name, from: place.text)
    let text = ReadAheadInput(limited, of: source, name: name)
    decoded = text
    return try text.skip(start - place.text)
  }
}

extension MemberWalk {
  /// A decoder of the members from the current one on, where the input is. Throws `out-of-memory`.
  fileprivate func decoder(
    _ input: any ByteInput, _ name: String
  ) throws(JSONError) -> any CheckedInput {
    if packing == .gzip { return try GzipInput(input, name: name, from: place.file) }
    return try ZstdInput(input, name: name, from: place.file)
  }
}
