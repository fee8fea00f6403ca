import Sluice

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The file that rejected records go to, as NDJSON. Written at its end only; what it already holds
/// stays. One writer at a time.
package final class RejectFile {
  package let path: String
  package let descriptor: Int32
  private var writer: JSONWriter
  /// The length before anything was written here.
  private var start: Int64 = 0
  /// Whether there is something that is not on the disk yet.
  private var hasNews = false

  /// Whether it is a file, and no pipe or terminal: only that has a length, and can be cut.
  package let isRegular: Bool

  /// Opens or creates the file: a new one is its owner's alone, as it holds records. Throws `io`.
  package init(path: String) throws(JSONError) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    var status = stat()
    let isKnown = descriptor >= 0 && fstat(descriptor, &status) == 0
    // Before anything else asks the system.
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
        .io, at: 0, name: path, reason: "it is in use: somebody else writes rejects there")
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// The length, with what is not written out yet.
  package var length: Int64 { start + Int64(writer.byteCount) }

  /// Cuts off what lies behind `length`. Only before anything is appended. Throws `io`.
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

  /// Hands all lines to the system. Throws `io`.
  package func flush() throws(JSONError) {
    do throws(JSONError) {
      try writer.flush()
    } catch {
      throw named(error)
    }
  }

  /// Puts everything on the disk; the file's length then. Throws `io`.
  package func synchronize() throws(JSONError) -> Int64 {
    guard hasNews else { return length }
    try flush()
    // A pipe or a terminal has nothing to synchronize.
    guard fsync(descriptor) == 0 || errno == EINVAL || errno == EROFS else { throw fault() }
    hasNews = false
    return length
  }

  /// Whether this is the file at a path, by whatever name.
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

  /// The writer knows no more than a descriptor.
  private func named(_ error: JSONError) -> JSONError {
    JSONError(.io, at: 0, name: path, reason: error.detail?.reason ?? error.summary)
  }

  private func fault() -> JSONError {
    JSONError(.io, at: 0, name: path, reason: SystemMessage.text(errno))
  }
}
