extension FileSink {
  public func look(
    for jobs: [JobIdentity?], columns: [ImportColumn]
  ) throws(ImportError) -> SinkOutlook {
    let none: [Checkpoint?] = jobs.map { _ in nil }
    guard !isStandardOutput else { return SinkOutlook(state: .unknown, checkpoints: none) }
    let columnText = columns.map(\.description).joined(separator: "\n")
    let known = try FileProgress.read(besides: path)
    if mode == .replace {
      // Only a run that was interrupted is gone on with.
      let state =
        OutputFile.isThere(path) ? SinkOutlook.State.fits : .new(creation: nil)
      guard let known, known.mode == WriteMode.replace.word, known.columns == columnText,
        OutputFile.isThere(FileSession.part(of: path)), !known.isReplaced
      else { return SinkOutlook(state: state, checkpoints: none) }
      return SinkOutlook(state: state, checkpoints: try known.checkpoints(of: jobs))
    }
    guard OutputFile.isThere(path) else {
      return SinkOutlook(state: .new(creation: nil), checkpoints: none)
    }
    let file = try OutputFile(lookingAt: path)
    guard file.isRegular else { return SinkOutlook(state: .unknown, checkpoints: none) }
    if let known {
      try FileSession.check(known, path, columnText, length: file.length)
      return SinkOutlook(state: .fits, checkpoints: try known.checkpoints(of: jobs))
    }
    if file.length > 0 {
      try FileSession.checkForeign(file, path, RowWriter(format, columns: columns))
    }
    return SinkOutlook(state: .fits, checkpoints: none)
  }
}

extension FileProgress {
  fileprivate func checkpoints(of jobs: [JobIdentity?]) throws(ImportError) -> [Checkpoint?] {
    try jobs.map { job throws(ImportError) in try checkpoint(of: job) }
  }
}
