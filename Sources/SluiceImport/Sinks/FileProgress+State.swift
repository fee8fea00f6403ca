import Sluice

/// Compares what earlier runs left of a file with its current state.
extension FileProgress {
  /// Checks that the file still is the one that the commits describe. Otherwise throws an error with the
  /// choices if a job of these sources had rows in it. Also throws when the file can't take rows of these
  /// columns.
  ///
  /// `file`: nil when the file does not exist. `headLength`: the length of a file without rows.
  func checkState(
    of file: OutputFile?, at path: String, for sources: Set<ByteName>, _ columns: ByteName,
    headLength: Int64, _ choices: TableChoices
  ) throws(ImportError) -> Bool {
    guard jobs.isEmpty || self.columns == columns else {
      throw ImportError(
        .conflict,
        "\(path) was written with other columns: "
          + self.columns.text.split(separator: "\n").joined(separator: " ")
          + "; give the same, take --mode replace, or name another file")
    }
    guard !isUnversionedReplacement else {
      throw ImportError(
        .conflict,
        "a job that replaces \(path) was interrupted, by an earlier version of sluice: run it again first,"
          + " with --mode replace")
    }
    let change = try change(of: file, headLength: headLength)
    // Without rows, none can be missing.
    let mine = jobs.filter { sources.contains($0.source) && $0.checkpoint.rows > 0 }
    guard !choices.contains(.restart), let first = mine.first else { return change == nil }
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
    } else if let other = mine.first(where: { $0.fileID != fileID }), !choices.contains(.adoptTable)
    {
      throw TargetChange.another.error(path, source: other.source.text, rows: other.checkpoint.rows)
    }
    return change == nil
  }

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
    length = file.length
    fingerprint = try FileProgress.fingerprint(of: file, length: length)
    isFinished = true
  }

  /// Whether nothing was ever recorded.
  var isBlank: Bool { jobs.isEmpty && length == 0 && replacement == nil && !mayBeEmpty }

  /// Whether version 1 was writing a part, and all of this is that part's progress.
  var isUnversionedReplacement: Bool { wasReplaced == false && mode == WriteMode.replace.word }
}
