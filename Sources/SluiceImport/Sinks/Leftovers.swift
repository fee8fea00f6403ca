import SluiceFeed
import SluiceSystem

/// Files that killed or failed runs left of a side file: `.NAME.HEX.new`, which was to take its name.
///
/// Only the holder of the file's lock searches for those of a progress file or note. Removes regular files with exactly
/// this form of name, that begin as the file does, without another name, of this user, that no process has locked: a
/// writer keeps its file locked.
package enum Leftovers {
  /// Removes what killed writers of a whole file left beside it: of an edited document, a summary, metrics.
  /// `beginning`: bytes with which each of its states begins.
  package static func remove(ofDocument file: String, beginning: [UInt8]) throws(ImportError) {
    remove(of: try TargetPath.resolved(file), isJournal: false, [beginning])
  }

  /// `file`: a progress file, as `rows.csv.sluice`. Also those of the progress of a replacement,
  /// `.rows.csv.HEX.part.sluice.HEX.new`.
  static func remove(ofJournal file: String) {
    remove(of: file, isJournal: true, [FileProgress.beginning])
  }

  /// `file`: a note beside a file, as `rejects.ndjson.sluice`, which begins so.
  static func remove(ofNote file: String, beginning: [UInt8]) {
    remove(of: file, isJournal: false, [beginning])
  }

  /// What a run left that was killed while it removed old rejects, by a file that was to take the reject file's place.
  /// `head`: how the reject file begins; nothing, if nothing is in it.
  static func remove(ofRejects file: String, head: [UInt8]) {
    // Without a beginning, a file of any content would be ours.
    remove(of: file, isJournal: false, [Reject.beginning] + (head.isEmpty ? [] : [head]))
  }

  private static func remove(of file: String, isJournal: Bool, _ beginnings: [[UInt8]]) {
    let name = FilePath.name(of: file)
    // Those in a folder that can't be listed stay, and do no harm.
    let names = (try? FileSystem.names(in: FilePath.folder(of: file), startingWith: ".")) ?? []
    for found in names where isLeftover(found, of: name, isJournal: isJournal) {
      remove(FilePath.path(of: found, beside: file), of: file, beginnings)
    }
  }

  /// Whether a name is of the kind used while a file is written.
  static func isLeftover(_ found: String, of name: String, isJournal: Bool) -> Bool {
    guard let stem = found.start(before: ".new").flatMap(unnumbered) else { return false }
    // The temporary name has only the start of a longer one, which another file's may share.
    let visible = Substring(name.utf8.drop { $0 == UInt8(ascii: ".") })
    guard visible.utf8.count <= TargetPath.longestStart else { return false }
    if stem.utf8.elementsEqual(("." + visible).utf8) { return true }
    guard isJournal, let start = visible.start(before: ".sluice"),
      let part = stem.start(before: ".part.sluice").flatMap(unnumbered)
    else { return false }
    return part.utf8.elementsEqual(("." + start).utf8)
  }

  /// The text without a dot and 16 hexadecimal digits at its end; nil when it has no such end.
  private static func unnumbered(_ text: Substring) -> Substring? {
    let digits = text.utf8.suffix(16)
    let stem = text.utf8.dropLast(16)
    guard digits.count == 16, stem.last == UInt8(ascii: "."),
      digits.allSatisfy({
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
          || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
      })
    else { return nil }
    return Substring(stem.dropLast())
  }

  private static func remove(_ place: String, of file: String, _ beginnings: [[UInt8]]) {
    guard let status = try? FileStatus(at: place, followingLinks: false), status.isRegular,
      status.owner == CurrentProcess.user
    else { return }
    // It got its name, and was killed before it lost this one: `file`, or the progress of a part.
    for name in [file, String(place.dropLast(".0123456789abcdef.new".count))] {
      if let named = try? FileStatus(at: name, followingLinks: false),
        named.identity == status.identity
      {
        FileSystem.remove(place, of: status.identity)
        return
      }
    }
    // Locked until it is removed. One that can't be opened or removed stays, and does no harm.
    let most = beginnings.map(\.count).max() ?? 0
    guard let unused = try? OutputFile(ours: place), let head = try? unused.head(most),
      beginnings.contains(where: { $0.starts(with: head.prefix($0.count)) })
    else { return }
    FileSystem.remove(unused.path, of: unused.identity)
  }
}
