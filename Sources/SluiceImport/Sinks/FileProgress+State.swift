import Sluice
import SluiceRows

/// Compares what earlier runs left of a file with its current state.
extension FileProgress {
  /// Checks that the file still is the one that the commits describe. Otherwise throws an error with the
  /// choices if a job of these sources had rows in it. Also throws when the file can't take rows of these
  /// columns.
  ///
  /// `file`: nil when the file does not exist. Returns whether it is the same file, so that what a killed job left after
  /// its last commit can be cut off.
  func checkState(
    of file: OutputFile?, at path: String, for sources: Set<ByteName>, _ columns: ByteName,
    _ writer: RowWriter, _ choices: TableChoices
  ) throws(ImportError) -> Bool {
    guard jobs.isEmpty || self.columns == columns else {
      throw ImportError(
        .conflict,
        "\(path) was written with other columns: "
          + JobIdentity.shown(self.columns, to: columns)
          + "; give the same, take --mode replace, or name another file")
    }
    let change = try change(of: file, headLength: writer.headLength)
    if change == nil, try !isCuttable(file, path, writer, choices) { return false }
    // Without rows, none can be missing.
    func isMine(_ job: Job) -> Bool { sources.contains(job.source) && job.checkpoint.rows > 0 }
    guard !choices.contains(.restart), let first = try jobs.first(where: isMine) else {
      return change == nil
    }
    let mayBeEmpty = mayBeEmpty || choices.contains(.mayBeEmpty)
    if let change {
      let isChosen =
        switch change {
        case .gone, .empty: mayBeEmpty
        case .shorter: mayBeEmpty || choices.contains(.adoptTable)
        case .another: choices.contains(.adoptTable)
        }
      guard isChosen else {
        throw change.error(path, source: first.source.text, rows: first.checkpoint.rows)
      }
    } else if jobs.contains(otherThan: fileID),
      let other = try jobs.first(where: { isMine($0) && $0.fileID != fileID }),
      !choices.contains(.adoptTable)
    {
      throw TargetChange.another.error(path, source: other.source.text, rows: other.checkpoint.rows)
    }
    return change == nil
  }

  /// Throws when something comes after the last commit that is not proven to be a killed job's, unless the caller has
  /// chosen to keep it.
  private func isCuttable(
    _ file: OutputFile?, _ path: String, _ writer: RowWriter, _ choices: TableChoices
  ) throws(ImportError) -> Bool {
    guard let file, hasUncommitted(file),
      let found = try difference(forCutting: file, linesBeginning: writer.lineBeginning)
    else { return true }
    guard choices.isDisjoint(with: [.adoptTable, .restart]) else { return false }
    throw ImportError(
      .conflict,
      "\(path) is not the file that an interrupted job left: \(found.text). Nothing was changed, and"
        + " \(file.length - length) bytes after byte \(length) stay. Put back the file of that job"
        + (found.isCopy
          ? ", or, if this is a copy of it, cut the copy: truncate -s \(length) \(path)" : "")
        + ". Or continue after what is there by --adopt-table, or import all of the source again"
        + " with --restart")
  }

  /// Whether a file goes on after the last commit of an interrupted job.
  func hasUncommitted(_ file: OutputFile) -> Bool { !isFinished && file.length > length }

  private func change(
    of file: OutputFile?, headLength: Int64
  ) throws(ImportError) -> TargetChange? {
    guard let file else { return length > 0 ? .gone : nil }
    if file.length < length {
      return file.length <= headLength
        ? .empty : .shorter(length: file.length, committed: length)
    }
    return try fits(file) ? nil : .another
  }

  /// Notes that the file is another one, or was changed: what others committed does not belong to it.
  mutating func beginFile(_ file: OutputFile) throws(ImportError) {
    fileID = RandomName.make()
    try record(file)
    isFinished = true
  }

  /// Whether nothing was ever recorded.
  var isBlank: Bool { jobs.isEmpty && length == 0 && replacement == nil && !mayBeEmpty }
}
