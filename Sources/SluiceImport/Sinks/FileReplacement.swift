import Sluice
import SluiceSystem

/// The replacement of a file while it is gathered: rows in a part in the target's folder, and their
/// progress in a journal of its own. Both have unpredictable names, which the target's journal records.
///
/// It is published in three steps: the target's journal notes that it is complete; the part takes the
/// target's name; the part's journal replaces the target's. A run that finds the note finishes the
/// remaining steps. So the old rows always have the old progress, and the new rows the new.
struct FileReplacement {
  let target: String
  /// The target's own journal: until the end it describes the old rows.
  let journal: ProgressJournal
  let part: OutputFile
  let partJournal: ProgressJournal

  /// How a replacement begins.
  enum Start {
    case resume(FileProgress.BegunReplacement)
    case anew(reason: String?)

    var inspection: SinkInspection.Replacement {
      switch self {
      case .resume: .resumed
      case .anew(let reason?): .begunAnew(reason: reason)
      case .anew(nil): .begun
      }
    }
  }

  static func start(
    _ known: FileProgress?, _ path: String, _ jobs: [JobIdentity?], _ choices: TableChoices
  ) throws(ImportError) -> Start {
    let sources = SourceSet(jobs)
    guard let replacement = known?.replacement else { return .anew(reason: nil) }
    if choices.contains(.restart) { return .anew(reason: "--restart says so") }
    guard let mine = replacement.sources, let others = sources.fingerprint else {
      return .anew(reason: "a source that can't be read again is never resumed")
    }
    guard mine == others else {
      return .anew(reason: "the interrupted one had other sources or columns")
    }
    let place = FilePath.path(of: replacement.journal, beside: path)
    guard let progress = try ProgressJournal.inspect(at: place), progress.id == replacement.id,
      try isPart(FilePath.path(of: replacement.part, beside: path), of: progress)
    else { return .anew(reason: "the rows of the interrupted one are gone") }
    return .resume(replacement)
  }

  /// Whether a file is the part that the progress describes, with the rows that were committed to it.
  private static func isPart(
    _ path: String, of progress: FileProgress
  ) throws(ImportError) -> Bool {
    guard let status = try? FileStatus(at: path, followingLinks: false), status.isRegular,
      status.linkCount <= 1, status.size >= progress.length,
      progress.inode == nil || progress.inode == status.identity.inode,
      let file = try? OutputFile(lookingAt: path, followsLinks: false)
    else { return false }
    return try progress.fits(file)
  }

  /// Resumes the one that was interrupted.
  static func resume(
    _ replacement: FileProgress.BegunReplacement, of path: String, _ journal: ProgressJournal
  ) throws(ImportError) -> FileReplacement {
    guard
      let part = try OutputFile(ours: FilePath.path(of: replacement.part, beside: path)),
      let partJournal = try ProgressJournal(
        existing: FilePath.path(of: replacement.journal, beside: path)),
      try isPart(part.path, of: partJournal.progress)
    else { throw vanished(path) }
    part.meantFor = path
    try part.cut(to: partJournal.progress.length)
    return FileReplacement(target: path, journal: journal, part: part, partJournal: partJournal)
  }

  /// Begins one, and discards the rest of another one. Records the names before such files exist.
  static func begin(
    of path: String, _ jobs: [JobIdentity?], _ columns: String, _ journal: ProgressJournal
  ) throws(ImportError) -> FileReplacement {
    discard(journal.progress, path)
    let place = TargetPath.unpredictable(beside: path, ending: "part")
    let note = note(of: path, jobs, part: FilePath.name(of: place))
    journal.progress.replacement = note
    try journal.writeAnew()
    let part = try OutputFile.prepared(toReplace: path, isPrivate: false, at: place)
    var progress = FileProgress()
    (progress.id, progress.inode, progress.columns) = (
      note.id, part.identity?.inode, ByteName(columns)
    )
    let partJournal = try made(FilePath.path(of: note.journal, beside: path), progress)
    return FileReplacement(target: path, journal: journal, part: part, partJournal: partJournal)
  }

