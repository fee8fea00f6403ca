import Sluice

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Waits for a change of a file or at its path.
///
/// Uses inotify(7) where it exists and can watch the place, and also checks from time to time,
/// because some file systems do not report every change (network file systems, links).
final class ChangeWatch {
  private let path: String
  /// The inotify descriptor, or -1.
  private let descriptor: Int32
  private var fileWatch: Int32 = -1

  /// The interval of the checks: where changes are reported, and where they are not.
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

  /// Watches an open file, instead of the one watched before.
  func watch(_ file: Int32) {
    #if os(Linux)
      guard descriptor >= 0 else { return }
      if fileWatch >= 0 { inotify_rm_watch(descriptor, fileWatch) }
      // Watches the descriptor, because the path may already lead to another file.
      fileWatch = inotify_add_watch(
        descriptor, "/proc/self/fd/\(file)", UInt32(IN_MODIFY | IN_ATTRIB))
    #endif
  }

  /// Waits until something may have happened since the last wait. Throws if the feed is to stop.
  func wait(_ stops: FeedStops) throws(JSONError) {
    let isReported = descriptor >= 0 && fileWatch >= 0
    try stops.wait(
      for: descriptor >= 0 ? [descriptor] : [],
      milliseconds: isReported
        ? ChangeWatch.milliseconds.reported : ChangeWatch.milliseconds.unreported,
      name: path)
    guard descriptor >= 0 else { return }
    // Only drains the reports: the file itself shows what happened.
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { room in
      while systemRead(descriptor, room) > 0 {}
    }
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
