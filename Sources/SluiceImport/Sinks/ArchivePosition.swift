import Sluice
import SluiceFeed
import SluiceSystem

/// A position in an archive, for which the tables of progress have no column.
///
/// The offset counts the text of all files of the archive, so that it only grows, and the fingerprint has the archive's size,
/// the name of the file, and how much text is before it: `HASH;member=TEXT,SIZE,NAME`.
struct ArchivePosition: Hashable {
  /// The name of the file in the archive.
  let member: String
  /// The number of bytes of text of the files before it.
  let textBefore: Int64
  let size: Int64
}

extension ArchivePosition {
  private static let separator = "!"

  /// Nil: the position is in no file of the archive of this name.
  init?(_ position: FeedPosition, in archive: String, size: Int64) {
    let start = archive + ArchivePosition.separator
    guard let file = position.file, file.hasPrefix(start) else { return nil }
    member = String(decoding: file.text.utf8.dropFirst(start.utf8.count), as: UTF8.self)
    textBefore = position.textBefore
    self.size = size
  }

  fileprivate var text: String {
    // Without semicolons, which separate facts.
    let name = member.replacingBytes(of: "%", with: "%25").replacingBytes(of: ";", with: "%3B")
    return "\(textBefore),\(size),\(name)"
  }

  fileprivate init?(_ text: Substring) {
    let parts = text.parts(at: ",", most: 3)
    guard parts.count == 3, let textBefore = Int64(parts[0]), textBefore >= 0,
      let size = Int64(parts[1])
    else { return nil }
    member = String(parts[2]).replacingBytes(of: "%3B", with: ";").replacingBytes(
      of: "%25", with: "%")
    (self.textBefore, self.size) = (textBefore, size)
  }
}

extension SourceFingerprint {
  private static let word = "member"

  /// The position in an archive; nil: the source was none.
  var archive: ArchivePosition? { fact(SourceFingerprint.word).flatMap { ArchivePosition($0) } }

  func at(_ place: ArchivePosition) -> SourceFingerprint {
    adding(SourceFingerprint.word, place.text)
  }
}

extension FeedPosition {
  /// The same in the text of a whole archive, as checkpoints keep it.
  var inArchive: FeedPosition {
    FeedPosition(offset: total, line: line, recordNumber: recordNumber)
  }
}

extension Checkpoint {
  /// Where reading resumes in the archive of this name; nil: the source was none.
  func positionInArchive(_ name: String) -> FeedPosition? {
    guard let archive = fingerprint.archive else { return nil }
    var place = FeedPosition(
      offset: position.offset - archive.textBefore, line: position.line,
      recordNumber: position.recordNumber, file: ByteName("\(name)!\(archive.member)"))
    place.textBefore = archive.textBefore
    return place
  }
}
