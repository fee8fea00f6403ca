package import Sluice

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A regular file that is read unchanged: offsets in its feed are offsets in the file.
package enum PlainFile {
  /// The file's size; nil for anything but a regular file, and for one that is compressed or transcoded.
  /// Throws `io` when it can't be read.
  package static func size(of path: String) throws(JSONError) -> Int64? {
    guard !path.utf8.contains(0) else {
      throw JSONError(.io, at: 0, name: path, reason: "a path can't hold U+0000")
    }
    var status = stat()
    // Examined before it is opened: a named pipe that is opened and closed again loses its writer.
    guard stat(path, &status) == 0 else { throw FileDescriptor.failure(path) }
    guard status.st_mode & S_IFMT == S_IFREG else { return nil }
    let file = try FileDescriptor(opening: path)
    guard let size = file.size else { return nil }
    return FeedSource.isPlain(try head(of: file)) ? size : nil
  }

  /// The first bytes, which determine how a source is read; fewer where the file has fewer.
  private static func head(of file: FileDescriptor) throws(JSONError) -> [UInt8] {
    var head: [UInt8] = []
    var failure: JSONError?
    while head.count < FeedSource.headSize, failure == nil {
      let part = [UInt8](unsafeUninitializedCapacity: FeedSource.headSize - head.count) {
        (room, count) in
        do throws(JSONError) {
          count = try file.read(into: UnsafeMutableRawBufferPointer(room), at: Int64(head.count))
        } catch {
          failure = error
        }
      }
      if part.isEmpty { break }
      head += part
    }
    if let failure { throw failure }
    return head
  }
}
