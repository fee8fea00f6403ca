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
/// Memory: a few words for each source, and the texts of those that the next commit is of. The others are in the file.
///
/// Locked while it is open.
final class ProgressJournal {
  private(set) var path: String
  var progress: FileProgress
  private var file: OutputFile
  private var text: JournalText
  /// Whether it is known which line is the last one: false after a commit that failed and could not be
  /// undone.
  private(set) var isSettled = true
  /// What the sources have in common that the next commit is of, and their number.
  private var held: (columns: ByteName, fileID: String, count: Int)?
  /// The number of bytes that were written here.
  private(set) var bytesWritten: Int64 = 0

  /// Shorter journals are not worth rewriting.
  private static let shortest: Int64 = 64 << 10
  /// Less than a power of two, which an array that grows takes.
  private static let mostHeldBytes = 4_000_000
  /// A line of a file that is written anew has about as many bytes. That of a commit has all of it.
  private static let longestLine: Int64 = 1 << 20

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
      self.file = file
      text = JournalText(file)
      if length < file.length {
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
    text = JournalText(file)
    do throws(ImportError) {
      let moved = try writeAll(to: file)
      self.progress.jobs.moved(to: text, moved)
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
    try progress.jobs.hold(
      FileProgress.Job(
        source: job.source, columns: job.columns, fileID: progress.fileID, checkpoint: checkpoint))
    held = (job.columns, progress.fileID, (held?.count ?? 0) + 1)
  }

  /// Whether as much is held as one commit should have.
  var holdsMuch: Bool { progress.jobs.held.count >= ProgressJournal.mostHeldBytes }

  private func unwritable(_ error: JSONError) -> ImportError {
    ImportError(.sink, "can't write \(path): \(error.summary)")
  }

  /// Appends a commit of the sources that are held, and flushes it to the disk. Where progress is not kept, nothing is held.
  ///
  /// When that fails, the line is removed. Until the removal is on the disk, too, it is not known whether
  /// the line counts (`isSettled`), and the next run goes by what it finds.
  func commit() throws(ImportError) {
    let held = held
    self.held = nil
    let length = file.length
    isSettled = false
    do throws(ImportError) {
      let start = try appendLine(of: held)
      try file.synchronize()
      progress.jobs.heldWereWritten(at: start, in: text)
    } catch {
      progress.jobs.heldWereNotWritten()
      takeBack(to: length)
      throw error
    }
    isSettled = true
    bytesWritten += file.length - length
  }

  /// Returns where its sources begin in the file.
  private func appendLine(
    of held: (columns: ByteName, fileID: String, count: Int)?
  ) throws(ImportError) -> Int64 {
    var output = JournalOutput(file)
    let isSeveral = (held?.count ?? 0) > 1
    try write(beginning: held.map { ($0.columns, $0.fileID) }, isSeveral, to: &output)
    let start = output.length
    let texts = progress.jobs.held.dropLast()
    if isSeveral {
      try output.write(texts)
    } else if held != nil {
      try output.write(CollectionOfOne(UInt8(ascii: ",")))
      try output.write(texts.dropFirst())
    } else {
      try output.write(CollectionOfOne(UInt8(ascii: "}")))
    }
    try output.write(FileProgress.end(isSeveral: isSeveral))
    try output.flush()
    return start
  }

  private func write(
    beginning held: (columns: ByteName, fileID: String)?, _ isSeveral: Bool,
    to output: inout JournalOutput
  ) throws(ImportError) {
    let bytes: [UInt8]
    do throws(JSONError) {
      bytes = try progress.beginning(ofLine: held, isSeveral: isSeveral)
    } catch {
      throw unwritable(error)
    }
    try output.write(bytes)
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
    let length = progress.jobs.lengthOfLines
    if file.length > max(2 * length, ProgressJournal.shortest) { try writeAnew() }
  }

  /// Writes the whole progress, and replaces the file.
  func writeAnew() throws(ImportError) {
    let new = try OutputFile.prepared(toReplace: path, isPrivate: true)
    do throws(ImportError) {
      let moved = try writeAll(to: new)
      try new.takePlace(of: path, .file(file.identity))
      // It was locked before it had the name, so no other process could interfere.
      file = new
      text = JournalText(new)
      progress.jobs.moved(to: text, moved)
    } catch {
      FileSystem.remove(new.path, of: new.identity)
      throw error
    }
  }

  /// Returns where the texts of the jobs are in the file, by their indices.
  private func writeAll(
    to file: OutputFile
  ) throws(ImportError) -> [(index: Int, start: Int64, count: Int)] {
    let head: [UInt8]
    do throws(JSONError) {
      head = try progress.head()
    } catch {
      throw unwritable(error)
    }
    var output = JournalOutput(file)
    try output.write(head)
    var moved: [(index: Int, start: Int64, count: Int)] = []
    for group in progress.jobs.groups {
      let isSeveral = group.indices.count > 1
      var lineStart: Int64?
      for index in group.indices {
        if lineStart == nil {
          lineStart = output.length
          try write(beginning: (group.columns, group.fileID), isSeveral, to: &output)
        } else {
          try output.write(CollectionOfOne(UInt8(ascii: ",")))
        }
        let text = try progress.jobs.text(index)
        moved.append((index, output.length, text.count))
        if !isSeveral { try output.write(CollectionOfOne(UInt8(ascii: ","))) }
        try output.write(isSeveral ? text : text.dropFirst())
        if let start = lineStart, output.length - start > ProgressJournal.longestLine {
          try output.write(FileProgress.end(isSeveral: isSeveral))
          lineStart = nil
        }
      }
      if lineStart != nil { try output.write(FileProgress.end(isSeveral: isSeveral)) }
    }
    try output.flush()
    try file.synchronize()
    bytesWritten += file.length
    return moved
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
    var lines = JournalLines(of: file)
    guard let first = try lines.next(), let head = first.json, head["sluice"] != nil else {
      throw unreadable(file.path, "it is not a progress file of imports")
    }
    guard let version = head["version"]?.int64 else {
      throw unreadable(file.path, "it has no version")
    }
    try ProgressFormat.check(version, at: file.path)
    guard var progress = FileProgress(head: head) else {
      throw unreadable(file.path, "a field is missing in its first line")
    }
    progress.jobs.file = JournalText(file)
    var (length, number) = (first.end, 1)
    while let line = try lines.next(), line.isEnded {
      number += 1
      guard try progress.read(line) else {
        // A crash tore what is after the last line's end; and perhaps that line, if its bytes never reached the
        // disk.
        guard try lines.next()?.isEnded != true else {
          throw unreadable(file.path, "line \(number) is not a commit")
        }
        break
      }
      length = line.end
    }
    return (progress, length)
  }

  private static func unreadable(_ place: String, _ reason: String) -> ImportError {
    ImportError(
      .conflict,
      "\(place) keeps the progress of imports and can't be read: \(reason). Remove it together with"
        + " the rows' file, or name another target")
  }
}
