import Sluice

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// An open file, pipe or socket, read with `read(2)`.
final class FileDescriptor {
  private let descriptor: Int32
  private let isOwned: Bool
  private let name: String

  /// Opens a file for reading. Throws `io`.
  init(opening path: String) throws(JSONError) {
    var opened: Int32
    repeat { opened = open(path, O_RDONLY | O_CLOEXEC) } while opened < 0 && errno == EINTR
    guard opened >= 0 else { throw FileDescriptor.failure(path) }
    descriptor = opened
    isOwned = true
    name = path
  }

  /// Reads from somebody else's descriptor, which stays open.
  init(borrowing descriptor: Int32, name: String) {
    self.descriptor = descriptor
    isOwned = false
    self.name = name
  }

  deinit { if isOwned { _ = close(descriptor) } }

  /// Up to `room.count` bytes; 0 at the end. A descriptor that does not block is waited for. Throws
  /// `io`.
  func read(into room: UnsafeMutableRawBufferPointer) throws(JSONError) -> Int {
    while true {
      #if canImport(Glibc)
        let count = Glibc.read(descriptor, room.baseAddress, room.count)
      #elseif canImport(Musl)
        let count = Musl.read(descriptor, room.baseAddress, room.count)
      #elseif canImport(Darwin)
        let count = Darwin.read(descriptor, room.baseAddress, room.count)
      #endif
      if count >= 0 { return count }
      switch errno {
      case EINTR: continue
      case EAGAIN, EWOULDBLOCK:
        var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&wanted, 1, -1)
      default: throw FileDescriptor.failure(name)
      }
    }
  }

  /// The size of a file; nil of what is none.
  var size: Int64? {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int64(status.st_size)
  }

  /// Whether reading does not wait: always of files, of pipes and sockets when something came.
  var isReady: Bool {
    var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&wanted, 1, 0) > 0
  }

  /// Goes `count` bytes on from where it stands: seeks where that is possible, and reads them away
  /// where not. Throws `io`, also when there are fewer bytes.
  func skip(_ count: Int64) throws(JSONError) {
    let here = lseek(descriptor, 0, SEEK_CUR)
    var status = stat()
    if here >= 0, fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
      guard count <= Int64(status.st_size) - Int64(here) else {
        throw ByteSource.endsEarly(name, before: count)
      }
      guard lseek(descriptor, off_t(count), SEEK_CUR) >= 0 else {
        throw FileDescriptor.failure(name)
      }
      return
    }
    try discard(count)
  }

  private func discard(_ count: Int64) throws(JSONError) {
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
    defer { room.deallocate() }
    var left = count
    while left > 0 {
      let piece = Int(min(left, Int64(room.count)))
      let got = try read(into: UnsafeMutableRawBufferPointer(rebasing: room[..<piece]))
      guard got > 0 else { throw ByteSource.endsEarly(name, before: count) }
      left -= Int64(got)
    }
  }

  private static func failure(_ name: String) -> JSONError {
    JSONError(.io, at: 0, name: name, reason: String(cString: strerror(errno)))
  }
}
