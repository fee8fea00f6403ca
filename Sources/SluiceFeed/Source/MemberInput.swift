import Sluice

/// The text of compressed bytes, decoded from the member on in which reading begins.
///
/// Skipping jumps over the members before, by a ``MemberWalk``; where that ends, the rest is decoded and
/// dropped. So damage before that place is found only by those who read it.
final class MemberInput: ByteInput {
  private let bytes: any PlacedBytes
  private let walk: MemberWalk
  private let name: String
  private var stops: [FeedStop] = []
  /// The first bytes of the text, which readers examine before they skip.
  private var head: [UInt8]
  /// Where reading begins in the text, until it does.
  private var start: Int64 = 0
  private var decoded: (any ByteInput)?

  private init(_ bytes: any PlacedBytes, _ walk: MemberWalk, name: String) throws(JSONError) {
    (self.bytes, self.walk, self.name) = (bytes, walk, name)
    head = try MemberInput.head(of: bytes, name: name)
  }

  /// The first bytes of the text of compressed bytes.
  static func head(of bytes: any PlacedBytes, name: String) throws(JSONError) -> [UInt8] {
    guard let walk = try MemberWalk(bytes) else { return [] }
    let decoder = try walk.decoder(PlacedInput(bytes, from: 0), at: 0, name)
    var head: [UInt8] = []
    var room: (UInt64, UInt64) = (0, 0)
    while head.count < FeedSource.headSize {
      let left = FeedSource.headSize - head.count
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
  static func unpacking(_ input: any ByteInput, name: String) throws(InputEvent) -> any ByteInput {
    let bytes: any PlacedBytes
    switch input {
    case let file as FileInput where file.isOwned && file.size != nil: bytes = file
    case let memory as MemoryInput: bytes = memory
    default: return input
    }
    guard var walk = try InputEvent.asFailures(try MemberWalk(bytes)),
      try InputEvent.asFailures(try walk.isLong)
    else { return input }
    return try InputEvent.asFailures(try MemberInput(bytes, walk, name: name))
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
    let (start, name, stops) = (start, name, stops)
    let place = try walk.walk { (next) throws(InputEvent) in
      if stops.contains(where: \.isStopped) { throw .stopped(name) }
      return next.text <= start
    }
    let source = FlushBeforeWaitInput(PlacedInput(bytes, from: place.file))
    let decoder = try InputEvent.asFailures(try walk.decoder(source, at: place.file, name))
    let text = ReadAheadInput(decoder, of: source, name: name)
    decoded = text
    return try text.skip(start - place.text)
  }
}

extension MemberWalk {
  /// A decoder of the members from one on. Throws `out-of-memory`.
  fileprivate func decoder(
    _ input: any ByteInput, at offset: Int64, _ name: String
  ) throws(JSONError) -> any ByteInput {
    if packing == .gzip { return try GzipInput(input, name: name, from: offset) }
    return try ZstdInput(input, name: name, from: offset)
  }
}
