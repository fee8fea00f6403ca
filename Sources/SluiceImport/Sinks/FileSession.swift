import Sluice

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A job while it writes into a file.
final class FileSession {
  /// The checkpoint to go on from.
  let earlier: Checkpoint?
  /// The file that rows are written to, and the one that they are meant for: another one while it
  /// is being replaced.
  private let file: OutputFile
  private let path: String
  private var job: JobIdentity?
  /// `replace` until the part has taken the file's name.
  private var mode: WriteMode
  private let writer: RowWriter
  private var progress: FileProgress
  private var buffer = SinkBuffer()

  var keepsProgress: Bool { file.isRegular }

  /// A stream: it begins with a head, and nothing is kept.
  init(to file: OutputFile, writing writer: RowWriter) {
    self.file = file
    path = file.path
    job = nil
    mode = .append
    self.writer = writer
    progress = FileProgress()
    earlier = nil
    writer.writeHead(to: &buffer)
  }

  init(
    _ job: JobIdentity?, path: String, mode: WriteMode, columns: [ImportColumn],
    writing writer: RowWriter
  ) throws(ImportError) {
    self.path = path
    self.job = job
    self.writer = writer
    let columnText = columns.map(\.description).joined(separator: "\n")
    // What is left of a job that was killed at its very end is its end, and no new beginning.
    self.mode = try FileSession.endReplacing(path) ? .append : mode
    (file, earlier, progress) =
      try self.mode == .replace
      ? FileSession.openPart(path, job, columnText) : FileSession.openEnd(path, job, columnText)
    let isForeign = progress.jobs.isEmpty
    progress.columns = columnText
    progress.length = file.length
    if file.length == 0 {
      writer.writeHead(to: &buffer)
    } else if isForeign {
      try checkForeign()
    }
  }

  /// Goes on with another source.
  func turn(to job: JobIdentity?) throws(ImportError) -> Checkpoint? {
    self.job = job
    return try progress.checkpoint(of: job)
  }

  func append(_ row: borrowing ImportRow) throws(ImportError) -> RowVerdict {
    let verdict = writer.write(row, to: &buffer)
    if buffer.isFull { try flush() }
    return verdict
  }

  private func flush() throws(ImportError) {
    try file.write(buffer.bytes)
    buffer.removeAll(keeping: SinkBuffer.keptCapacity)
  }

  /// Rows first: what the checkpoint counts must be on the disk.
  func commit(_ checkpoint: Checkpoint) throws(ImportError) {
    try flush()
    guard file.isRegular else { return }
    try file.synchronize()
    progress.length = file.length
    progress.isFinished = checkpoint.isFinished
    progress.isReplaced = false
    progress.mode = mode.word
    if let job {
      progress.set(checkpoint, of: job)
      try progress.write(besides: path)
    }
  }

  /// The part takes the file's name; first it is noted that it may.
  func finish() throws(ImportError) {
    guard mode == .replace, file.isRegular else { return }
    progress.isReplaced = true
    if job != nil { try progress.write(besides: path) }
    try OutputFile.replace(path, by: FileSession.part(of: path))
    mode = .append
    // Without progress of its own, an older one beside the file would speak of other rows.
    if job == nil { unlink(FileProgress.path(besides: path)) }
  }

  /// What was not committed is cut off when the job runs again; if that can be done now, the better.
  func rollBack() {
    buffer.removeAll(keeping: SinkBuffer.keptCapacity)
    if file.isRegular { try? file.cut(to: progress.length) }
  }

  static func part(of path: String) -> String { "\(path).part" }

  /// Renames what a replacing job has left that was killed right before the renaming.
  /// Whether there was such a job.
  private static func endReplacing(_ path: String) throws(ImportError) -> Bool {
    let part = part(of: path)
    guard OutputFile.isThere(part), let known = try FileProgress.read(besides: path),
      known.mode == WriteMode.replace.word, known.isReplaced,
      try OutputFile(path: part).length == known.length
    else { return false }
    try OutputFile.replace(path, by: part)
    return true
  }

  /// For `replace`: the part that is written, gone on with or begun anew.
  private static func openPart(
    _ path: String, _ job: JobIdentity?, _ columns: String
  ) throws(ImportError) -> (OutputFile, Checkpoint?, FileProgress) {
    if OutputFile.isThere(path) {
      // A device or a pipe can't be replaced: rows simply go there.
      let target = try OutputFile(path: path)
      guard target.isRegular else { return (target, nil, FileProgress()) }
    }
    let wasThere = OutputFile.isThere(part(of: path))
    let file = try OutputFile(path: part(of: path))
    // Read when the file is locked: nobody else writes it then.
    if wasThere, let job, let known = try FileProgress.read(besides: path),
      known.mode == WriteMode.replace.word, !known.isReplaced,
      known.columns == columns, file.length >= known.length
    {
      try file.cut(to: known.length)
      return (file, try known.checkpoint(of: job), known)
    }
    try file.cut(to: 0)
    return (file, nil, FileProgress())
  }

  /// For `append`: the file's end, without what a killed job left behind it.
  private static func openEnd(
    _ path: String, _ job: JobIdentity?, _ columns: String
  ) throws(ImportError) -> (OutputFile, Checkpoint?, FileProgress) {
    let file = try OutputFile(path: path)
    guard file.isRegular, let known = try FileProgress.read(besides: path) else {
      return (file, nil, FileProgress())
    }
    try check(known, path, columns, length: file.length)
    if !known.isFinished { try file.cut(to: known.length) }
    return (file, try known.checkpoint(of: job), known)
  }

  /// Throws when rows of these columns can't be added to a file of that length.
  static func check(
    _ known: FileProgress, _ path: String, _ columns: String, length: Int64
  ) throws(ImportError) {
    guard known.columns == columns else {
      throw ImportError(
        .conflict,
        "\(path) was written with other columns: "
          + known.columns.split(separator: "\n").joined(separator: " ")
          + "; give the same, take --mode replace, or name another file")
    }
    guard known.isReplaced || known.mode != WriteMode.replace.word else {
      throw ImportError(
        .conflict,
        "a job that replaces \(path) was interrupted: run it again first, with --mode replace")
    }
    guard length >= known.length else {
      throw ImportError(
        .conflict,
        "\(path) has \(length) bytes, but \(known.length) were written: some of its rows are"
          + " gone. Put them back, or take --mode replace")
    }
  }

  /// A file that no job has written can be added to when it begins as this job would begin it, and
  /// ends with a whole line.
  private func checkForeign() throws(ImportError) {
    try FileSession.checkForeign(file, path, writer)
  }

  static func checkForeign(
    _ file: OutputFile, _ path: String, _ writer: RowWriter
  ) throws(ImportError) {
    guard file.isRegular else { return }
    var expected = SinkBuffer()
    writer.writeHead(to: &expected)
    let head = try file.head(expected.count)
    guard head.elementsEqual(expected.bytes) else {
      throw ImportError(
        .conflict,
        "\(path) does not begin with the line \(String(decoding: expected.bytes, as: UTF8.self).dropLast()):"
          + " it holds something else. Take --mode replace, or name another file")
    }
    guard try file.bytes(at: file.length - 1, count: 1) == [UInt8(ascii: "\n")] else {
      throw ImportError(
        .conflict,
        "\(path) ends in the middle of a line. Complete it, take --mode replace, or name another"
          + " file")
    }
  }
}
