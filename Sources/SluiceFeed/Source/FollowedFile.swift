package import Sluice

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

  /// Throws `io` when something stands at the path that can't be followed. There may be nothing yet.
  package init(_ path: String) throws(JSONError) {
    self.path = path
    first = try FollowedFile.open(path)
    watch = ChangeWatch(path)
  }

  deinit { if let first { _ = close(first) } }

  /// The file that is at the path now; waits until there is one. Throws `io`, also when the feed is
  /// stopped.
  package func nextLife(heeding stops: [FeedStop]) throws(JSONError) -> FollowedInput {
    while true {
      if first == nil { first = try FollowedFile.open(path) }
      if let opened = first {
        first = nil
        return try FollowedInput(opened, path, watch)
      }
      try watch.wait(FeedStops(stops))
    }
  }

  /// Opens the file at `path`; nil when it does not exist.
  private static func open(_ path: String) throws(JSONError) -> Int32? {
    // A path with a NUL in it would name another file.
    guard !path.utf8.contains(0) else {
      throw JSONError(.io, at: 0, name: path, reason: "the path holds a NUL character")
    }
    while true {
      let descriptor = systemOpen(path)
      if descriptor >= 0 {
        guard FileDescriptor.regularStatus(of: descriptor) != nil else {
          _ = close(descriptor)
          throw JSONError(
            .io, at: 0, name: path, reason: "only a file can be followed; read a pipe by .file")
        }
        return descriptor
      }
      switch errno {
      case EINTR: continue
      case ENOENT: return nil
      default: throw FileDescriptor.failure(path)
      }
    }
  }
}

/// `open(2)`, past the methods of that name.
///
/// Without waiting for the writer of a named pipe, which can't be followed.
private func systemOpen(_ path: String) -> Int32 { open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
