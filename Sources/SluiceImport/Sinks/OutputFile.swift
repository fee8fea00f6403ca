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
  let path: String
  let descriptor: Int32
  /// Whether it is a file, and no pipe or terminal: only that has a length, and can be cut.
  let isRegular: Bool
  /// How long it is, as far as it was written here.
  private(set) var length: Int64
  private let closes: Bool

  /// Opens or creates a file, and locks it against another job.
  init(path: String) throws(ImportError) {
    descriptor = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o666)
    self.path = path
    closes = true
    let status = OutputFile.status(descriptor)
    isRegular = status.map { $0.st_mode & S_IFMT == S_IFREG } ?? false
    length = isRegular ? Int64(status?.st_size ?? 0) : 0
    guard status != nil else { throw fault("can't open") }
    guard !isRegular || flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      throw ImportError(.sink, "\(path) is in use: another process writes rows there")
    }
  }

  /// Opens a file that is only looked at.
  init(lookingAt path: String) throws(ImportError) {
    // A pipe has nobody at its other end yet: it is not waited for.
    descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    self.path = path
    closes = true
    let status = OutputFile.status(descriptor)
    isRegular = status.map { $0.st_mode & S_IFMT == S_IFREG } ?? false
    length = isRegular ? Int64(status?.st_size ?? 0) : 0
    guard status != nil else { throw fault("can't open") }
  }

  /// Standard output, or another open descriptor, which stays open.
  init(descriptor: Int32, name: String) {
    self.descriptor = descriptor
    path = name
    closes = false
    isRegular = false
    length = 0
  }

  deinit { if closes, descriptor >= 0 { close(descriptor) } }

  private static func status(_ descriptor: Int32) -> stat? {
    var status = stat()
    return descriptor >= 0 && fstat(descriptor, &status) == 0 ? status : nil
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

  /// Cuts off what lies behind `length`.
  func cut(to length: Int64) throws(ImportError) {
    guard ftruncate(descriptor, off_t(length)) == 0 else { throw fault("can't cut") }
    self.length = length
  }

  /// Puts everything on the disk.
  func synchronize() throws(ImportError) {
    guard isRegular else { return }
    guard fsync(descriptor) == 0 else { throw fault("can't write") }
  }

  /// The first `count` bytes, or what there is of them.
  func head(_ count: Int) throws(ImportError) -> [UInt8] { try bytes(at: 0, count: count) }

  func bytes(at offset: Int64, count: Int) throws(ImportError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let read = bytes.withUnsafeMutableBytes {
        $0.baseAddress.map { pread(descriptor, $0 + done, count - done, off_t(offset) + done) }
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

  private func fault(_ what: String) -> ImportError {
    let code = errno
    let advice =
      code == ENOSPC || code == EFBIG || code == EDQUOT
      ? "; make room and run the same command again: it goes on from there" : ""
    return ImportError(.sink, "\(what) \(path): \(SystemMessage.text(code))\(advice)")
  }

  /// Writes a whole file: in full under another name, which then takes its place.
  package static func write(_ bytes: [UInt8], to path: String) throws(ImportError) {
    var buffer = SinkBuffer()
    for byte in bytes { buffer.append(byte) }
    let new = "\(path).new"
    // Left behind by a kill: of no use.
    unlink(new)
    let file = try OutputFile(path: new)
    try file.write(buffer.bytes)
    try file.synchronize()
    try replace(path, by: new)
  }

  /// Puts a file in the place of another, for good: whatever happens, under the name stands either
  /// the one or the other.
  static func replace(_ path: String, by other: String) throws(ImportError) {
    guard rename(other, path) == 0 else {
      throw ImportError(.sink, "can't rename \(other) to \(path): \(SystemMessage.text(errno))")
    }
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    // A file system that can't synchronize folders has put the name there already.
    fsync(descriptor)
    close(descriptor)
  }

  static func isThere(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// What such a file keeps as JSON; nil: there is none. `unreadable` makes an error of a reason.
  static func json(
    at path: String, unreadable: (String) -> ImportError
  ) throws(ImportError) -> JSON? {
    guard isThere(path) else { return nil }
    do {
      var reader = JSONReader(options: JSONOptions(checking: .full))
      return try reader.withDocument(contentsOfFile: path) { root in try root.materialize() }
    } catch {
      throw unreadable("\(error)")
    }
  }
}

/// `write(2)`, by a name that a method doesn't hide.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
