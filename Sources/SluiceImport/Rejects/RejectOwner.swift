import Sluice
import SluiceFeed
import SluiceSystem

/// The job whose rejects may have to be cut off a reject file: one that began to write some, and has not
/// come to its source's end. A replacement has come to its end when its rows have replaced the old ones:
/// until then all its rejects may have to go.
///
/// A note in `PATH.sluice`, written before the first of them, records the owner, the file's length, and the
/// number of rejects that the job had by then. So the note tells what to cut off whichever checkpoint is
/// found: one that counts no more rejects is from before the note, even when a loss of power has undone
/// later ones. Another job is refused as long as the note exists: its rejects would come after those, and
/// be cut off with them when the first job is run again. Without a note there is nothing to cut off: the
/// note is removed only after the checkpoint that counts all the rejects is on the disk.
final class RejectOwner {
  private struct Note: Equatable {
    let source: ByteName
    let target: String
    let columns: ByteName
    /// The file before the first of the rejects.
    let start: FileProof
    /// The number of rejects of the source's job at that time.
    let rejects: Int64
    let replaces: Bool
  }

  /// How a note begins.
  static let beginning = Array("{\n  \"version\":".utf8)

  /// The owner of the rejects at the file's end.
  enum Claim {
    /// No one who might want them cut off.
    case none
    /// One of the jobs: its checkpoint counts those up to that length; nil: there is nothing to cut.
    case own(FileProof?)
    /// A run whose rows were discarded: the file as it was before it.
    case discarded(FileProof)
  }

  private let place: String
  private let file: RejectFile
  private let target: String
  private let replaces: Bool
  private var noted: Note?
  /// The note's file; nil: there is none.
  private var identity: FileIdentity?

  /// Whether some rejects may have to be cut off.
  var isNoted: Bool { noted != nil }
  /// Whether `release` changes anything.
  var isReleasable: Bool { isNoted && !replaces }

  /// Reads the note of a locked file.
  init(of file: RejectFile, target: String, replaces: Bool) throws(ImportError) {
    place = "\(file.path).sluice"
    self.file = file
    self.target = target
    self.replaces = replaces
    noted = try RejectOwner.read(place)
    // Without it, the note could not be removed at the end.
    if noted != nil { identity = try RejectOwner.identity(of: place) }
    Leftovers.remove(ofNote: place, beginning: RejectOwner.beginning)
    Leftovers.remove(ofRejects: file.path, head: try file.head)
  }

  /// Throws when the file ends with another job's rejects, which may have to be cut off.
  ///
  /// `checkpoints`: those of the jobs.
  func claim(
    _ jobs: [JobIdentity?], _ checkpoints: [Checkpoint?]
  ) throws(ImportError) -> Claim {
    guard let noted else { return .none }
    let isOwn =
      (isTarget(of: noted) || isCounted(noted, jobs, checkpoints))
      && jobs.contains { $0?.source == noted.source && $0?.continues(noted.columns) == true }
    // A replacement that begins anew has discarded the one that was interrupted, whatever its sources were.
    let isDiscarded = isOwn || (replaces && noted.replaces && isTarget(of: noted))
    if checkpoints.allSatisfy({ $0 == nil }), isDiscarded { return .discarded(noted.start) }
    guard isOwn else {
      throw ImportError(
        .rejects,
        "\(place.dropLast(".sluice".count)) has rejects of the import of \(noted.source) into"
          + " \(noted.target), which was interrupted: run that one again until it is done, or give"
          + " another reject file. (When it is given up for good, remove \(place))")
    }
    return .own(counted(by: noted, jobs, checkpoints))
  }

  /// Whether a checkpoint of the noted source counts the noted rejects: the target has another name by now.
  private func isCounted(
    _ note: Note, _ jobs: [JobIdentity?], _ checkpoints: [Checkpoint?]
  ) -> Bool {
    zip(jobs, checkpoints).contains { job, checkpoint in
      guard let checkpoint, job?.source == note.source else { return false }
      return checkpoint.rejectFile == ByteName(file.path) && checkpoint.rejects > note.rejects
        && checkpoint.rejectFileLength > note.start.length
    }
  }

