import Sluice
import SluiceSystem

/// An open file, pipe or socket, read with `read(2)`.
final class FileInput: ByteInput {
  private let descriptor: FileDescriptor
  /// Whether it was opened here, at the file's start.
  let isOwned: Bool
  private let name: String
  private var stops = FeedStops()
  /// The size of a regular file when reading began. Nil: another kind of source, which may make
  /// readers wait.
  let size: Int64?
  /// The reading position in a regular file.
  private var offset: Int64 = 0
  /// Whether it was at its start when reading began.
  private let isWhole: Bool

  /// Opens a file for reading. Throws `io`.
  convenience init(opening path: String) throws(JSONError) {
    self.init(try FileInput.opened(path), isOwned: true, name: path)
  }

  /// Reads from a borrowed descriptor, which stays open.
  convenience init(borrowing descriptor: FileDescriptor, name: String) {
    self.init(descriptor, isOwned: false, name: name)
  }

  private init(_ descriptor: FileDescriptor, isOwned: Bool, name: String) {
    self.descriptor = descriptor
    self.isOwned = isOwned
    self.name = name
    size = descriptor.regularStatus?.size
    if size != nil { offset = descriptor.position }
    isWhole = offset == 0
  }

  deinit { if isOwned { descriptor.close() } }

  func heed(_ stop: FeedStop) { stops.append(stop) }

  /// Reads up to `room.count` bytes; 0 at the end. Waits for bytes. Throws `io`, also if the file
  /// was truncated since reading began.
  func read(into room: UnsafeMutableRawBufferPointer) throws(InputEvent) -> Int {
    while true {
      // A negative number is not a descriptor, and `poll` would wait for it forever.
      if size == nil, descriptor.rawValue >= 0 {
        try stops.wait(for: [descriptor], name: name)
      }
      let count: Int
      do throws(SystemError) {
        // A signal ends it, so that the next wait finds out whether to stop.
        count = try unsafe descriptor.readOnce(into: room)
      } catch {
        if error.code == .interrupted || error.code.wouldBlock { continue }
        throw .failed(JSONError(error, name: name))
      }
      offset += Int64(count)
      if count == 0 { try InputEvent.asFailures(try checkThatNothingIsCut(behind: offset)) }
      return count
    }
  }

  /// The same from an offset in a regular file, without moving its position. May be called from any
  /// thread.
  func read(into room: UnsafeMutableRawBufferPointer, at offset: Int64) throws(JSONError) -> Int {
    let count = try JSONError.naming(name) { () throws(SystemError) in
      try unsafe descriptor.read(into: room, at: offset)
    }
    if count == 0 { try checkThatNothingIsCut(behind: offset) }
    return count
  }

  /// Moves to an offset in a regular file.
  func seek(to offset: Int64) throws(JSONError) {
    try JSONError.naming(name) { () throws(SystemError) in try descriptor.seek(to: offset) }
    self.offset = offset
  }

  var placed: (any PlacedBytes)? { isWhole && size != nil ? self : nil }

  /// Always true for files; for pipes and sockets, true once bytes arrived.
  var isReady: Bool {
    size != nil || Polling.isReadable(descriptor)
  }

  /// Checks at the end whether the file had more bytes before.
  private func checkThatNothingIsCut(behind offset: Int64) throws(JSONError) {
    guard let size, offset < size, let now = descriptor.regularStatus, now.size < size
    else { return }
    throw JSONError(
      .io, at: 0, name: name,
      reason:
        "it was truncated while being read, at byte \(offset): it had \(size) bytes, and now has \(now.size)"
    )
  }

  /// Skips `count` bytes: seeks if that is possible, and otherwise reads and drops them. Returns
  /// false if there are fewer. Throws `io`.
  func skip(_ count: Int64) throws(InputEvent) -> Bool {
    guard let status = descriptor.regularStatus else { return try discard(count) }
    guard count <= status.size - offset else { return false }
    try InputEvent.naming(name) { () throws(SystemError) in try descriptor.seek(by: count) }
    offset += count
    return true
  }

  /// Does not wait for the writer of a named pipe. Reading waits for it, and stopping the feed ends that
  /// wait.
  private static func opened(_ path: String) throws(JSONError) -> FileDescriptor {
    try JSONError.naming(path) { () throws(SystemError) in
      try FileDescriptor.open(reading: path, waitsForWriter: !Polling.awaitsFirstWriter)
    }
  }
}
