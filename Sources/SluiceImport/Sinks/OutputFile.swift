import Sluice

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file, pipe or terminal that rows are written to, at its end.
package final class OutputFile {
  /// The path under which it was opened, or to which it was renamed.
  private(set) var path: String
  let descriptor: Int32
  /// The file that it is to replace, for messages; nil: none.
  var meantFor: String?
  /// Whether it is a regular file, not a pipe or terminal: only then it has a length, and can be cut.
  let isRegular: Bool
  /// Its number in its folder, whatever its name.
  let inode: UInt64
  /// Its length, as far as it was written here.
  private(set) var length: Int64
  private let closes: Bool

  /// Opens or creates a file, and locks it against another job.
  convenience init(path: String) throws(ImportError) {
    try self.init(path, O_RDWR | O_CREAT | O_APPEND, 0o666)
    try lock()
  }

  /// Creates a new file, which no link leads to, and locks it.
  ///
  /// `mode`: 0600 for data or addresses that other users must not read.
  convenience init(creating path: String, mode: mode_t) throws(ImportError) {
    try self.init(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_APPEND, mode)
    try lock()
  }

  /// Opens a file that an earlier run made, and locks it. Nil when it does not exist or can't be that file:
  /// a link, not a regular file, a file with further names, or another user's.
  convenience init?(ours path: String) throws(ImportError) {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    try self.init(path, O_RDWR | O_NOFOLLOW | O_APPEND, 0)
    guard isRegular, let status = OutputFile.status(descriptor), status.st_nlink <= 1,
      status.st_uid == geteuid() || geteuid() == 0
    else { return nil }
    try lock()
  }

  /// Opens a file only for inspection.
  convenience init(lookingAt path: String) throws(ImportError) {
    // Does not wait for the other end of a pipe.
    try self.init(path, O_RDONLY | O_NONBLOCK, 0)
  }

  init(_ path: String, _ flags: Int32, _ mode: mode_t) throws(ImportError) {
    descriptor = open(path, flags | O_CLOEXEC, mode)
    self.path = path
    closes = true
    let status = OutputFile.status(descriptor)
    isRegular = status.map { $0.st_mode & S_IFMT == S_IFREG } ?? false
    length = isRegular ? Int64(status?.st_size ?? 0) : 0
    inode = status.map { UInt64($0.st_ino) } ?? 0
    guard status != nil else { throw fault("can't open") }
  }

  /// Standard output, or another open descriptor, which stays open.
  init(descriptor: Int32, name: String) {
    self.descriptor = descriptor
    path = name
    closes = false
    isRegular = false
    length = 0
    inode = 0
  }

  deinit {
    guard closes, descriptor >= 0 else { return }
    // A process that another thread is just starting has a copy of the descriptor until it runs its program,
    // and with it the lock.
    _ = flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// Throws when another process has it locked.
  func lock() throws(ImportError) {
    guard !isRegular || flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      throw ImportError(.sink, "\(path) is in use: another process writes rows there")
    }
  }

  static func status(_ descriptor: Int32) -> stat? {
    var status = stat()
    return descriptor >= 0 && fstat(descriptor, &status) == 0 ? status : nil
  }

  /// Whether the path still leads to this file, and not to its replacement.
  var isAtItsPath: Bool {
    var status = stat()
    guard let mine = OutputFile.status(descriptor), stat(path, &status) == 0 else { return false }
    return mine.st_ino == status.st_ino && mine.st_dev == status.st_dev
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws(ImportError) {
    guard let base = bytes.baseAddress else { return }
    var done = 0
    while done < bytes.count {
      let written = systemWrite(descriptor, base + done, bytes.count - done)
      if written < 0 {
        if errno == EINTR { continue }
        guard errno != EPIPE else {
          throw ImportError(.outputClosed, "\(path) is not read any more")
        }
        throw fault("can't write")
      }
      done += written
    }
    length += Int64(bytes.count)
  }

  func write(_ bytes: [UInt8]) throws(ImportError) {
    var buffer = SinkBuffer()
    bytes.withUnsafeBufferPointer { buffer.append($0) }
    try write(buffer.bytes)
  }

  /// Cuts off everything after `length`.
  func cut(to length: Int64) throws(ImportError) {
    guard ftruncate(descriptor, off_t(length)) == 0 else { throw fault("can't cut") }
    self.length = length
  }

  /// Flushes everything to the disk.
  func synchronize() throws(ImportError) {
    guard isRegular else { return }
    guard fsync(descriptor) == 0 else { throw fault("can't write") }
  }

  /// Renames the file to a path, for good. At every moment, either the old file or this one has that name;
  /// this one gets the old one's mode.
  func takePlace(of other: String) throws(ImportError) {
    if let old = OutputFile.status(at: other), old.st_mode & S_IFMT == S_IFREG {
      guard fchmod(descriptor, old.st_mode & 0o7777) == 0 else {
        throw fault("can't set the mode of")
      }
    }
    try OutputFile.rename(path, to: other)
    path = other
    meantFor = nil
  }

  /// Renames the file to a path that nothing has yet. False: something has it by now.
  func takeName(_ other: String) throws(ImportError) -> Bool {
    if link(path, other) == 0 {
      unlink(path)
      OutputFile.synchronizeFolder(of: other)
    } else {
      // There is one by now; its writer sees this one as a leftover.
      if errno == EEXIST || errno == ENOENT { return false }
      // A file system without links: the moment between the test and the renaming is not covered there.
      guard OutputFile.status(at: other, followingLinks: false) == nil else { return false }
      try OutputFile.rename(path, to: other)
    }
    path = other
    return true
  }

  /// The first `count` bytes, or all if there are fewer.
  func head(_ count: Int) throws(ImportError) -> [UInt8] { try bytes(at: 0, count: count) }

  func bytes(at offset: Int64, count: Int) throws(ImportError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let read = bytes.withUnsafeMutableBytes {
        $0.baseAddress.map {
          pread(descriptor, $0 + done, count - done, off_t(offset) + off_t(done))
        }
          ?? 0
      }
      if read < 0, errno == EINTR { continue }
      guard read >= 0 else { throw fault("can't read") }
      if read == 0 { break }
      done += read
    }
    bytes.removeLast(count - done)
    return bytes
  }

  func fault(_ what: String) -> ImportError {
    let code = errno
    let advice =
      code == ENOSPC || code == EFBIG || code == EDQUOT
      ? "; make room and run the same command again: it continues from there" : ""
    let name = meantFor.map { "\($0) (as \(path))" } ?? path
    return ImportError(.sink, "\(what) \(name): \(SystemMessage.text(code))\(advice)")
  }
}

/// `write(2)`, by a name that a method doesn't hide.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
