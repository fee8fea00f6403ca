import Sluice

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The file of rejected records, in NDJSON. Lines are only appended; existing contents stay. One
/// writer at a time.
package final class RejectFile {
  package let path: String
  package let descriptor: Int32
  private var writer: JSONWriter
  /// The file's length when it was opened.
  private var start: Int64 = 0
  /// Whether any written data is not on the disk yet.
  private var hasNews = false

  /// Whether it is a regular file rather than a pipe or terminal: only those have a length, and can
  /// be cut.
  package let isRegular: Bool

  /// Opens or creates the file. A new file is accessible to its owner only, as it holds records.
  /// Throws `io`.
  package init(path: String) throws(JSONError) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    var status = stat()
    let isKnown = descriptor >= 0 && fstat(descriptor, &status) == 0
    // Saved before any other system call.
    let code = errno
    self.descriptor = descriptor
    self.path = RejectFile.absolute(path)
    writer = JSONWriter(fileDescriptor: descriptor, options: .lines)
    isRegular = isKnown && status.st_mode & S_IFMT == S_IFREG
    guard isKnown else {
      throw JSONError(.io, at: 0, name: path, reason: SystemMessage.text(code))
    }
    start = isRegular ? Int64(status.st_size) : 0
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      throw JSONError(
        .io, at: 0, name: path, reason: "it is in use: another writer appends rejects to it")
    }
  }

  deinit {
    guard descriptor >= 0 else { return }
    // A process that another thread is just starting has a copy of the descriptor until it runs its program,
    // and with it the lock.
    _ = flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// The length, including data that is not written out yet.
  package var length: Int64 { start + Int64(writer.byteCount) }

  /// Cuts off everything after `length`. Call it only before anything is appended. Throws `io`.
  package func cut(to length: Int64) throws(JSONError) {
    guard ftruncate(descriptor, off_t(length)) == 0 else { throw fault() }
    start = length
    hasNews = true
  }

  /// Throws `io`.
  package func append(_ reject: Reject) throws(JSONError) {
    do throws(JSONError) {
      try reject.write(to: &writer)
      hasNews = true
    } catch {
      throw named(error)
    }
  }

  /// Passes all lines to the system. Throws `io`.
  package func flush() throws(JSONError) {
    do throws(JSONError) {
      try writer.flush()
    } catch {
      throw named(error)
    }
  }

  /// Syncs everything to the disk, and returns the file's length. Throws `io`.
  package func synchronize() throws(JSONError) -> Int64 {
    guard hasNews else { return length }
    try flush()
    // A pipe or a terminal can't be synchronized.
    guard fsync(descriptor) == 0 || errno == EINVAL || errno == EROFS else { throw fault() }
    hasNews = false
    return length
  }

  /// Whether this file is also at a path, under any name.
  package func isFile(at path: String) -> Bool {
    var (mine, other) = (stat(), stat())
    return fstat(descriptor, &mine) == 0 && stat(path, &other) == 0
      && mine.st_dev == other.st_dev && mine.st_ino == other.st_ino
  }

  private static func absolute(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// The writer knows only the descriptor, so the path is added here.
  private func named(_ error: JSONError) -> JSONError {
    JSONError(.io, at: 0, name: path, reason: error.detail?.reason ?? error.summary)
  }

  private func fault() -> JSONError {
    JSONError(.io, at: 0, name: path, reason: SystemMessage.text(errno))
  }
}
