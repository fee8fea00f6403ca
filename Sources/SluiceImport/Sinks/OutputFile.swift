import Sluice
import SluiceSystem

/// A file, pipe or terminal that rows are written to, at its end.
package final class OutputFile {
  /// The path under which it was opened, or to which it was renamed.
  private(set) var path: String
  let descriptor: FileDescriptor
  /// The file that it is to replace, for messages; nil: none.
  var meantFor: String?
  /// Whether it is a regular file, not a pipe or terminal: only then it has a length, and can be cut.
  let isRegular: Bool
  /// Whatever its name; nil: it is not a regular file.
  let identity: FileIdentity?
  /// Its length, as far as it was written here.
  private(set) var length: Int64
  private let closes: Bool
  private lazy var pipe = PipeWriter(descriptor)
  /// What ends waits for a pipe's reader; nil: nothing does.
  var waits: SinkWaits?

  /// Opens or creates a file, and locks it against another job.
  convenience init(path: String) throws(ImportError) {
    try self.init(path, for: [.reading, .appending, .creating], permissions: 0o666)
    try lock()
  }

  /// Creates a new file, which no link leads to, and locks it.
  ///
  /// `permissions`: 0600 for data or addresses that other users must not read.
  convenience init(creating path: String, permissions: UInt32) throws(ImportError) {
    try self.init(
      path, for: [.reading, .appending, .onlyNew, .withoutLinks], permissions: permissions)
    try lock()
  }

  /// Opens a file that an earlier run made, and locks it. Nil when it does not exist or can't be that file:
  /// a link, not a regular file, a file with further names, or another user's.
  convenience init?(ours path: String) throws(ImportError) {
    guard let found = try? FileStatus(at: path, followingLinks: false), found.isRegular else {
      return nil
    }
    try self.init(path, for: [.reading, .appending, .withoutLinks])
    let user = CurrentProcess.user
    guard let status = descriptor.regularStatus, status.linkCount <= 1,
      status.owner == user || user == 0
    else { return nil }
    try lock()
  }

  /// Opens a file for writing at an existing path.
  convenience init(
    _ path: String, for writing: FileDescriptor.Writing, permissions: UInt32 = 0
  ) throws(ImportError) {
    try self.init(at: path) { () throws(SystemError) in
      try FileDescriptor.open(path, for: writing, permissions: permissions)
    }
  }

  /// Opens a file only for inspection.
  convenience init(lookingAt path: String, followsLinks: Bool = true) throws(ImportError) {
    try self.init(at: path) { () throws(SystemError) in
      // Does not wait for the other end of a pipe.
      try FileDescriptor.open(reading: path, waitsForWriter: false, followsLinks: followsLinks)
    }
  }

  private init(
    at path: String, _ open: () throws(SystemError) -> FileDescriptor
  ) throws(ImportError) {
    do throws(SystemError) {
      descriptor = try open()
    } catch {
      throw OutputFile.fault(error, path)
    }
    self.path = path
    closes = true
    let status = descriptor.regularStatus
    isRegular = status != nil
    length = status?.size ?? 0
    identity = status?.identity
  }

  /// Standard output, or another open descriptor, which stays open.
  init(descriptor: FileDescriptor, name: String) {
    self.descriptor = descriptor
    path = name
    closes = false
    isRegular = false
    length = 0
    identity = nil
  }

  deinit { if closes { descriptor.unlockAndClose() } }

  /// Throws when another process has it locked.
  func lock() throws(ImportError) {
    guard !isRegular || descriptor.lock() else {
      throw ImportError(.sink, "\(path) is in use: another process writes rows there")
    }
  }

  /// Whether the path still leads to this file, and not to its replacement.
  var isAtItsPath: Bool { descriptor.isFile(at: path) }

  func write(_ bytes: UnsafeRawBufferPointer) throws(ImportError) {
    if isRegular {
      do throws(SystemError) {
        try unsafe descriptor.write(bytes)
      } catch {
        throw fault(error)
      }
    } else {
      try unsafe pipe.write(bytes) { descriptor throws(ImportError) in
        guard waits?.hasRoom(in: descriptor) ?? true else {
          throw SinkWaits.stopped("the reader of \(path)")
        }
      } failing: {
        $0.code == .brokenPipe
          ? ImportError(.outputClosed, "\(path) is not read any more") : fault($0)
      }
    }
    length += Int64(bytes.count)
  }

  func write(_ bytes: [UInt8]) throws(ImportError) {
    var buffer = SinkBuffer()
    unsafe bytes.withUnsafeBufferPointer { unsafe buffer.append($0) }
    try unsafe write(buffer.bytes)
  }

  /// Cuts off everything after `length`. Call it only for a file that was made or proven to be its writer's (`FileProof`).
  func cut(to length: Int64) throws(ImportError) {
    try attempt { () throws(SystemError) in try descriptor.cut(to: length) }
    self.length = length
  }

  /// Cuts off what was written here since `length`, unless something else has appended to the file, too.
  func takeBack(to length: Int64) throws(ImportError) {
    guard
      try attempt({ () throws(SystemError) in try FileStatus(of: descriptor) }).size
        == self.length
    else { return }
    try cut(to: length)
  }

  /// Flushes everything to the disk.
  func synchronize() throws(ImportError) {
    guard isRegular else { return }
    try attempt { () throws(SystemError) in try descriptor.synchronize() }
  }

  /// Renames the file to a path, for good. At every moment, either the old file or this one has that name;
  /// this one gets the old one's mode. Throws when something else has the name than what may be replaced.
  func takePlace(
    of other: String, _ replaceable: Replaceable
  ) throws(ImportError) {
    let old = try? FileStatus(at: other, followingLinks: replaceable == .anything)
    guard replaceable.includes(old) else { throw replaceable.fault(other, old) }
    if let old, old.isRegular {
      try attempt { () throws(SystemError) in try descriptor.setPermissions(old.permissions) }
    }
    do throws(SystemError) {
      try FileSystem.rename(path, to: other)
    } catch {
      throw OutputFile.renamingFault(error, path, other)
    }
    path = other
    meantFor = nil
  }

  /// Renames the file to a path that nothing has yet. False: something has it by now.
  func takeName(_ other: String) throws(ImportError) -> Bool {
    do throws(SystemError) {
      // If there is one by now, its writer sees this one as a leftover.
      guard try FileSystem.rename(path, toNew: other) else { return false }
    } catch {
      throw OutputFile.renamingFault(error, path, other)
    }
    path = other
    return true
  }

  /// The first `count` bytes, or all if there are fewer.
  func head(_ count: Int) throws(ImportError) -> [UInt8] { try bytes(at: 0, count: count) }

  func bytes(at offset: Int64, count: Int) throws(ImportError) -> [UInt8] {
    try attempt { () throws(SystemError) in try descriptor.bytes(at: offset, count: count) }
  }

  func attempt<R>(_ body: () throws(SystemError) -> R) throws(ImportError) -> R {
    do throws(SystemError) {
      return try body()
    } catch {
      throw fault(error)
    }
  }

  private func fault(_ error: SystemError) -> ImportError {
    OutputFile.fault(error, meantFor.map { "\($0) (as \(path))" } ?? path)
  }

  private static func fault(_ error: SystemError, _ name: String) -> ImportError {
    let advice =
      error.code.isOutOfRoom
      ? "; make room and run the same command again: it continues from there" : ""
    return ImportError(.sink, "can't \(error.verb) \(name): \(error.code)\(advice)")
  }
}
