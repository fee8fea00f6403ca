public import SluiceFeed
import SluiceSystem

/// Rows into a file, or to standard output: CSV, TSV or NDJSON.
///
/// Rows are written at the file's end. Each commit flushes them to the disk (`fsync`). Then it adds a line
/// to `PATH.sluice` next to the file, with the file's length and the job's checkpoint, and flushes that,
/// too. A job that was killed and runs again cuts the file to that length and resumes from the checkpoint:
/// the file has each row once.
///
/// With mode `replace` the rows go into a part in the same folder, which takes the file's name when the job
/// has read all its sources to their ends: until then the old rows stay. The file keeps its mode and its
/// owner. A file has no `upsert`.
///
/// A link is followed to its file. When the file is gone, has lost rows, or is not the one that rows were
/// committed to, a job is refused until its `choices` say what to do.
///
/// A target that is not a regular file — standard output, a pipe, a terminal — has no progress: each run
/// writes all rows. A reader that closes it ends the job with `ImportError.Kind.outputClosed`.
///
/// Memory: about 64 KiB, or the largest row.
public final class FileSink: Sink {
  public let path: String
  public let format: FileFormat
  public let mode: WriteMode
  public var name: String { path }
  public var keepsRowsBack: Bool { mode == .replace && !isStandardOutput }
  public var keepsProgress: Bool { session?.keepsProgress ?? !isStandardOutput }

  let choices: TableChoices
  public var restarts: Bool { choices.contains(.restart) }
  let descriptor: FileDescriptor?
  var isStandardOutput: Bool { descriptor != nil }
  private let waits = SinkWaits()
  private var session: FileSession?

  /// Does not open anything yet. Throws `ImportError` for a path that no file can have, and for `upsert`.
  public convenience init(
    path: String, format: FileFormat, mode: WriteMode = .append, choices: TableChoices = []
  ) throws(ImportError) {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw ImportError(.sink, "\"\(path)\" can't be a file's name")
    }
    try self.init(path: path, descriptor: nil, format: format, mode: mode, choices: choices)
  }

  /// Standard output.
  public convenience init(
    standardOutputAs format: FileFormat, mode: WriteMode = .append
  ) throws(ImportError) {
    try self.init(path: "standard output", descriptor: .standardOutput, format: format, mode: mode)
  }

  package init(
    path: String, descriptor: FileDescriptor?, format: FileFormat, mode: WriteMode,
    choices: TableChoices = []
  ) throws(ImportError) {
    if mode.key != nil {
      throw ImportError(
        .sink,
        "\(path): --mode \(mode.word) looks rows up by a key, and a file has no index to find them; take"
          + " append or replace, or a database")
    }
    self.path = path
    self.descriptor = descriptor
    self.format = format
    self.mode = mode
    self.choices = choices
  }

  /// A stop ends waits for the reader of a pipe.
  public func heed(_ stop: FeedStop) { waits.heed(stop) }

  public func open(
    _ jobs: [JobIdentity?], columns: [ImportColumn]
  ) throws(ImportError) -> Checkpoint? {
    let writer = RowWriter(format, columns: columns)
    if let descriptor {
      session = stream(OutputFile(descriptor: descriptor, name: path), writer)
      return nil
    }
    if isStream {
      // A device or a pipe can't be replaced: rows simply go there.
      session = stream(try OutputFile(path: path), writer)
      return nil
    }
    let resolved = try target()
    let session = try FileSession(
      jobs, path: resolved, mode: mode, columns: columns, choices: choices,
      writing: writer)
    self.session = session
    return session.earlier
  }

  private func stream(_ file: OutputFile, _ writer: RowWriter) -> FileSession {
    file.waits = waits
    return FileSession(to: file, writing: writer)
  }

  /// Whether the target exists and is not a regular file.
  var isStream: Bool {
    // Tested without opening it: a pipe would lose the process at its other end.
    (try? FileStatus(at: path)).map { !$0.isRegular } ?? false
  }

  public func switchSource(to job: JobIdentity?) throws(ImportError) -> Checkpoint? {
    guard let session else { throw notOpen }
    return try session.switchSource(to: job)
  }

  public func append(_ row: borrowing ImportRow) throws(ImportError) -> RowVerdict {
    guard let session else { throw notOpen }
    return try session.append(row)
  }

  public func commit(_ checkpoint: Checkpoint) throws(ImportError) {
    guard let session else { throw notOpen }
    try session.commit(checkpoint)
  }

  public func hold(_ checkpoint: Checkpoint) throws(ImportError) -> Bool {
    guard let session else { throw notOpen }
    try session.hold(checkpoint)
    return true
  }

  public var holdsMuch: Bool { session?.holdsMuch ?? false }

  public func commitHeld() throws(ImportError) {
    guard let session else { throw notOpen }
    try session.commitHeld()
  }

  public func beginAnew() throws(ImportError) {
    guard let session else { throw notOpen }
    try session.beginAnew()
  }

  public func finish() throws(ImportError) { try session?.finish() }

  public func rollBack() {
    session?.rollBack()
    session = nil
  }

  /// The number of bytes of progress that were written, besides the rows.
  package var progressBytesWritten: Int64 { session?.progressBytesWritten ?? 0 }

  private var notOpen: ImportError { ImportError(.sink, "\(name) is not open") }
}
