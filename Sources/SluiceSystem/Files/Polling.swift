#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Waits for descriptors.
package enum Polling {
  /// Whether waiting for a named pipe also waits for its first writer.
  package static var awaitsFirstWriter: Bool {
    #if canImport(Darwin)
      // Its poll(2) reports a pipe without a writer as ended.
      return false
    #else
      return true
    #endif
  }

  /// Whether a read returns at once.
  package static func isReadable(_ descriptor: FileDescriptor) -> Bool {
    var wanted = pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&wanted, 1, 0) > 0
  }

  /// Waits until a write may succeed. Returns false if the system can't wait.
  static func waitForRoom(in descriptor: FileDescriptor) -> Bool {
    var wanted = pollfd(fd: descriptor.rawValue, events: Int16(POLLOUT), revents: 0)
    return unsafe poll(&wanted, 1, -1) >= 0 || Errno.last == .interrupted
  }
}

extension Polling {
  /// Waits until a write may succeed, or `other` is readable, or until the given number of milliseconds has passed (-1:
  /// no limit). Returns whether a write may succeed, or fails at once.
  package static func waitForRoom(
    in descriptor: FileDescriptor, or other: FileDescriptor?, milliseconds: Int32
  ) -> Bool {
    var wanted = [pollfd(fd: descriptor.rawValue, events: Int16(POLLOUT), revents: 0)]
    if let other {
      wanted.append(pollfd(fd: other.rawValue, events: Int16(POLLIN), revents: 0))
    }
    let count = unsafe poll(&wanted, nfds_t(wanted.count), milliseconds)
    // Where the system can't wait, the write does.
    if count < 0 { return Errno.last != .interrupted }
    return wanted[0].revents != 0
  }
}

/// Descriptors that are waited for together.
package struct PollSet {
  private var entries: [pollfd] = []

  package init() {}

  package mutating func append(_ descriptor: FileDescriptor) {
    entries.append(pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0))
  }

  /// Waits until one of them is readable, at its end, or broken, or until the given number of milliseconds
  /// has passed (-1: no limit).
  package mutating func wait(milliseconds: Int32) throws(SystemError) {
    while unsafe poll(&entries, nfds_t(entries.count), milliseconds) < 0 {
      let code = Errno.last
      guard code == .interrupted else { throw SystemError(.wait, code) }
    }
  }

  /// Whether the last wait ended for one of the descriptors from `first` on.
  package func isReady(from first: Int) -> Bool {
    entries.dropFirst(first).contains { $0.revents != 0 }
  }
}
