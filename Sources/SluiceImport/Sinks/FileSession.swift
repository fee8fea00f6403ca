import Sluice
import SluiceSystem

/// A job's session with a file.
final class FileSession {
  /// The checkpoint to resume from.
  private(set) var earlier: Checkpoint?
  /// The file that rows are written to: the target, or the part that replaces it.
  private let file: OutputFile
  private var job: JobIdentity?
  private let mode: WriteMode
  private let writer: RowWriter
  /// Nil: no progress is kept.
  private var journal: ProgressJournal?
  /// Nil once it is published.
  private var replacement: FileReplacement?
  /// The file that is being replaced, locked until then.
  private let replaced: OutputFile?
  /// The length of the file at the last commit.
  private var committedLength: Int64
  private var buffer = SinkBuffer()

  var keepsProgress: Bool { file.isRegular }
  /// The number of bytes of progress that were written.
  var progressBytesWritten: Int64 { journal?.bytesWritten ?? 0 }

  /// A stream: it begins with a head, and no progress is kept.
  init(to file: OutputFile, writing writer: RowWriter) {
    self.file = file
    mode = .append
    self.writer = writer
    committedLength = 0
    replaced = nil
    writer.writeHead(to: &buffer)
  }

  /// `path`: with links resolved; of a file, or of nothing yet.
  init(
    _ jobs: [JobIdentity?], path: String, mode: WriteMode, columns: [ImportColumn],
    choices: TableChoices, writing writer: RowWriter
  ) throws(ImportError) {
    self.mode = mode
    self.writer = writer
    job = jobs.first ?? nil
    let place = FileProgress.path(besides: path)
    let hadJournal = (try? FileStatus(at: place, followingLinks: false)) != nil
    let opened: Opened
    do throws(ImportError) {
      opened = try FileSession.open(
        path, jobs, columns.map(\.description).joined(separator: "\n"), mode, choices, writer)
    } catch {
      // A journal that was made just now, and is still empty.
      if !hadJournal, let made = try? ProgressJournal(existing: place), made.progress.isBlank {
        made.remove()
      }
      throw error
    }
    (file, journal, replacement, replaced) = (
      opened.file, opened.journal, opened.replacement, opened.replaced
    )
    committedLength = file.length
    earlier = try journal?.progress.checkpoint(of: job)
    if file.length == 0 { writer.writeHead(to: &buffer) }
  }

  private struct Opened {
    let file: OutputFile
    let journal: ProgressJournal?
    var replacement: FileReplacement?
    var replaced: OutputFile?
  }

  private static func open(
    _ path: String, _ jobs: [JobIdentity?], _ columns: String, _ mode: WriteMode,
    _ choices: TableChoices, _ writer: RowWriter
  ) throws(ImportError) -> Opened {
    // In a folder that does not exist, the error is that of the target, not of its journal.
    if !FileSystem.isThere(FilePath.folder(of: path)) { _ = try OutputFile(path: path) }
    let place = FileProgress.path(besides: path)
    let keeps = mode == .replace || jobs.contains { $0 != nil }
    var journal = keeps ? try ProgressJournal.ready(place) : try ProgressJournal(existing: place)
    if journal != nil { Leftovers.remove(ofJournal: place) }
    if let found = journal, try FileReplacement.endPublishing(found, of: path) {
      journal = nil
      journal = keeps ? try ProgressJournal.ready(place) : try ProgressJournal(existing: place)
    }
    guard mode == .replace, let journal else {
      let file = try openEnd(path, jobs, columns, choices, journal, writer)
      return Opened(file: file, journal: journal)
    }
    let replaced = FileSystem.isThere(path) ? try OutputFile(path: path) : nil
    let replacement = try openPart(path, jobs, columns, choices, journal)
    return Opened(
      file: replacement.part, journal: replacement.partJournal, replacement: replacement,
      replaced: replaced)
  }

  private static func openPart(
    _ path: String, _ jobs: [JobIdentity?], _ columns: String, _ choices: TableChoices,
    _ journal: ProgressJournal
  ) throws(ImportError) -> FileReplacement {
    switch try FileReplacement.start(journal.progress, path, jobs, choices) {
    case .resume(let known): try .resume(known, of: path, journal)
    case .anew: try .begin(of: path, jobs, columns, journal)
    }
  }

