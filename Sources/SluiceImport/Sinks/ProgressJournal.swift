import Sluice
import SluiceSystem

/// The file that keeps the progress of a file's jobs: a line of JSON about the file, then a line for each
/// commit, with the checkpoints of its sources. The last one of a source counts.
///
/// A commit appends its line and flushes it to the disk. A line that a crash tore at the end does not
/// count, and is cut off. When the lines that count are less than half of the file, it is rewritten: in
/// full under another name, which then replaces it. So the amount written is proportional to the number of
/// commits.
///
/// Locked while it is open.
final class ProgressJournal {
  private(set) var path: String
  var progress: FileProgress
  private var file: OutputFile
  /// The length that a rewritten file would have.
  private var liveLength: Int64
  /// Whether it is known which line is the last one: false after a commit that failed and could not be
  /// undone.
  private(set) var isSettled = true
  /// The numbers of the sources that the next commit is of, and what they have in common.
  private var held: (columns: ByteName, fileID: String, indices: [Int])?
  /// The number of bytes that were written here.
  private(set) var bytesWritten: Int64 = 0

  /// Shorter journals are not worth rewriting.
  private static let shortest: Int64 = 64 << 10

  /// Opens a journal; nil when it does not exist.
  init?(existing path: String) throws(ImportError) {
    self.path = path
    while true {
      guard (try? FileStatus(at: path, followingLinks: false)) != nil else { return nil }
      let file = try OutputFile(path, for: [.reading, .appending, .withoutLinks])
      guard file.isRegular else { throw ProgressJournal.unreadable(path, "it is not a file") }
      try file.lock()
      // It was rewritten, or removed, before it was locked.
      guard file.isAtItsPath else { continue }
      let length: Int64
      (progress, length) = try ProgressJournal.read(file)
      liveLength = length
      self.file = file
      if length < file.length, progress.wasReplaced == nil {
        try ProgressJournal.checkTorn(file, after: length)
        try file.cut(to: length)
      }
      return
    }
  }

  /// Makes a journal with `progress` where none exists. Nil when one exists by now.
  init?(creating path: String, _ progress: FileProgress) throws(ImportError) {
    self.path = path
    self.progress = progress
    file = try OutputFile(
      creating: TargetPath.unpredictable(beside: path, ending: "new"), permissions: 0o600)
    liveLength = 0
    do throws(ImportError) {
      try writeAll(to: file)
      if try file.takeName(path) { return }
    } catch {
      FileSystem.remove(file.path, of: file.identity)
      throw error
    }
    FileSystem.remove(file.path, of: file.identity)
    return nil
  }

  /// Throws when something else than a torn commit is at the end.
  private static func checkTorn(_ file: OutputFile, after length: Int64) throws(ImportError) {
    let found = try file.attempt { () throws(SystemError) in
      try FileProof(unprovenAt: length)
        .difference(forCutting: file.descriptor, linesBeginning: FileProgress.lineBeginning)
    }
    if let found { throw unreadable(file.path, found.text) }
  }

  /// Opens the journal at a path, or makes an empty one.
  static func ready(_ path: String) throws(ImportError) -> ProgressJournal {
    while true {
      if let journal = try ProgressJournal(existing: path) { return journal }
      if let journal = try ProgressJournal(creating: path, FileProgress()) { return journal }
    }
  }

  /// Reads a journal without changing anything; nil when it does not exist.
  static func inspect(at path: String) throws(ImportError) -> FileProgress? {
    guard (try? FileStatus(at: path, followingLinks: false)) != nil else { return nil }
    let file = try OutputFile(lookingAt: path, followsLinks: false)
    guard file.isRegular else { throw unreadable(path, "it is not a file") }
    return try read(file).progress
  }

  /// Adds a source's checkpoint to the next commit. All of its sources are those of one job.
  func hold(_ checkpoint: Checkpoint, of job: JobIdentity) throws(ImportError) {
    do throws(JSONError) {
      let index = try progress.jobs.set(
        FileProgress.Job(
          source: job.source, columns: job.columns, fileID: progress.fileID,
          checkpoint: checkpoint))
      if held == nil { held = (job.columns, progress.fileID, []) }
      held?.indices.append(index)
    } catch {
      throw unwritable(error)
    }
  }

