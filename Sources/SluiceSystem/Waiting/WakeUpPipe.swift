#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A pipe that wakes threads which poll. One byte is written at most, and never read: it stays readable.
package final class WakeUpPipe: Sendable {
  /// Readable once `signal` was called.
  package let output: FileDescriptor
  private let input: FileDescriptor

  package init() throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw .last(.make) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    output = FileDescriptor(rawValue: ends[0])
    input = FileDescriptor(rawValue: ends[1])
  }

  deinit {
    output.close()
    input.close()
  }

  package func signal() {
    // One byte into an empty pipe: there is room.
    unsafe withUnsafeBytes(of: UInt8(1)) { try? unsafe input.write($0) }
  }
}
