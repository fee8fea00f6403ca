#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension FileDescriptor {
  /// How a file is opened for writing.
  package struct Writing: OptionSet, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Also for reading.
    package static let reading = Writing(rawValue: 1)
    /// Each write goes to the end.
    package static let appending = Writing(rawValue: 2)
    /// Creates the file if it does not exist.
    package static let creating = Writing(rawValue: 4)
    /// Fails if the file exists.
    package static let onlyNew = Writing(rawValue: 8)
    /// Fails if the last name of the path is a link.
    package static let withoutLinks = Writing(rawValue: 16)

    fileprivate var flags: Int32 {
      var flags = contains(.reading) ? O_RDWR : O_WRONLY
      if contains(.appending) { flags |= O_APPEND }
      if contains(.creating) || contains(.onlyNew) { flags |= O_CREAT }
      if contains(.onlyNew) { flags |= O_EXCL }
      if contains(.withoutLinks) { flags |= O_NOFOLLOW }
      return flags
    }
  }

  /// Opens a file for reading.
  ///
  /// `waitsForWriter`: opening a named pipe waits for its writer; otherwise reading it does.
  package static func open(
    reading path: String, waitsForWriter: Bool, followsLinks: Bool = true
  ) throws(SystemError) -> FileDescriptor {
    var flags = O_RDONLY
    if !waitsForWriter { flags |= O_NONBLOCK }
    if !followsLinks { flags |= O_NOFOLLOW }
    return try open(path, flags, permissions: 0)
  }

  /// Opens a file for writing. A new one gets these permissions, less the process's mask.
  package static func open(
    _ path: String, for writing: Writing, permissions: UInt32 = 0
  ) throws(SystemError) -> FileDescriptor {
    try open(path, writing.flags, permissions: permissions)
  }

  private static func open(
    _ path: String, _ wanted: Int32, permissions: UInt32
  ) throws(SystemError) -> FileDescriptor {
    // The system would read a path with a NUL in it as another path.
    guard !path.utf8.contains(0) else { throw SystemError(.open, .nulInPath, path: path) }
    var flags = wanted | O_CLOEXEC
    while true {
      let descriptor = systemOpen(path, flags, permissions)
      if descriptor >= 0 { return FileDescriptor(rawValue: descriptor) }
      let code = Errno.last
      // Another process holds a lease on the file, and gives it up on request.
      if code.wouldBlock, flags & O_NONBLOCK != 0 {
        flags &= ~O_NONBLOCK
      } else if code != .interrupted {
        throw SystemError(.open, code, path: path)
      }
    }
  }

  /// Makes a file in the folder for temporary files, and removes its name at once. Throws with the path
  /// that it was to have.
  package static func temporary() throws(SystemError) -> (FileDescriptor, path: String) {
    var template = Array("\(Environment.value(of: "TMPDIR") ?? "/tmp")/sluice-XXXXXX".utf8CString)
    let made = unsafe mkstemp(&template)
    let code = Errno.last
    let path =
      unsafe template.withUnsafeBufferPointer {
        unsafe $0.baseAddress.map { unsafe String(cString: $0) }
      } ?? ""
    guard made >= 0 else { throw SystemError(.open, code, path: path) }
    _ = unsafe unlink(path)
    _ = fcntl(made, F_SETFD, FD_CLOEXEC)
    return (FileDescriptor(rawValue: made), path)
  }

  /// Opens the null device, which swallows what is written; nil if it is missing.
  package static func null(forReading: Bool = false) -> FileDescriptor? {
    try? forReading ? open(reading: "/dev/null", waitsForWriter: true) : open("/dev/null", for: [])
  }
}
