#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The system's reports of changes to an open file and to the names in a folder: inotify(7), where it
/// exists and can watch them.
package final class FileChanges {
  /// Readable once there are reports; nil if there never are any.
  package let descriptor: FileDescriptor?
  private var fileWatch: Int32 = -1

  /// Watches the names in a folder.
  package init(in folder: String) {
    #if os(Linux)
      let made = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
      descriptor = made >= 0 ? FileDescriptor(rawValue: made) : nil
      if made >= 0 {
        unsafe inotify_add_watch(made, folder, UInt32(IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM))
      }
    #else
      descriptor = nil
    #endif
  }

  deinit { descriptor?.close() }

  /// Whether changes of the open file are reported.
  package var reportsFile: Bool { descriptor != nil && fileWatch >= 0 }

  /// Watches an open file, instead of the one watched before.
  package func watch(_ file: FileDescriptor) {
    #if os(Linux)
      guard let descriptor = descriptor?.rawValue else { return }
      if fileWatch >= 0 { inotify_rm_watch(descriptor, fileWatch) }
      // Watches the descriptor, because the path may already lead to another file.
      fileWatch = unsafe inotify_add_watch(
        descriptor, "/proc/self/fd/\(file.rawValue)", UInt32(IN_MODIFY | IN_ATTRIB))
    #endif
  }

  /// Drops all reports: the file itself shows what happened.
  package func drain() {
    guard let descriptor else { return }
    unsafe withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { room in
      while unsafe systemRead(descriptor.rawValue, room) > 0 {}
    }
  }
}
