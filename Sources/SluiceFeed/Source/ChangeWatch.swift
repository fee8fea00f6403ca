import Sluice

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Waits for something to happen to a file or at its path.
///
/// By inotify(7) where there is one and it can watch the place, and by looking again now and then:
/// not every file system reports every change (network file systems, links).
final class ChangeWatch {
  private let path: String
  /// inotify's descriptor; -1 where there is none.
  private let descriptor: Int32
  private var fileWatch: Int32 = -1

  /// How often to look again: where changes are reported, and where not.
  private static let milliseconds: (reported: Int32, unreported: Int32) = (250, 10)

  init(_ path: String) {
    self.path = path
    #if os(Linux)
      descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
      if descriptor >= 0 {
        inotify_add_watch(
          descriptor, ChangeWatch.folder(of: path), UInt32(IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM))
      }
    #else
      descriptor = -1
    #endif
  }

  deinit { if descriptor >= 0 { _ = close(descriptor) } }

  /// Watches an open file, in place of the one watched before.
  func watch(_ file: Int32) {
    #if os(Linux)
      guard descriptor >= 0 else { return }
      if fileWatch >= 0 { inotify_rm_watch(descriptor, fileWatch) }
      // By the descriptor: at the path may be another one by now.
      fileWatch = inotify_add_watch(
        descriptor, "/proc/self/fd/\(file)", UInt32(IN_MODIFY | IN_ATTRIB))
    #endif
  }

  /// Waits until something happened since the last wait, or may have. Throws when the feed is to
  /// stop.
  func wait(_ stops: FeedStops) throws(JSONError) {
    let isReported = descriptor >= 0 && fileWatch >= 0
    try stops.wait(
      for: descriptor >= 0 ? [descriptor] : [],
      milliseconds: isReported
        ? ChangeWatch.milliseconds.reported : ChangeWatch.milliseconds.unreported,
      name: path)
    guard descriptor >= 0 else { return }
    // What happened is seen by looking at the file; the reports are only taken away.
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { room in
      while systemRead(descriptor, room) > 0 {}
    }
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