  /// The file with the rejects that the checkpoints count.
  private func counted(
    by note: Note, _ jobs: [JobIdentity?], _ checkpoints: [Checkpoint?]
  ) -> FileProof? {
    let here = checkpoints.compactMap { $0 }.filter { $0.rejectFile == ByteName(file.path) }
    // All sources of a replacement share one note, and have checkpoints of their own.
    if note.replaces {
      let last = here.max { $0.rejectFileLength < $1.rejectFileLength }?.rejectProof
      return last.flatMap { $0.length >= note.start.length ? $0 : nil } ?? note.start
    }
    let checkpoint = zip(jobs, checkpoints).first { $0.0?.source == note.source }?.1
    guard let checkpoint, checkpoint.rejects > note.rejects else { return note.start }
    // Only a job whose rejects were all counted continues with another file.
    return checkpoint.rejectFile == ByteName(file.path) ? checkpoint.rejectProof : nil
  }

  private func isTarget(of note: Note) -> Bool { ByteName(note.target) == ByteName(target) }

  /// Cuts off discarded rejects: from now on the note belongs to these jobs.
  func takeOver(_ jobs: [JobIdentity?]) throws(ImportError) {
    guard let job = jobs.compactMap({ $0 }).first else { return try remove() }
    noted = nil
    try note(job, before: 0)
  }

  /// Notes the job, before its first reject. `rejects`: how many it had in earlier runs.
  func note(_ job: JobIdentity, before rejects: Int64) throws(ImportError) {
    // All sources of a replacement have one note.
    if replaces, let noted, noted.replaces { return }
    if let noted, noted.source == job.source, noted.columns == job.columns, isTarget(of: noted) {
      return
    }
    let start = try file.proof() ?? FileProof(unprovenAt: file.length)
    let note = Note(
      source: job.source, target: target, columns: job.columns, start: start,
      rejects: rejects, replaces: replaces)
    let json: JSON = [
      "version": JSON(ProgressFormat.version), "source": .string(note.source.text),
      "target": .string(target), "columns": .string(note.columns.text), "start": JSON(start.length),
      "proof": start.text.map(JSON.string) ?? .null, "rejects": JSON(rejects),
      "replaces": .bool(replaces),
    ]
    do {
      try OutputFile.write(
        try json.serialized(.pretty), to: place, isPrivate: true, over: .file(identity))
    } catch {
      throw ImportError(.rejects, "can't record the owner of the rejects: \(error)")
    }
    noted = note
    identity = try RejectOwner.identity(of: place)
  }

  /// The job has come to its source's end: its rejects are final, unless it is part of a replacement.
  func release() throws(ImportError) {
    if !replaces { try remove() }
  }

  /// The target has all rows: the rejects are final.
  func end() throws(ImportError) { try remove() }

  /// Throws when it can't be seen whether the name still leads to the note: the next run of the job removes it then.
  private func remove() throws(ImportError) {
    guard noted != nil else { return }
    if let found = try RejectOwner.identity(of: place), found == identity {
      FileSystem.remove(place)
    }
    (noted, identity) = (nil, nil)
  }

  /// Nil when nothing has the name.
  private static func identity(of place: String) throws(ImportError) -> FileIdentity? {
    guard FileSystem.isThere(place) else { return nil }
    do throws(SystemError) {
      return try FileStatus(at: place, followingLinks: false).identity
    } catch {
      throw unreadable(place, "\(error.code)")
    }
  }

  private static func read(_ place: String) throws(ImportError) -> Note? {
    guard let json = try OutputFile.json(at: place, unreadable: { unreadable(place, $0) }) else {
      return nil
    }
    guard let version = json["version"]?.int64 else { throw unreadable(place, "it has no version") }
    try ProgressFormat.check(version, at: place)
    guard let source = json["source"]?.string, let target = json["target"]?.string,
      let columns = json["columns"]?.string, let start = json["start"]?.int64, start >= 0,
      let rejects = json["rejects"]?.int64, let replaces = json["replaces"]?.bool
    else { throw unreadable(place, "a field is missing") }
    return Note(
      source: ByteName(source), target: target, columns: ByteName(columns),
      start: json["proof"]?.string.flatMap { FileProof($0[...], length: start) }
        ?? FileProof(unprovenAt: start),
      rejects: rejects, replaces: replaces)
  }

  private static func unreadable(_ place: String, _ reason: String) -> ImportError {
    ImportError(
      .rejects,
      "\(place) records whose rejects its file holds, and can't be read: \(reason). Give another"
        + " reject file, or remove it when no import was interrupted that wrote there")
  }
}
