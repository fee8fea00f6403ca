import Sluice
import SluiceFeed

/// The checkpoints of a run.
extension ImportRun {
  /// The checkpoint of the current source.
  ///
  /// `found`: by what the source is known; nil: by its bytes before the position. `rejectFileLength`: that of the reject
  /// file, whose rejects are on the disk. `isTold`: whether the caller learns about all rejects.
  mutating func checkpoint(
    at position: FeedPosition, isFinished: Bool, _ found: SourceFingerprint? = nil,
    rejectFileLength: Int64, _ excess: RejectExcess? = nil, isTold: Bool = false
  ) throws(ImportError) -> Checkpoint {
    var found = found
    if found == nil {
      found = try source.file?.fingerprint(at: position.offset, isEnd: isFinished)
    }
    var place = position
    if let file = source.file, position.file != nil,
      let archive = ArchivePosition(position, in: file.name, size: try file.size())
    {
      found = found?.at(archive)
      place = position.inArchive
    }
    counts.link(upTo: position.recordNumber)
    if let evidence = try source.file?.evidence() { found = found?.with(evidence) }
    if let account = counts.account { found = found?.with(account) }
    if let masked = source.file?.masked {
      found = found?.setting(Checkpoint.maskedFact, to: masked.text)
    }
    found = found?.with(rejects: try rejects.proof(at: rejectFileLength))
    let skipped = counts.skippedOfSource
    if skipped > 0 { found = found?.adding(Checkpoint.skippedFact, "\(skipped)") }
    let checkpoint = Checkpoint(
      position: place,
      rows: counts.rowsOfSource, rejects: counts.rejectsOfSource,
      fingerprint: found ?? SourceFingerprint(size: 0, head: "", tail: ""),
      rejectFile: (rejects.file?.path ?? sink.gatheredRejects).map { ByteName($0) },
      rejectFileLength: rejectFileLength,
      isFinished: isFinished)
    let new = checkpoint.rejects - (source.earlier?.rejects ?? 0)
    return checkpoint.with(
      unreportedRejects: isTold ? 0 : (source.earlier?.unreportedRejects ?? 0) + new, excess,
      rejects.obsolete)
  }
}
