import Sluice
import SluiceSystem

/// Waits for a change of a file or at its path.
///
/// Uses inotify(7) where it exists and can watch the place, and also checks from time to time,
/// because some file systems do not report every change (network file systems, links).
final class ChangeWatch {
  private let path: String
  private let changes: FileChanges

  /// The interval of the checks: where changes are reported, and where they are not.
  private static let milliseconds: (reported: Int32, unreported: Int32) = (250, 10)

  init(_ path: String) {
    self.path = path
    changes = FileChanges(in: FilePath.folder(of: path))
  }

  /// Watches an open file, instead of the one watched before.
  func watch(_ file: FileDescriptor) { changes.watch(file) }

  /// Waits until something may have happened since the last wait. Throws if the feed is to stop.
  func wait(_ stops: FeedStops) throws(InputEvent) {
    try stops.wait(
      for: changes.descriptor.map { [$0] } ?? [],
      milliseconds: changes.reportsFile
        ? ChangeWatch.milliseconds.reported : ChangeWatch.milliseconds.unreported,
      name: path)
    // The file itself shows what happened.
    changes.drain()
  }
}