  /// The target's end, without what a killed job left after it.
  private static func openEnd(
    _ path: String, _ jobs: [JobIdentity?], _ columns: String, _ choices: TableChoices,
    _ journal: ProgressJournal?, _ writer: RowWriter
  ) throws(ImportError) -> OutputFile {
    let wasThere = FileSystem.isThere(path)
    let isKnown = journal.map { !$0.progress.jobs.isEmpty } ?? false
    let sources = isKnown ? Set(jobs.compactMap { $0?.source }) : []
    var isSame = true
    let looked = wasThere ? try OutputFile(lookingAt: path) : nil
    if let journal {
      isSame = try journal.progress.checkState(
        of: looked, at: path, for: sources, ByteName(columns), writer, choices)
    }
    let file = try OutputFile(path: path)
    if let looked, looked.identity != file.identity {
      throw Replaceable.file(looked.identity).fault(path, try? FileStatus(of: file.descriptor))
    }
    if !wasThere { FileSystem.synchronizeFolder(of: path) }
    guard let journal else {
      try checkForeign(file, path, writer)
      return file
    }
    if isSame, journal.progress.hasUncommitted(file) {
      try file.cut(to: journal.progress.length)
    }
    if journal.progress.isBlank, try isTornHead(file, writer) { try file.cut(to: 0) }
    // Others have appended to it.
    if isSame, file.length > journal.progress.length { try checkLastLine(file, path) }
    if !isSame { try journal.progress.beginFile(file) }
    if choices.contains(.restart) { try journal.progress.forget(sources) }
    if choices.contains(.adoptTable) || !isSame { try journal.progress.adopt(sources) }
    if choices.contains(.mayBeEmpty) { journal.progress.mayBeEmpty = true }
    let isForeign = journal.progress.jobs.isEmpty || !isSame
    if isForeign { journal.progress.columns = ByteName(columns) }
    if !isSame || !choices.isEmpty || isForeign {
      if isForeign { try checkForeign(file, path, writer) }
      try journal.writeAnew()
    }
    return file
  }

  /// Continues with another source.
  func switchSource(to job: JobIdentity?) throws(ImportError) -> Checkpoint? {
    self.job = job
    return try journal?.progress.checkpoint(of: job)
  }

  func append(_ row: borrowing ImportRow) throws(ImportError) -> RowVerdict {
    let verdict = writer.write(row, to: &buffer)
    if buffer.isFull { try flush() }
    return verdict
  }

  private func flush() throws(ImportError) {
    try unsafe file.write(buffer.bytes)
    buffer.removeAll(keeping: SinkBuffer.keptCapacity)
  }

  func commit(_ checkpoint: Checkpoint) throws(ImportError) {
    try hold(checkpoint)
    try commitHeld()
  }

  /// Leaves the current source to the next commit.
  func hold(_ checkpoint: Checkpoint) throws(ImportError) {
    guard let journal else { return }
    journal.progress.isFinished = checkpoint.isFinished
    if let job { try journal.hold(checkpoint, of: job) }
  }

  /// Whether as much is held as one commit should have.
  var holdsMuch: Bool { journal?.holdsMuch ?? false }

  /// Rows first: what the checkpoints count must be on the disk.
  func commitHeld() throws(ImportError) {
    try flush()
    guard file.isRegular else { return }
    try file.synchronize()
    if let journal {
      try journal.progress.record(file)
      journal.progress.mode = mode.word
      try journal.commit()
    }
    committedLength = file.length
    try journal?.shortenWhenLong()
  }

  /// Forgets what the interrupted replacement has gathered.
  func beginAnew() throws(ImportError) {
    guard let replacement else { return }
    try replacement.beginAnew()
    buffer.removeAll(keeping: SinkBuffer.keptCapacity)
    writer.writeHead(to: &buffer)
    (committedLength, earlier) = (0, nil)
  }

  /// Replaces the target with the part.
  func finish() throws(ImportError) {
    guard let replacement else { return }
    try replacement.publish(over: replaced?.identity)
    self.replacement = nil
  }

  /// Cuts off what was not committed, if possible now; otherwise the next run does. Rows that the journal
  /// may count after all stay: they are on the disk, and the next run goes by the journal.
  func rollBack() {
    buffer.removeAll(keeping: SinkBuffer.keptCapacity)
    if file.isRegular, journal?.isSettled ?? true { try? file.takeBack(to: committedLength) }
    if let replacement, replacement.journal.progress.replacement?.sources == nil {
      try? replacement.discard()
      self.replacement = nil
    }
  }

  /// Whether the file contains only a piece of the head, which a run killed at its first write leaves.
  static func isTornHead(
    _ file: OutputFile, _ writer: RowWriter
  ) throws(ImportError) -> Bool {
    guard file.isRegular, file.length > 0 else { return false }
    var head = SinkBuffer()
    writer.writeHead(to: &head)
    guard file.length < Int64(head.count) else { return false }
    return unsafe head.bytes.starts(with: try file.head(Int(file.length)))
  }

  /// A file that no job has written can be added to if it begins as this job would begin it, and ends with
  /// a whole line.
  static func checkForeign(
    _ file: OutputFile, _ path: String, _ writer: RowWriter
  ) throws(ImportError) {
    guard file.isRegular, file.length > 0 else { return }
    var expected = SinkBuffer()
    writer.writeHead(to: &expected)
    let head = try file.head(expected.count)
    guard unsafe head.elementsEqual(expected.bytes) else {
      throw ImportError(
        .conflict,
        unsafe "\(path) does not begin with the line \(String(decoding: expected.bytes, as: UTF8.self).dropLast()):"
          + " it holds something else. Take --mode replace, or name another file")
    }
    try checkLastLine(file, path)
  }

  /// A row that is added must not continue a line.
  private static func checkLastLine(_ file: OutputFile, _ path: String) throws(ImportError) {
    guard try file.bytes(at: file.length - 1, count: 1) == [UInt8(ascii: "\n")] else {
      throw ImportError(
        .conflict,
        "\(path) ends in the middle of a line. Complete it, take --mode replace, or name another"
          + " file")
    }
  }
}
