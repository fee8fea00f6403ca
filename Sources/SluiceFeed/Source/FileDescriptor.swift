import Sluice

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// An open file, pipe or socket, read with `read(2)`.
final class FileDescriptor: ByteInput {
  private let descriptor: Int32
  /// Whether it was opened here, at the file's start.
  let isOwned: Bool
  private let name: String
  private var stops = FeedStops()
  /// The size of a regular file when reading began. Nil: another kind of source, which may make
  /// readers wait.
  let size: Int64?
  /// The reading position in a regular file.
  private var offset: Int64 = 0

  /// Opens a file for reading. Throws `io`.
  convenience init(opening path: String) throws(JSONError) {
    self.init(try FileDescriptor.opened(path), isOwned: true, name: path)
  }

  /// Reads from a borrowed descriptor, which stays open.
  convenience init(borrowing descriptor: Int32, name: String) {
    self.init(descriptor, isOwned: false, name: name)
  }

  private init(_ descriptor: Int32, isOwned: Bool, name: String) {
    self.descriptor = descriptor
    self.isOwned = isOwned
    self.name = name
    size = FileDescriptor.regularStatus(of: descriptor).map { Int64($0.st_size) }
    if size != nil { offset = Int64(max(lseek(descriptor, 0, SEEK_CUR), 0)) }
  }

  deinit { if isOwned { _ = close(descriptor) } }

  func heed(_ stop: FeedStop) { stops.append(stop) }

  /// Reads up to `room.count` bytes; 0 at the end. Waits for bytes. Throws `io`, also if the file
  /// was truncated since reading began.
  func read(into room: UnsafeMutableRawBufferPointer) throws(JSONError) -> Int {
    while true {
      // A negative number is not a descriptor, and `poll` would wait for it forever.
      if size == nil, descriptor >= 0 { try stops.wait(for: [descriptor], name: name) }
      let count = systemRead(descriptor, room)
      if count >= 0 {
        offset += Int64(count)
        if count == 0 { try checkThatNothingIsCut(behind: offset) }
        return count
      }
      let code = errno
      switch code {
      case EINTR, EAGAIN, EWOULDBLOCK: continue
      default: throw FileDescriptor.failure(name, code)
      }
    }
  }

  /// The same from an offset in a regular file, without moving its position. May be called from any
  /// thread.
  func read(into room: UnsafeMutableRawBufferPointer, at offset: Int64) throws(JSONError) -> Int {
    while true {
      let count = pread(descriptor, room.baseAddress, room.count, off_t(offset))
      if count > 0 { return count }
      if count == 0 {
        try checkThatNothingIsCut(behind: offset)
        return 0
      }
      if errno != EINTR { throw FileDescriptor.failure(name) }
    }
  }

  /// Moves to an offset in a regular file.
  func seek(to offset: Int64) throws(JSONError) {
    guard lseek(descriptor, off_t(offset), SEEK_SET) >= 0 else {
      throw FileDescriptor.failure(name)
    }
    self.offset = offset
  }

  /// Always true for files; for pipes and sockets, true once bytes arrived.
  var isReady: Bool {
    if size != nil { return true }
    var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&wanted, 1, 0) > 0
  }

  /// Checks at the end whether the file had more bytes before.
  private func checkThatNothingIsCut(behind offset: Int64) throws(JSONError) {
    guard let size, offset < size, let now = FileDescriptor.regularStatus(of: descriptor),
      Int64(now.st_size) < size
    else { return }
    throw JSONError(
      .io, at: 0, name: name,
      reason:
        "it was truncated while being read: it had \(size) bytes, and now ends at byte \(offset)")
  }

  /// Skips `count` bytes: seeks if that is possible, and otherwise reads and drops them. Returns
  /// false if there are fewer. Throws `io`.
  func skip(_ count: Int64) throws(JSONError) -> Bool {
    guard let status = FileDescriptor.regularStatus(of: descriptor) else {
      return try discard(count)
    }
    guard count <= Int64(status.st_size) - offset else { return false }
    guard lseek(descriptor, off_t(count), SEEK_CUR) >= 0 else { throw FileDescriptor.failure(name) }
    offset += count
    return true
  }

  /// Opens a file for reading. Throws `io`.
  ///
  /// Does not wait for the writer of a named pipe. Reading waits for it, and stopping the feed ends that
  /// wait.
  static func opened(_ path: String) throws(JSONError) -> Int32 {
    // A path with a NUL in it would name another file.
    guard !path.utf8.contains(0) else {
      throw JSONError(.io, at: 0, name: path, reason: "the path holds a NUL character")
    }
    #if canImport(Darwin)
      // Its poll(2) reports a pipe without a writer as ended.
      var flags = O_RDONLY | O_CLOEXEC
    #else
      var flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK
    #endif
    while true {
      let descriptor = open(path, flags)
      if descriptor >= 0 { return descriptor }
      let code = errno
      // Another process holds a lease on the file, and gives it up on request.
      if code == EWOULDBLOCK, flags & O_NONBLOCK != 0 {
        flags &= ~O_NONBLOCK
      } else if code != EINTR {
        throw failure(path, code)
      }
    }
  }

  /// Returns nil for anything but a regular file.
  static func regularStatus(of descriptor: Int32) -> stat? {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return status
  }

  /// The system's last error, unless its number is given.
  static func failure(_ name: String, _ code: Int32 = errno) -> JSONError {
    JSONError(.io, at: 0, name: name, reason: SystemMessage.text(code))
  }
}

/// `read(2)`, which methods of the same name hide.
func systemRead(_ descriptor: Int32, _ room: UnsafeMutableRawBufferPointer) -> Int {
  #if canImport(Glibc)
    Glibc.read(descriptor, room.baseAddress, room.count)
  #elseif canImport(Musl)
    Musl.read(descriptor, room.baseAddress, room.count)
  #elseif canImport(Darwin)
    Darwin.read(descriptor, room.baseAddress, room.count)
  #endif
}
