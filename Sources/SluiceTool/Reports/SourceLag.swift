import SluiceImport
import SluiceSystem

/// How much of an import's sources is not committed yet, also while nothing is: the current file may have
/// grown since the last commit.
struct SourceLag {
  private var source = ""
  private var identity: FileIdentity?
  /// What was left at the last commit; nil: not known, as in compressed sources and pipes.
  private var left: Int64?
  /// The size of the current source then.
  private var size: Int64 = 0

  /// After a commit.
  mutating func note(_ progress: ImportProgress) {
    left = progress.totalSize.map { max($0 - progress.totalOffset, 0) }
    size = progress.size ?? 0
    source = progress.source
    identity = left == nil ? nil : (try? FileStatus(at: source))?.identity
  }

  /// In bytes, by the file's size now. A file that took its place counts in addition, because the rest of
  /// the first one is read before it.
  var now: Int64? {
    guard let left else { return nil }
    guard let identity, let found = try? FileStatus(at: source), found.isRegular else {
      return left
    }
    return found.identity == identity ? left + max(found.size - size, 0) : left + found.size
  }
}