  private static func note(
    of path: String, _ jobs: [JobIdentity?], part: String
  ) -> FileProgress.BegunReplacement {
    let journal = TargetPath.unpredictable(beside: path, ending: "part.sluice")
    return FileProgress.BegunReplacement(
      part: part, journal: FilePath.name(of: journal), id: RandomName.make(),
      sources: SourceSet(jobs).fingerprint,
      replaceable: .file(try? FileStatus(at: path, followingLinks: false).identity))
  }

  private static func made(
    _ path: String, _ progress: FileProgress
  ) throws(ImportError) -> ProgressJournal {
    guard let journal = try ProgressJournal(creating: path, progress) else {
      throw ImportError(.sink, "can't create \(path): it is there already")
    }
    return journal
  }

  private static func vanished(_ path: String) -> ImportError {
    ImportError(
      .sink,
      "the rows gathered to replace \(path) vanished: run the same command again, which begins anew"
    )
  }

  /// Forgets the rows and the progress, because sources have changed.
  func beginAnew() throws(ImportError) {
    // Progress first: rows without progress are cut off, progress without rows is wrong.
    var progress = FileProgress()
    (progress.id, progress.inode, progress.columns) = (
      partJournal.progress.id, part.identity?.inode, partJournal.progress.columns
    )
    partJournal.progress = progress
    try partJournal.writeAnew()
    try part.cut(to: 0)
  }

  /// Replaces the target with the part and its progress.
  ///
  /// `replaced`: the target as it was when the job began.
  func publish(over replaced: FileIdentity?) throws(ImportError) {
    try part.synchronize()
    journal.progress.replacement?.isPublishing = true
    journal.progress.replacement?.replaceable = .file(replaced)
    try journal.writeAnew()
    try part.takePlace(of: target, .file(replaced))
    try partJournal.takePlace(of: journal)
    // If the progress could not lose its first name when it was created, it loses it here.
    Leftovers.remove(ofJournal: journal.path)
    // Without a job, the journal has no further use.
    if partJournal.progress.jobs.isEmpty { partJournal.remove() }
  }

  /// Removes the replacement, because it can't be resumed.
  func discard() throws(ImportError) {
    FileSystem.remove(part.path, of: part.identity)
    partJournal.remove()
    journal.progress.replacement = nil
    if journal.progress.jobs.isEmpty, !journal.progress.mayBeEmpty {
      journal.remove()
    } else {
      try journal.writeAnew()
    }
  }

  /// Removes the files of a replacement that was begun: those with its names that are proven to be its own. A part of
  /// which nothing was committed is empty, or is its journal's.
  private static func discard(_ progress: FileProgress, _ path: String) {
    guard let replacement = progress.replacement else { return }
    let place = FilePath.path(of: replacement.journal, beside: path)
    let journal = try? ProgressJournal(existing: place)
    let own = journal?.progress.id == replacement.id ? journal : nil
    remove(partAt: FilePath.path(of: replacement.part, beside: path), of: own?.progress)
    own?.remove()
  }

  /// `progress`: nil when it has not begun.
  private static func remove(partAt place: String, of progress: FileProgress?) {
    guard let part = try? OutputFile(ours: place),
      part.length == 0 || progress.flatMap({ try? isPart(place, of: $0) }) ?? false
    else { return }
    FileSystem.remove(place, of: part.identity)
  }

  /// Finishes publishing that a kill interrupted, given the newly opened journal. Returns whether it did:
  /// the journal is another one then.
  static func endPublishing(_ journal: ProgressJournal, of path: String) throws(ImportError) -> Bool
  {
    guard let replacement = journal.progress.replacement, replacement.isPublishing else {
      return false
    }
    let place = FilePath.path(of: replacement.journal, beside: path)
    guard let new = try ProgressJournal(existing: place), new.progress.id == replacement.id else {
      // Nothing is left of it: the file at the path is judged on its own.
      journal.progress.replacement = nil
      try journal.writeAnew()
      return false
    }
    let partPath = FilePath.path(of: replacement.part, beside: path)
    if try isPart(partPath, of: new.progress), let part = try OutputFile(ours: partPath) {
      try part.takePlace(of: path, replacement.replaceable)
    }
    try new.takePlace(of: journal)
    if new.progress.jobs.isEmpty { new.remove() }
    return true
  }
}