  private func unwritable(_ error: JSONError) -> ImportError {
    ImportError(.sink, "can't write \(path): \(error.summary)")
  }

  /// Appends a commit of the sources that are held, and flushes it to the disk. Where progress is not kept, nothing is held.
  ///
  /// When that fails, the line is removed. Until the removal is on the disk, too, it is not known whether
  /// the line counts (`isSettled`), and the next run goes by what it finds.
  func commit() throws(ImportError) {
    let line: [UInt8]
    do throws(JSONError) {
      line = try progress.line(of: held)
    } catch {
      throw unwritable(error)
    }
    held = nil
    let length = file.length
    isSettled = false
    do throws(ImportError) {
      try file.write(line)
      try file.synchronize()
    } catch {
      takeBack(to: length)
      throw error
    }
    isSettled = true
    bytesWritten += Int64(line.count)
  }

  private func takeBack(to length: Int64) {
    do throws(ImportError) {
      try file.cut(to: length)
      try file.synchronize()
      isSettled = true
    } catch {
      // The caller receives the error that made the commit fail.
    }
  }

  /// Rewrites it when most of it is out of date. Committed progress survives a failure of this.
  func shortenWhenLong() throws(ImportError) {
    if file.length > max(2 * liveLength, ProgressJournal.shortest) { try writeAnew() }
  }

  /// Writes the whole progress, and replaces the file.
  func writeAnew() throws(ImportError) {
    let new = try OutputFile.prepared(toReplace: path, isPrivate: true)
    do throws(ImportError) {
      try writeAll(to: new)
      try new.takePlace(of: path, .file(file.identity))
    } catch {
      FileSystem.remove(new.path, of: new.identity)
      throw error
    }
    // It was locked before it had the name, so no other process could interfere.
    file = new
  }

  private func writeAll(to file: OutputFile) throws(ImportError) {
    progress.wasReplaced = nil
    var bytes: [UInt8]
    do throws(JSONError) {
      bytes = try progress.head()
      for group in progress.jobs.groups { bytes += try progress.line(of: group) }
    } catch {
      throw unwritable(error)
    }
    try file.write(bytes)
    try file.synchronize()
    liveLength = Int64(bytes.count)
    bytesWritten += liveLength
  }

  /// Gives the journal another name, and replaces the journal that has it.
  func takePlace(of other: ProgressJournal) throws(ImportError) {
    try file.takePlace(of: other.path, .file(other.file.identity))
    path = other.path
  }

  func remove() { FileSystem.remove(path, of: file.identity) }

  private static func read(
    _ file: OutputFile
  ) throws(ImportError) -> (progress: FileProgress, length: Int64) {
    let bytes = try file.bytes(at: 0, count: Int(clamping: file.length))
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard let first = lines.first.flatMap({ json($0) }), first["sluice"] != nil else {
      guard let progress = json(bytes[...]).flatMap({ FileProgress(unversioned: $0) }) else {
        throw unreadable(file.path, "it is not a progress file of imports")
      }
      return (progress, file.length)
    }
    guard let version = first["version"]?.int64 else {
      throw unreadable(file.path, "it has no version")
    }
    try ProgressFormat.check(version, at: file.path)
    guard var progress = FileProgress(head: first) else {
      throw unreadable(file.path, "a field is missing in its first line")
    }
    // A crash tore what is after the last line's end; and perhaps that line, if its bytes never reached the
    // disk.
    var length = Int64(lines[0].count + 1)
    let whole = lines.dropFirst().dropLast()
    for (number, line) in whole.enumerated() {
      guard let json = json(line), progress.take(line: json) else {
        guard number == whole.count - 1 else {
          throw unreadable(file.path, "line \(number + 2) is not a commit")
        }
        break
      }
      length += Int64(line.count + 1)
    }
    return (progress, length)
  }

  private static func json(_ bytes: ArraySlice<UInt8>) -> JSON? {
    try? JSON(parsing: String(decoding: bytes, as: UTF8.self))
  }

  private static func unreadable(_ place: String, _ reason: String) -> ImportError {
    ImportError(
      .conflict,
      "\(place) keeps the progress of imports and can't be read: \(reason). Remove it together with"
        + " the rows' file, or name another target")
  }
}
