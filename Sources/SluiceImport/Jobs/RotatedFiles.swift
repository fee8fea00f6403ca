import Sluice
import SluiceFeed

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The files that a followed path's log was renamed or copied to, as logrotate(8) names them: `app.log.1`,
/// `app.log-20260131`, `app.log.2.gz`, `app.log-20260130.zst`.
struct RotatedFiles {
  /// One of them, by its entry in the folder.
  struct Entry: Hashable {
    let path: String
    let file: LogFileIdentity
    let isPacked: Bool
    let order: RotationOrder
    /// The time of its last change, in nanoseconds since 1970.
    let time: Int64

    static func == (a: Entry, b: Entry) -> Bool { a.path == b.path && a.file == b.file }

    func hash(into hasher: inout Hasher) {
      hasher.combine(path)
      hasher.combine(file)
    }
  }

  /// Oldest first, by their names. If a file is there both compressed and uncompressed, the latter.
  let entries: [Entry]

  private static let packedEndings = [".gz", ".zst"]

  /// The rotated files beside a path. A folder that can't be read holds none.
  init(of path: String) {
    let cut = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let folder = cut == path.startIndex ? "." : String(path[..<cut])
    let name = Array(path[cut...].utf8)
    var found: [Entry] = []
    if let entries = opendir(folder) {
      defer { closedir(entries) }
      while let entry = readdir(entries) {
        let other = RotatedFiles.name(of: entry)
        guard let (order, isPacked) = RotatedFiles.order(of: Array(other.utf8), from: name) else {
          continue
        }
        let path = String(path[..<cut]) + other
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
        found.append(
          Entry(
            path: path, file: LogFileIdentity(status), isPacked: isPacked, order: order,
            time: RotatedFiles.modified(status)))
      }
    }
    found.sort { a, b in
      if a.order != b.order { return a.order < b.order }
      // The uncompressed one comes first.
      return a.isPacked == b.isPacked ? a.path < b.path : b.isPacked
    }
    var entries: [Entry] = []
    for entry in found where entries.last?.order != entry.order { entries.append(entry) }
    self.entries = entries
  }

  /// Nil when the name does not belong to a rotated file of the log.
  private static func order(
    of name: [UInt8], from original: [UInt8]
  ) -> (RotationOrder, isPacked: Bool)? {
    guard name.count > original.count + 1, name.starts(with: original) else { return nil }
    var suffix = name[original.count...]
    var isPacked = false
    for ending in packedEndings where suffix.reversed().starts(with: ending.utf8.reversed()) {
      suffix = suffix.dropLast(ending.utf8.count)
      isPacked = true
    }
    return RotationOrder(suffix: suffix).map { ($0, isPacked) }
  }

  private static func name(of entry: UnsafeMutablePointer<dirent>) -> String {
    // C's array is imported as a tuple; its size is that of the field.
    withUnsafePointer(to: &entry.pointee.d_name) { name in
      name.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: name.pointee)) {
        String(cString: $0)
      }
    }
  }

  static func modified(_ status: stat) -> Int64 {
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}
