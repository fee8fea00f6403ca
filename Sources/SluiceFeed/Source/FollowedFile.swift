package import Sluice

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A path at which a log is written, and the successive files there.
package final class FollowedFile {
  package let path: String
  private let watch: ChangeWatch
  /// The first file: opened immediately, so that a wrong path is reported immediately.
  private var first: Int32?

  /// Throws `io` if the path leads to something that can't be followed. The file may not exist yet.
  package init(_ path: String) throws(JSONError) {
    self.path = path
    first = try FollowedFile.open(path)
    watch = ChangeWatch(path)
  }

  deinit { if let first { _ = close(first) } }

  /// Waits for a file at the path, and returns it. Throws `io`, also if the feed is stopped.
  package func nextGeneration(heeding stops: [FeedStop]) throws(JSONError) -> FollowedInput {
    while true {
      if first == nil { first = try FollowedFile.open(path) }
      if let opened = first {
        first = nil
        return try FollowedInput(opened, path, watch)
      }
      try watch.wait(FeedStops(stops))
    }
  }

  /// Opens the file at `path`; returns nil if it does not exist.
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

/// `open(2)`, which methods of the same name hide.
///
/// Does not wait for the writer of a named pipe, which can't be followed.
private func systemOpen(_ path: String) -> Int32 { open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
