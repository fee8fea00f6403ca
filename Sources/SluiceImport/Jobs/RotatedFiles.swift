import Sluice
import SluiceFeed
import SluiceSystem

/// The files that a followed path's log was renamed or copied to, as logrotate(8) names them: `app.log.1`,
/// `app.log-20260131`, `app.log.2.gz`, `app.log-20260130.zst`.
struct RotatedFiles {
  /// One of them, by its entry in the folder.
  struct Entry: Hashable {
    let path: String
    let file: FileIdentity
    let isPacked: Bool
    let order: RotationOrder
    /// The time of its last change, in nanoseconds since 1970.
    let time: Int64

    static func == (a: Entry, b: Entry) -> Bool {
      ByteName(a.path) == ByteName(b.path) && a.file == b.file
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(path)
      hasher.combine(file)
    }
  }

  /// Oldest first, by their names. If a file is there both compressed and uncompressed, the latter.
  let entries: [Entry]

  static let packedEndings = [".gz", ".zst", ".bz2", ".xz", ".lz4"]

  /// The rotated files beside a path.
  ///
  /// Throws when the folder, or one of them, can't be examined: it may hold the records that come next.
  init(of path: String) throws(ImportError) {
    let name = FilePath.name(of: path)
    let names: [String]
    do throws(SystemError) {
      names = try FileSystem.names(in: FilePath.folder(of: path), startingWith: name)
    } catch {
      throw ImportError(
        .source,
        "the folder of \(path) can't be listed, and rotated files in it may hold the records that"
          + " come next: \(error.code). Make it readable, and run the same command again")
    }
    var found: [Entry] = []
    for other in names {
      guard
        let (order, isPacked) = RotatedFiles.order(of: Array(other.utf8), from: Array(name.utf8))
      else {
        continue
      }
      let path = FilePath.path(of: other, beside: path)
      guard let status = try RotatedFiles.status(of: path), status.isRegular else { continue }
      found.append(
        Entry(
          path: path, file: status.identity, isPacked: isPacked, order: order,
          time: status.modified))
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

  /// Nil when nothing is at the path.
  private static func status(of path: String) throws(ImportError) -> FileStatus? {
    do throws(SystemError) {
      return try FileStatus(at: path)
    } catch {
      if error.code == .noSuchFile { return nil }
      throw ImportError(
        .source,
        "\(path) can't be examined, and may hold the records that come next: \(error.code). Make it"
          + " readable, or move it away to go on without it, and run the same command again")
    }
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
}
