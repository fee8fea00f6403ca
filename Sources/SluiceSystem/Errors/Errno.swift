#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The number of a system error, with the names of those that callers tell apart.
package struct Errno: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  package let rawValue: Int32

  package init(rawValue: Int32) { self.rawValue = rawValue }

  /// The error of this thread's last failed call. Any other call may change it.
  static var last: Errno { Errno(rawValue: errno) }

  package static let noSuchFile = Errno(rawValue: ENOENT)
  package static let fileExists = Errno(rawValue: EEXIST)
  package static let isFolder = Errno(rawValue: EISDIR)
  package static let tooManyLinks = Errno(rawValue: ELOOP)
  package static let badDescriptor = Errno(rawValue: EBADF)
  package static let brokenPipe = Errno(rawValue: EPIPE)
  package static let invalidArgument = Errno(rawValue: EINVAL)
  package static let readOnlyFileSystem = Errno(rawValue: EROFS)
  package static let addressInUse = Errno(rawValue: EADDRINUSE)
  package static let connectionRefused = Errno(rawValue: ECONNREFUSED)
  package static let nameTooLong = Errno(rawValue: ENAMETOOLONG)
  package static let interrupted = Errno(rawValue: EINTR)
  /// A path holds a NUL character, so that the system would read it as another path. Not a system error.
  package static let nulInPath = Errno(rawValue: -1)

  /// Whether a file can't grow: the disk, the quota or the permitted size is used up.
  package var isOutOfRoom: Bool { [ENOSPC, EFBIG, EDQUOT].contains(rawValue) }

  /// Whether a descriptor that doesn't block has nothing to offer yet.
  package var wouldBlock: Bool { rawValue == EAGAIN || rawValue == EWOULDBLOCK }

  /// The system's message.
  package var description: String {
    guard self != .nulInPath else { return "the path holds a NUL character" }
    return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      unsafe buffer.initialize(repeating: 0)
      guard let start = buffer.baseAddress else { return "error \(rawValue)" }
      // Filled as far as there is room; one byte is reserved for the terminator.
      _ = unsafe strerror_r(rawValue, start, buffer.count - 1)
      return unsafe buffer[0] == 0 ? "error \(rawValue)" : unsafe String(cString: start)
    }
  }
}
