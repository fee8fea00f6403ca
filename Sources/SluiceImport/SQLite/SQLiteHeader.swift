import SluiceSystem

/// The first bytes of SQLite's file format (sqlite.org/fileformat.html, section 1.3).
enum SQLiteHeader {
  private static let bytes = Array("SQLite format 3\0".utf8)

  /// Whether a SQLite database is at the path, whatever its name. A new database that is still empty has
  /// no header.
  static func isThere(at path: String) -> Bool {
    // Without waiting for the other end of a pipe.
    guard let file = try? FileDescriptor.open(reading: path, waitsForWriter: false) else {
      return false
    }
    defer { file.close() }
    return file.regularStatus != nil && (try? file.bytes(at: 0, count: bytes.count)) == bytes
  }
}
