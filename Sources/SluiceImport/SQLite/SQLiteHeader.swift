#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The first bytes of SQLite's file format (sqlite.org/fileformat.html, section 1.3).
enum SQLiteHeader {
  private static let bytes = Array("SQLite format 3\0".utf8)

  /// Whether a SQLite database is at the path, whatever its name. A new database that is still empty has
  /// no header.
  static func isThere(at path: String) -> Bool {
    guard !path.utf8.contains(0) else { return false }
    // Without waiting for the other end of a pipe.
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
    var head = [UInt8](repeating: 0, count: bytes.count)
    let size = head.count
    let count = head.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, size, 0) }
    return count == size && head == bytes
  }
}
