import Sluice
import SluiceFeed
import SluiceSystem

/// An object on a server compared with the checkpoint of an earlier run.
extension SourceFile {
  /// Whether an object that was imported to its end is the same: its version is, whatever is said of its length. A weak
  /// version counts as long as nothing contradicts it, because nothing more is read.
  func isUnchanged(since checkpoint: Checkpoint) -> Bool {
    guard let object, hasVersion(of: checkpoint), !checkpoint.fingerprint.isUnfinished else {
      return false
    }
    return object.isStrong || object.size == nil || object.size == checkpoint.fingerprint.size
  }

  private func hasVersion(of checkpoint: Checkpoint) -> Bool {
    guard let version = checkpoint.fingerprint.objectVersion, let now = object?.version else {
      return false
    }
    return ByteName(now) == ByteName(version)
  }

  /// Whether an object is in the state of a checkpoint. False: it may be one that has grown since, as its bytes tell.
  /// Throws when it is another one, or when nothing tells whether the rest belongs to what was imported.
  func isSame(_ object: any SourceObject, as checkpoint: Checkpoint) throws(ImportError) -> Bool {
    // What a strong ETag stands for never changes.
    if object.isStrong, hasVersion(of: checkpoint) { return true }
    let position = checkpoint.position
    // Nothing was imported.
    if position.offset == 0, position.recordNumber == 0 { return object.size == nil }
    guard checkpoint.isFinished || checkpoint.fingerprint.isUnread else {
      throw leftInMiddle(object, checkpoint)
    }
    if checkpoint.isFinished, isUnchanged(since: checkpoint) { return true }
    guard let size = object.size else {
      throw changed(
        "it was \(words(of: checkpoint)), and the server gives \(object.validator) and no size now: whether"
          + " something was appended can't be told")
    }
    guard checkpoint.fingerprint.objectVersion != nil, !hasVersion(of: checkpoint), try isPlain
    else { return false }
    // Versions of objects are written as a whole: one that has grown has the old text before the new.
    if size > checkpoint.fingerprint.size { return false }
    throw changed("it was \(words(of: checkpoint)), and is now \(words(of: object, size))")
  }

  private func leftInMiddle(_ object: any SourceObject, _ checkpoint: Checkpoint) -> ImportError {
    if checkpoint.fingerprint.objectVersion != nil, !hasVersion(of: checkpoint) {
      return changed(
        "it was left in the middle of \(words(of: checkpoint)), and is now"
          + " \(words(of: object, object.size))")
    }
    return ImportError(
      .changedSource,
      "\(shownPath) was left in the middle by an earlier run, and its server gives \(object.validator): whether"
        + " the rest belongs to what was imported can't be told. Import it into another table, or with"
        + " --mode replace")
  }

  private func words(of checkpoint: Checkpoint) -> String {
    let version = checkpoint.fingerprint.objectVersion.map { PrintableText.line($0) }
    return "the version \(version ?? "without a name") of \(checkpoint.fingerprint.size) bytes"
  }

  private func words(of object: any SourceObject, _ size: Int64?) -> String {
    (object.version.map { "the version " + PrintableText.line($0) } ?? "another")
      + (size.map { " of \($0) bytes" } ?? "")
  }
}
