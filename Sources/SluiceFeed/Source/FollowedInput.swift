package import Sluice

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Which file it is, as long as it exists.
package struct LogFileIdentity: Hashable, Sendable, CustomStringConvertible {
  package let device: UInt64
  package let inode: UInt64

  package init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(truncatingIfNeeded: status.st_ino)
  }

  /// Nil: that is no identity's ``description``.
  package init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let device = UInt64(parts[0]), let inode = UInt64(parts[1]) else {
      return nil
    }
    (self.device, self.inode) = (device, inode)
  }

  package var description: String { "\(device):\(inode)" }
}

/// A file at a followed path, from its start until it is replaced or cut.
///
/// It is cut when what was read is not there any more: each read compares the last bytes before the place
/// where reading goes on. So a file that was cut and has grown past that place is told apart from one
/// that has only grown, and its text is never mixed with what was read before.
package final class FollowedInput: ByteInput {
  package let descriptor: Int32
  private let path: String
  private let watch: ChangeWatch
  private var stops = FeedStops()
  /// Which file it is.
  package let identity: LogFileIdentity
  /// How far it was read.
  package private(set) var offset: Int64 = 0
  private var isOver = false
  /// When it was last seen to hold what was read of it, in seconds since 1970.
  package private(set) var lastLook = Int64(time(nil))
  /// Whether it ended because what was read of it is not there any more.
  package private(set) var isCut = false
  /// The first bytes: what was read of them, or stood there when the file was opened.
  package private(set) var head: [UInt8] = []
  /// The last bytes that were read, up to the offset.
  private var recent: [UInt8] = []
  /// Whether reading throws when nothing new has come, instead of waiting on. The caller can then do what
  /// is due by time, and reading resumes with the next call.
  var tellsQuiet = false
  /// Asked after the first bytes of a file that was empty when it was opened, and of which so nothing was
  /// known: whether it is still the one that was opened.
  package var isStillFirst: () -> Bool = { true }

  /// How much is compared, and kept as the head.
  package static let span = 1024
  /// So much of what was read is kept at least, as far as there is so much.
  private static let kept = 1 << 20

  /// Takes over the descriptor.
  init(_ descriptor: Int32, _ path: String, _ watch: ChangeWatch) throws(JSONError) {
    guard let status = FileDescriptor.regularStatus(of: descriptor) else {
      _ = close(descriptor)
      throw JSONError(
        .io, at: 0, name: path, reason: "it was replaced by something that is no file")
    }
    self.descriptor = descriptor
    self.path = path
    self.watch = watch
    identity = LogFileIdentity(status)
    watch.watch(descriptor)
    head = try bytes(at: 0, count: FollowedInput.span)
  }

  deinit { _ = close(descriptor) }

  func heed(_ stop: FeedStop) { stops.append(stop) }

  func skip(_ count: Int64) throws(JSONError) -> Bool {
    guard count >= 0, let status = FileDescriptor.regularStatus(of: descriptor),
      count <= Int64(status.st_size) - offset
    else { return false }
    offset += count
    head = try bytes(at: 0, count: FollowedInput.span)
    let known = min(offset, Int64(FollowedInput.span))
    recent = try bytes(at: offset - known, count: Int(known))
    return recent.count == known
  }

  /// Waits at the end of what is there. Returns 0 when the file was cut, or when another one is at its
  /// path and this one is read to its end.
  func read(into room: UnsafeMutableRawBufferPointer) throws(JSONError) -> Int {
    var hasWaited = false
    while !isOver {
      // Checked before reading, so that everything written before the replacement is still read.
      let isReplaced = isReplaced
      let count = pread(descriptor, room.baseAddress, room.count, off_t(offset))
      if count < 0 {
        guard errno == EINTR else { throw FileDescriptor.failure(path) }
        continue
      }
      // Checked after reading: what was read before a cut can't be told from what was read after it.
      guard try isIntact(reading: count) else {
        (isOver, isCut) = (true, true)
        break
      }
      lastLook = Int64(time(nil))
      if count > 0 {
        keep(UnsafeRawBufferPointer(rebasing: room[..<count]))
        return count
      }
      if isReplaced {
        isOver = true
      } else if hasWaited, tellsQuiet {
        throw FeedStops.quiet(path)
      } else {
        try watch.wait(stops)
        hasWaited = true
      }
    }
    return 0
  }

  /// Waits until something is in it, or another file at its path. Throws when the reading is stopped.
  package func waitForContent(heeding stop: FeedStop) throws(JSONError) {
    while true {
      var status = stat()
      if fstat(descriptor, &status) == 0, status.st_size > 0 { return }
      if stat(path, &status) == 0, LogFileIdentity(status) != identity { return }
      try watch.wait(FeedStops([stop]))
    }
  }

  /// The bytes before an offset, up to `span`, as they were read; nil: they are not kept any more.
  package func bytes(before end: Int64) -> [UInt8]? {
    let count = min(end, Int64(FollowedInput.span))
    let start = end - count - (offset - Int64(recent.count))
    guard end <= offset, start >= 0 else { return nil }
    return Array(recent[Int(start)..<Int(start + count)])
  }

  /// Whether what is known of the file is still there, apart from bytes that are being read now.
  package var isIntact: Bool {
    get throws(JSONError) { try isIntact(reading: 0) }
  }

  private func isIntact(reading count: Int) throws(JSONError) -> Bool {
    if offset == 0 {
      guard !head.isEmpty else { return count == 0 || isStillFirst() }
      return try bytes(at: 0, count: head.count) == head
    }
    let known = Array(recent.suffix(FollowedInput.span))
    return try bytes(at: offset - Int64(known.count), count: known.count) == known
  }

  private func keep(_ bytes: UnsafeRawBufferPointer) {
    if offset < Int64(FollowedInput.span), head.count < FollowedInput.span {
      head = Array(head.prefix(Int(offset)) + bytes.prefix(FollowedInput.span - Int(offset)))
    }
    if recent.count > 2 * FollowedInput.kept {
      recent.removeFirst(recent.count - FollowedInput.kept)
    }
    recent += bytes
    offset += Int64(bytes.count)
  }

  /// Up to `count` bytes; fewer at the end. Throws when they can't be read: that is no sign of a cut.
  private func bytes(at offset: Int64, count: Int) throws(JSONError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let got = bytes.withUnsafeMutableBytes {
        pread(descriptor, $0.baseAddress! + done, count - done, off_t(offset) + off_t(done))
      }
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else { throw FileDescriptor.failure(path) }
      if got == 0 { break }
      done += got
    }
    bytes.removeLast(count - done)
    return bytes
  }

  /// A writer that was asked to switch to a new file may write to this one until it does so. So this one
  /// is finished only when the new one holds something.
  private var isReplaced: Bool {
    var status = stat()
    return stat(path, &status) == 0 && LogFileIdentity(status) != identity && status.st_size > 0
  }
}
