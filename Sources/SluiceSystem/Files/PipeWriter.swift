#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Writes to a pipe, socket or terminal whose reader may not read for a while, and lets the caller decide how long it
/// waits for that.
package final class PipeWriter: Sendable {
  private let descriptor: FileDescriptor
  /// The same pipe, opened once more, so that not waiting is not a property of other processes' descriptors; nil: the
  /// system can't do that.
  private let own: FileDescriptor?

  /// What a pipe takes without waiting once poll(2) reports room (`PIPE_BUF`).
  private static let room = 4096

  package init(_ descriptor: FileDescriptor) {
    self.descriptor = descriptor
    #if os(Linux)
      let opened =
        unsafe FIFO.isOne(descriptor)
        ? open("/proc/self/fd/\(descriptor.rawValue)", O_WRONLY | O_NONBLOCK | O_CLOEXEC) : -1
      own = opened >= 0 ? FileDescriptor(rawValue: opened) : nil
    #else
      own = nil
    #endif
  }

  deinit { own?.close() }

  /// Writes all bytes. `waits`: waits until there is room, and may throw.
  package func write<Fault>(
    _ bytes: UnsafeRawBufferPointer, waits: (FileDescriptor) throws(Fault) -> Void,
    failing: (SystemError) -> Fault
  ) throws(Fault) {
    var left = unsafe bytes
    while unsafe !left.isEmpty {
      var written: Int
      if let own {
        written = unsafe systemWrite(own.rawValue, left)
      } else {
        try waits(descriptor)
        let piece = unsafe UnsafeRawBufferPointer(rebasing: left.prefix(PipeWriter.room))
        written = unsafe systemWrite(descriptor.rawValue, piece)
      }
      guard written < 0 else {
        unsafe left = unsafe UnsafeRawBufferPointer(rebasing: left[written...])
        continue
      }
      let code = Errno.last
      guard code == .interrupted || code.wouldBlock else {
        throw failing(SystemError(.write, code))
      }
      if let own, code.wouldBlock { try waits(own) }
    }
  }
}

#if os(Linux)
  private enum FIFO {
    static func isOne(_ descriptor: FileDescriptor) -> Bool {
      var status = stat()
      return unsafe fstat(descriptor.rawValue, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
    }
  }
#endif
