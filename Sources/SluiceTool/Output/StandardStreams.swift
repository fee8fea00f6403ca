#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The descriptors 0, 1 and 2, which a caller may have closed (`1>&-`).
enum StandardStreams {
  /// Occupies closed descriptors, so that no file opened later gets one: messages would be written into a
  /// database. Opens them in the wrong direction, as GNU's tools do, so that using one is still an error:
  /// nothing is read as an empty feed, and no output is lost silently.
  static func secure() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      let flags = descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY
      // The lowest free descriptor, which is this one: all lower ones are open by now.
      guard open("/dev/null", flags) == descriptor else { _exit(ExitStatus.failure.rawValue) }
    }
  }

  /// Redirects standard error away from a file that has another role: to standard output, or to nowhere.
  static func turnErrors(toOutput: Bool) {
    let other = toOutput ? STDOUT_FILENO : open("/dev/null", O_WRONLY | O_CLOEXEC)
    if other >= 0 { dup2(other, STDERR_FILENO) }
  }

  /// Closes standard output, after everything was written. An error that only shows now, such as a full
  /// network disk, counts as a write error. A standard output that was already closed is not an error if
  /// nothing was to be written.
  static func closeOutput() throws(OutputError) {
    guard close(STDOUT_FILENO) != 0 else { return }
    let code = errno
    guard code != EBADF, code != EINTR else { return }
    throw OutputError(writing: code)
  }
}
