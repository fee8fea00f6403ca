package import Sluice
import SluiceSystem

/// A regular file that is read unchanged: offsets in its feed are offsets in the file.
package enum PlainFile {
  /// Whether it is a regular file, which can be read twice. Throws `io` when it is not there.
  package static func isRegular(_ path: String) throws(JSONError) -> Bool {
    do throws(SystemError) {
      return try FileStatus(at: path).isRegular
    } catch {
      throw JSONError(error, name: path)
    }
  }

  /// The file's size; nil for anything but a regular file, and for one that is compressed, transcoded or an archive.
  /// Throws `io` when it can't be read.
  package static func size(of path: String) throws(JSONError) -> Int64? {
    do throws(SystemError) {
      // Examined before it is opened: a named pipe that is opened and closed again loses its writer.
      guard try FileStatus(at: path).isRegular else { return nil }
      let file = try FileDescriptor.open(reading: path, waitsForWriter: true)
      defer { file.close() }
      guard let size = file.regularStatus?.size else { return nil }
      let head = try file.bytes(at: 0, count: FeedSource.headSize)
      return FeedSource.isPlain(head) && !FeedSource.isTar(head) ? size : nil
    } catch {
      throw JSONError(error, name: path)
    }
  }
}
