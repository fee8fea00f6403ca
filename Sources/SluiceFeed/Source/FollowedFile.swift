import Sluice

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A path at which a log is written, and the files that stand there one after the other.
package final class FollowedFile {
  package let path: String
  private let watch: ChangeWatch
  /// The first file: opened at once, so that a wrong path is told at once.
  private var first: Int32?

  /// Throws `io` when there is no file.
  package init(_ path: String) throws(JSONError) {
    self.path = path
    let descriptor = try FileDescriptor.opened(path)
    guard FileDescriptor.regularStatus(of: descriptor) != nil else {
      _ = close(descriptor)
      throw JSONError(
        .io, at: 0, name: path, reason: "only a file can be followed; read a pipe by .file")
    }
    first = descriptor
    watch = ChangeWatch(path)
  }

  deinit { if let first { _ = close(first) } }

  /// The file that is at the path now; waits until there is one. Throws `io`, also when the feed is
  /// stopped.
  package func nextLife(heeding stops: [FeedStop]) throws(JSONError) -> FollowedInput {
    while true {
      let descriptor = first ?? open(path, O_RDONLY | O_CLOEXEC)
      first = nil
      if descriptor >= 0 { return try FollowedInput(descriptor, path, watch) }
      switch errno {
      case EINTR: continue
      case ENOENT: try watch.wait(FeedStops(stops))
      default: throw FileDescriptor.failure(path)
      }
    }
  }
}

/// A file at a followed path, from its start until it is replaced or cut.
package final class FollowedInput: ByteInput {
  package let descriptor: Int32
  private let path: String
  private let watch: ChangeWatch
  private var stops = FeedStops()
  /// Which file it is.
  private let identity: Identity
  private var offset: Int64 = 0
  private var isOver = false
  /// Whether reading throws when nothing new has come, instead of waiting on: so that whoever reads can
  /// do what is to be done by time. It goes on when it is read again.
  var tellsQuiet = false

  private struct Identity: Equatable {
    let device: dev_t
    let inode: ino_t

    init(_ status: stat) {
      device = status.st_dev
      inode = status.st_ino
    }
  }

  /// Takes over the descriptor.
  init(_ descriptor: Int32, _ path: String, _ watch: ChangeWatch) throws(JSONError) {
    guard let status = FileDescriptor.regularStatus(of: descriptor) else {
      _ = close(descriptor)
      throw JSONError(
        .io, at: 0, name: path, reason: "it was replaced by something that is no file")
    }
    self.descriptor = descriptor
    self.path = path
    self.watch = watch
    identity = Identity(status)
    watch.watch(descriptor)
  }

  deinit { _ = close(descriptor) }

  func heed(_ stop: FeedStop) { stops.append(stop) }

  func skip(_ count: Int64) throws(JSONError) -> Bool {
    guard let status = FileDescriptor.regularStatus(of: descriptor),
      count <= Int64(status.st_size) - offset
    else { return false }
    guard lseek(descriptor, off_t(count), SEEK_CUR) >= 0 else { throw FileDescriptor.failure(path) }
    offset += count
    return true
  }

  /// Waits at the end of what is there. 0: the file was cut, or another one is at its path and all
  /// of this one is read.
  func read(into room: UnsafeMutableRawBufferPointer) throws(JSONError) -> Int {
    var hasWaited = false
    while !isOver {
      // Looked at before reading: what was written before the file was replaced is then read yet.
      let isReplaced = isReplaced
      let count = systemRead(descriptor, room)
      if count > 0 {
        offset += Int64(count)
        return count
      }
      if count < 0 {
        guard errno == EINTR else { throw FileDescriptor.failure(path) }
      } else if isReplaced || isCut {
        isOver = true
      } else if hasWaited, tellsQuiet {
        throw FeedStops.quiet(path)
      } else {
        try watch.wait(stops)
        hasWaited = true
      }
    }
    return 0
  }

  /// A writer that was told to go on in a new file may write to this one until it does so: only when
  /// something is in the new one, this one is done with.
  private var isReplaced: Bool {
    var status = stat()
    return stat(path, &status) == 0 && Identity(status) != identity && status.st_size > 0
  }

  private var isCut: Bool {
    guard let status = FileDescriptor.regularStatus(of: descriptor) else { return false }
    return Int64(status.st_size) < offset
  }
}
