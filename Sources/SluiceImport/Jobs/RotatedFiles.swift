import Sluice

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The files that a followed path's log was renamed to, as logrotate(8) names them: `app.log.1`,
/// `app.log-20260131`.
///
/// What is compressed is not among them: its bytes are no longer those that were read.
struct RotatedFiles {
  /// Paths, the oldest first, by when they were last written to.
  let paths: [String]

  /// Those beside a path. A folder that can't be read holds none.
  init(of path: String) {
    let cut = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let folder = cut == path.startIndex ? "." : String(path[..<cut])
    let name = Array(path[cut...].utf8)
    var found: [(path: String, seconds: Int, nanoseconds: Int)] = []
    if let entries = opendir(folder) {
      defer { closedir(entries) }
      while let entry = readdir(entries) {
        let other = RotatedFiles.name(of: entry)
        guard RotatedFiles.isRotated(Array(other.utf8), from: name) else { continue }
        let path = path[..<cut] + other
        var status = stat()
        guard stat(String(path), &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
        let (seconds, nanoseconds) = RotatedFiles.modified(status)
        found.append((String(path), seconds, nanoseconds))
      }
    }
    found.sort { ($0.seconds, $0.nanoseconds, $0.path) < ($1.seconds, $1.nanoseconds, $1.path) }
    paths = found.map(\.path)
  }

  /// Whether the name is the other one with a number or a date behind it: a dot or a hyphen, and from
  /// there on digits, dots, hyphens and underscores.
  static func isRotated(_ name: [UInt8], from original: [UInt8]) -> Bool {
    guard name.count > original.count + 1, name.starts(with: original) else { return false }
    let rest = name[original.count...]
    let isMark = { (byte: UInt8) in byte == 0x2E || byte == 0x2D || byte == 0x5F }
    guard let first = rest.first, isMark(first) else { return false }
    return rest.allSatisfy { isMark($0) || (0x30...0x39).contains($0) }
      && rest.contains { (0x30...0x39).contains($0) }
  }

  private static func name(of entry: UnsafeMutablePointer<dirent>) -> String {
    // The array of C is a tuple; its size is that of the field.
    withUnsafePointer(to: &entry.pointee.d_name) { name in
      name.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: name.pointee)) {
        String(cString: $0)
      }
    }
  }

  private static func modified(_ status: stat) -> (Int, Int) {
    #if canImport(Darwin)
      (status.st_mtimespec.tv_sec, status.st_mtimespec.tv_nsec)
    #else
      (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
    #endif
  }
}
