import Sluice
import SluiceFeed
import SluiceSystem

/// A file compared with the checkpoint of an earlier run.
extension JobSource {
  /// Whether the checkpoint was made in this file, which may have grown since.
  func isFile(of checkpoint: Checkpoint) throws(ImportError) -> Bool {
    do throws(ImportError) {
      try verify(checkpoint)
      return true
    } catch {
      guard error.kind == .changedSource else { throw error }
      return false
    }
  }

  /// Throws when the checkpoint was made in another file, or says too little to tell. The file may have
  /// grown since. For followed logs, `FollowedPath` tells files apart before their first byte.
  func verify(_ checkpoint: Checkpoint) throws(ImportError) {
    do throws(ImportError) {
      try verifyBytes(checkpoint)
    } catch {
      guard error.kind == .changedSource, try isPackedAnew(since: checkpoint) else { throw error }
      guard !isPackedAnew else { return }
      isPackedAnew = true
      notes.append(
        ImportNote(
          kind: .sameSource,
          message: "\(shownPath) was packed anew since its last import: its text begins with the"
            + " \(checkpoint.position.offset) bytes that were imported, and is continued there"))
    }
  }

  /// Whether a compressed file has other bytes, and still begins with the text that was imported. Reads all of it.
  private func isPackedAnew(since checkpoint: Checkpoint) throws(ImportError) -> Bool {
    guard let text = checkpoint.fingerprint.fact(PackedText.fact), range == nil, try isPacked
    else { return false }
    return try PackedText.isBeginning(text, of: self, limits)
  }

  /// Notes holes that were passed over and have been filled since the checkpoint.
  func noteFilledHoles(since checkpoint: Checkpoint) throws(ImportError) {
    let (end, fingerprint) = (checkpoint.position.offset, checkpoint.fingerprint)
    guard
      SourceFingerprint.namesHoles(fingerprint.headHash)
        || SourceFingerprint.namesHoles(fingerprint.tailHash),
      content.mayHaveHoles, try isPlain, try size() >= end
    else { return }
    let (head, tail) = try ends(before: end)
    let filled =
      SourceFingerprint.filledHoles(fingerprint.headHash, in: head)
      + SourceFingerprint.filledHoles(fingerprint.tailHash, in: tail).map { hole in
        let start = Int(end) - tail.count
        return hole.lowerBound + start..<hole.upperBound + start
      }
    guard let first = filled.map(\.lowerBound).min(), let last = filled.map(\.upperBound).max()
    else { return }
    hasFilledHoles = true
    notes.append(
      ImportNote(
        kind: .possibleLoss,
        message:
          "\(shownPath): NUL bytes between byte \(first) and byte \(last - 1), which were passed over, were filled"
          + " since the last run: what was written there is not read"))
  }

  private func verifyBytes(_ checkpoint: Checkpoint) throws(ImportError) {
    if isImported { return }
    if try content.isSame(as: checkpoint, self) { return }
    let offset = try end(of: checkpoint)
    let now = try size()
    guard now >= offset else {
      let names = checkpoint.fingerprint.evidence.names
      throw changed(
        "it has \(now) bytes, and \(offset) were already imported"
          + (names.last.map { ", some of them from \($0)" } ?? ""))
    }
    if let archive = checkpoint.fingerprint.archive, archive.size != now {
      throw changed("it is an archive that had \(archive.size) bytes, and has \(now) now")
    }
    // Nothing was imported: of a compressed file that looked like text while it had a few bytes, say.
    if offset == 0 || checkpoint.position.offset == 0 && checkpoint.position.recordNumber == 0 {
      return
    }
    let (head, tail) = try ends(before: offset)
    guard SourceFingerprint.isHash(checkpoint.fingerprint.headHash, of: head) else {
      let count = SourceFingerprint.span(before: offset)
      throw changed(
        Int64(count) == offset
          ? "it does not begin with the \(count) bytes that were imported"
          : "its first \(count) bytes are not the ones that were imported")
    }
    guard !checkpoint.fingerprint.tailHash.isEmpty else {
      throw changed(
        "it was left at offset \(offset), far before its end, under no strong ETag, and which bytes come"
          + " before is not known")
    }
    guard SourceFingerprint.isHash(checkpoint.fingerprint.tailHash, of: tail) else {
      throw changed("the bytes before offset \(offset) are not the ones that were imported")
    }
  }

  /// How much of the file a checkpoint covers.
  private func end(of checkpoint: Checkpoint) throws(ImportError) -> Int64 {
    try isPlain ? checkpoint.position.offset : checkpoint.fingerprint.size
  }

  /// Whether a checkpoint of this file covers all of it, or of its range.
  func ends(at checkpoint: Checkpoint) throws(ImportError) -> Bool {
    if isImported { return true }
    if range == nil, let ends = content.ends(at: checkpoint) { return ends }
    if checkpoint.isFinished, checkpoint.fingerprint.archive != nil { return true }
    let (end, size) = (try end(of: checkpoint), try size())
    if let range, end >= range.bytes.upperBound { return true }
    return end == size && !checkpoint.fingerprint.isUnfinished
  }

  /// Where reading resumes after a checkpoint.
  func start(after checkpoint: Checkpoint) -> FeedPosition {
    if let place = checkpoint.positionInArchive(name) { return place }
    return content.start(after: checkpoint.position)
  }

  /// Where a feed of this framing begins that resumes at a position: a last line without newline was imported at the
  /// file's end, and when the file has grown since, the newline that ends that line belongs to it. In other framings a
  /// record ends with its last byte, and the newline after it is counted as any other.
  func begin(
    at position: FeedPosition, in framing: FeedFraming
  ) throws(ImportError) -> FeedPosition {
    guard framing == .lines, position.offset > 0, try position.offset < size(), try isPlain
    else { return position }
    let around = try bytes(at: position.offset - 1, count: 2)
    guard around.count == 2, around[0] != UInt8(ascii: "\n"), around[1] == UInt8(ascii: "\n")
    else { return position }
    var position = position
    position.offset += 1
    return position
  }

  func changed(_ reason: String) -> ImportError {
    ImportError(
      .changedSource,
      "\(shownPath) has changed since its last import: \(reason). To import all of it by itself without"
        + " doubling rows, give --restart --mode ignore or upsert, and --key; --restart alone adds its rows to"
        + " those that are there, and --mode replace puts them in place of all others. A log that is rotated"
        + " or rewritten is followed with --follow")
  }
}
