import Sluice
import SluiceSystem

/// A file at a followed path, from its start until it is replaced or truncated.
///
/// The file counts as truncated if bytes that were read are gone: each read compares the last bytes
/// before the reading position. This detects a file that was truncated and has since grown past that
/// position, and its text is never mixed with what was read before.
package final class FollowedInput: ByteInput {
  package let descriptor: FileDescriptor
  let path: String
  private let watch: ChangeWatch
  private var stops = FeedStops()
  /// The file's identity.
  package let identity: FileIdentity
  /// The number of bytes read.
  package private(set) var offset: Int64 = 0
  private var isOver = false
  /// When its contents were last verified, in seconds since 1970.
  package private(set) var lastInspection = Moment.now
  /// Whether it ended because bytes that were read are gone.
  package private(set) var isCut = false
  /// The first bytes, as they were read or as they were when the file was opened.
  package private(set) var head: [UInt8] = []
  /// The last bytes read, up to the offset.
  private var recent: [UInt8] = []
  /// The hole before which reading waits.
  var hole: FollowedHole?
  /// How many seconds a hole may take to be filled, once something comes after it.
  package var patience = (atStart: 2.0, elsewhere: 30.0)
  /// Where reading resumes: a hole before that was passed over.
  var resumedAt: Int64 = 0
  var notes: [SourceNote] = []
  package var followed: FollowedInput? { self }
  /// Whether reading throws when nothing new has come, instead of waiting longer. The framing can then take what is whole,
  /// and reading resumes with the next call.
  var reportsQuiet = false
  /// Whether the feed's owner needs to know it, too: it does what is due by time.
  var ownerHearsQuiet = false
  /// Whether no other file was at its path since, which is or was not empty. Asked after the first bytes of a file that was
  /// empty when it was opened, so that nothing identified its contents; and while an empty file has its path.
  package var isLatest: () -> Bool = { true }

  /// The number of bytes compared, and kept as the head.
  package static let span = 1024
  /// The minimum number of recently read bytes kept, once that much was read.
  private static let kept = 1 << 20

  /// Takes ownership of the descriptor.
  init(_ descriptor: FileDescriptor, _ path: String, _ watch: ChangeWatch) throws(JSONError) {
    guard let status = descriptor.regularStatus else {
      descriptor.close()
      throw JSONError(
        .io, at: 0, name: path, reason: "it was replaced by something that is not a file")
    }
    self.descriptor = descriptor
    self.path = path
    self.watch = watch
    identity = status.identity
    watch.watch(descriptor)
    head = try bytes(at: 0, count: FollowedInput.span)
  }

  deinit { descriptor.close() }

  package func heed(_ stop: FeedStop) { stops.append(stop) }

  package func skip(_ count: Int64) throws(InputEvent) -> Bool {
    guard count >= 0, let status = descriptor.regularStatus, count <= status.size - offset else {
      return false
    }
    offset += count
    head = try InputEvent.asFailures(try bytes(at: 0, count: FollowedInput.span))
    let known = min(offset, Int64(FollowedInput.span))
    recent = try InputEvent.asFailures(try bytes(at: offset - known, count: Int(known)))
    return recent.count == known
  }

  /// Waits at the end of the contents. Returns 0 if the file was truncated, or if another one is at
  /// its path and this one is read to its end.
  package func read(into room: UnsafeMutableRawBufferPointer) throws(InputEvent) -> Int {
    var hasWaited = false
    while !isOver {
      // Checked before reading, so that everything written before the replacement is still read.
      let isReplaced = isReplaced
      let count = try InputEvent.naming(path) { () throws(SystemError) in
        try unsafe descriptor.read(into: room, at: offset)
      }
      // Checked after reading: what was read before a cut can't be told from what was read after it.
      guard try InputEvent.asFailures(try isIntact(reading: count)) else {
        (isOver, isCut) = (true, true)
        break
      }
      lastInspection = Moment.now
      let usable = unsafe try written(
        UnsafeRawBufferPointer(rebasing: room[..<count]), isLast: isReplaced)
      if usable > 0 {
        unsafe keep(UnsafeRawBufferPointer(rebasing: room[..<usable]))
        return usable
      }
      if isReplaced, count == 0 {
        isOver = true
      } else if hasWaited, reportsQuiet || ownerHearsQuiet {
        throw .quiet(path)
      } else {
        try watch.wait(stops)
        hasWaited = true
      }
    }
    return 0
  }

  /// Waits until it has contents, or another file is at its path, or something else has happened.
  package func waitForContent(
    heeding stop: FeedStop, or hasHappened: () -> Bool
  ) throws(InputEvent) {
    while !hasHappened() {
      if let status = try? FileStatus(of: descriptor), status.size > 0 { return }
      if let status = try? FileStatus(at: path), status.identity != identity { return }
      try watch.wait(FeedStops([stop]))
    }
  }

  /// The bytes before an offset, at most `span`, as they were read; nil: they are no longer kept.
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
      guard !head.isEmpty else { return count == 0 || isLatest() }
      let found = try bytes(at: 0, count: head.count)
      guard found != head else { return true }
      guard FollowedInput.isFilled(head, by: found) else { return false }
      head = found
      return true
    }
    let known = Array(recent.suffix(FollowedInput.span))
    let start = offset - Int64(known.count)
    let found = try bytes(at: start, count: known.count)
    guard found != known else { return true }
    guard FollowedInput.isFilled(known, by: found) else { return false }
    recent.removeLast(known.count)
    recent += found
    if start < Int64(head.count) {
      let place = Int(start)
      let end = min(place + found.count, head.count)
      head.replaceSubrange(place..<end, with: found[..<(end - place)])
    }
    noteFilled(from: start, to: offset - 1)
    return true
  }

  private func keep(_ bytes: UnsafeRawBufferPointer) {
    if offset < Int64(FollowedInput.span), head.count < FollowedInput.span {
      head = unsafe Array(head.prefix(Int(offset)) + bytes.prefix(FollowedInput.span - Int(offset)))
    }
    if recent.count > 2 * FollowedInput.kept {
      recent.removeFirst(recent.count - FollowedInput.kept)
    }
    unsafe recent += bytes
    offset += Int64(bytes.count)
  }

  /// Up to `count` bytes; fewer at the end. Throws when they can't be read: that is no sign of a cut.
  private func bytes(at offset: Int64, count: Int) throws(JSONError) -> [UInt8] {
    try JSONError.naming(path) { () throws(SystemError) in
      try descriptor.bytes(at: offset, count: count)
    }
  }

  /// After a request to switch to a new file, a writer may still write to this one for a while. So this
  /// one is finished only when the new one has contents, or another one has come between.
  private var isReplaced: Bool {
    guard let status = try? FileStatus(at: path), status.identity != identity else { return false }
    return status.size > 0 || !isLatest()
  }
}
