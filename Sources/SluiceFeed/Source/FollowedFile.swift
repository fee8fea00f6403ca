package import Sluice
import SluiceSystem

/// A path at which a log is written, and the successive files there.
package final class FollowedFile {
  package let path: String
  private let watch: ChangeWatch
  /// The first file: opened immediately, so that a wrong path is reported immediately.
  private var first: FileDescriptor?

  /// Throws `io` if the path leads to something that can't be followed. The file may not exist yet.
  package init(_ path: String) throws(JSONError) {
    self.path = path
    first = try FollowedFile.open(path)
    watch = ChangeWatch(path)
  }

  deinit { first?.close() }

  /// Waits for a file at the path, and returns it.
  package func nextGeneration(heeding stops: [FeedStop]) throws(InputEvent) -> FollowedInput {
    while true {
      if first == nil { first = try InputEvent.asFailures(try FollowedFile.open(path)) }
      if let opened = first {
        first = nil
        return try InputEvent.asFailures(try FollowedInput(opened, path, watch))
      }
      try watch.wait(FeedStops(stops))
    }
  }

  /// Opens the file at `path`; returns nil if it does not exist.
  private static func open(_ path: String) throws(JSONError) -> FileDescriptor? {
    let descriptor: FileDescriptor
    do throws(SystemError) {
      // Does not wait for the writer of a named pipe, which can't be followed.
      descriptor = try FileDescriptor.open(reading: path, waitsForWriter: false)
    } catch {
      if error.code == .noSuchFile { return nil }
      throw JSONError(error, name: path)
    }
    guard descriptor.regularStatus != nil else {
      descriptor.close()
      throw JSONError(
        .io, at: 0, name: path, reason: "only a file can be followed; read a pipe by .file")
    }
    return descriptor
  }
}
