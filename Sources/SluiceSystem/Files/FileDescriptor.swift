#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The number of an open file, pipe, socket or terminal. Does not own it: `close()` is up to the owner.
package struct FileDescriptor: RawRepresentable, Hashable, Sendable {
  package let rawValue: Int32

  package init(rawValue: Int32) { self.rawValue = rawValue }

  package static let standardInput = FileDescriptor(rawValue: STDIN_FILENO)
  package static let standardOutput = FileDescriptor(rawValue: STDOUT_FILENO)
  package static let standardError = FileDescriptor(rawValue: STDERR_FILENO)

  package var isOpen: Bool { fcntl(rawValue, F_GETFD) >= 0 }

  package var isTerminal: Bool { isatty(rawValue) == 1 }

  /// Closes it, and ignores any error: whatever the system reports, it is no longer open.
  package func close() { _ = systemClose(rawValue) }

  /// Closes it. Throws an error that only shows now, such as a full network disk.
  package func closeReporting() throws(SystemError) {
    guard systemClose(rawValue) == 0 else { throw .last(.close) }
  }

  /// Another descriptor of the same open file.
  package func duplicate() throws(SystemError) -> FileDescriptor {
    let copy = fcntl(rawValue, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw .last(.duplicate) }
    return FileDescriptor(rawValue: copy)
  }

  /// Ends a connection in both directions: calls that wait for it return. It stays open.
  package func shutDown() { _ = shutdown(rawValue, Int32(SHUT_RDWR)) }

  /// Makes `other` a descriptor of this open file; closes what it was before.
  package func replace(_ other: FileDescriptor) { dup2(rawValue, other.rawValue) }

  // Positions of regular files.

  /// The reading position; 0 in a pipe or a terminal.
  package var position: Int64 { Int64(max(lseek(rawValue, 0, SEEK_CUR), 0)) }

  package func seek(to offset: Int64) throws(SystemError) {
    guard lseek(rawValue, off_t(offset), SEEK_SET) >= 0 else { throw .last(.seek) }
  }

  package func seek(by count: Int64) throws(SystemError) {
    guard lseek(rawValue, off_t(count), SEEK_CUR) >= 0 else { throw .last(.seek) }
  }

  // Changes.

  /// Cuts off everything after `length`.
  package func cut(to length: Int64) throws(SystemError) {
    guard ftruncate(rawValue, off_t(length)) == 0 else { throw .last(.cut) }
  }

  /// Flushes everything to the disk.
  package func synchronize() throws(SystemError) {
    guard fsync(rawValue) == 0 else { throw .last(.synchronize) }
  }

  package func setPermissions(_ permissions: UInt32) throws(SystemError) {
    guard fchmod(rawValue, mode_t(truncatingIfNeeded: permissions)) == 0 else {
      throw .last(.setMode)
    }
  }

  package func setOwner(_ owner: UInt32, group: UInt32) throws(SystemError) {
    guard fchown(rawValue, owner, group) == 0 else { throw .last(.setOwner) }
  }

  // Locks.

  /// Locks the file against other processes. Returns false if one has it locked.
  package func lock() -> Bool { flock(rawValue, LOCK_EX | LOCK_NB) == 0 }

  /// Unlocks and closes a file.
  ///
  /// A process that another thread is just starting has a copy of the descriptor until it runs its program,
  /// and with it the lock: closing alone would not give it up.
  package func unlockAndClose() {
    _ = flock(rawValue, LOCK_UN)
    close()
  }
}
