import Sluice
import SluiceSystem

extension FileSink {
  public func inspect(
    for jobs: [JobIdentity?], columns: [ImportColumn]
  ) throws(ImportError) -> SinkInspection {
    let none: [Checkpoint?] = jobs.map { _ in nil }
    if isStandardOutput || isStream { return SinkInspection(state: .unknown, checkpoints: none) }
    let path = try target()
    let columnText = columns.map(\.description).joined(separator: "\n")
    var known = try ProgressJournal.inspect(at: FileProgress.path(besides: path))
    var rows = path
    if let replacement = known?.replacement, replacement.isPublishing {
      // Finishes what a kill left of it first.
      known = try ProgressJournal.inspect(
        at: FilePath.path(of: replacement.journal, beside: path))
      let part = FilePath.path(of: replacement.part, beside: path)
      if FileSystem.isThere(part) { rows = part }
    }
    let file = FileSystem.isThere(rows) ? try OutputFile(lookingAt: rows) : nil
    let state = file == nil ? SinkInspection.State.new(creation: nil) : .fits
    guard mode != .replace else {
      let start = try FileReplacement.start(known, path, jobs, choices)
      let found =
        switch start {
        case .resume(let replacement):
          try ProgressJournal.inspect(at: FilePath.path(of: replacement.journal, beside: path))?
            .checkpoints(of: jobs) ?? none
        case .anew: none
        }
      return SinkInspection(state: state, checkpoints: found).beginning(start.inspection)
    }
    let writer = RowWriter(format, columns: columns)
    var isSame = true
    if let known {
      isSame = try known.checkState(
        of: file, at: path, for: Set(jobs.compactMap { $0?.source }), ByteName(columnText),
        writer, choices)
    }
    if let file, known?.jobs.isEmpty ?? true || !isSame {
      let isTorn =
        known?.isBlank == true ? try FileSession.isTornHead(file, writer) : false
      if !isTorn { try FileSession.checkForeign(file, path, writer) }
    }
    return SinkInspection(
      state: state,
      checkpoints: choices.contains(.restart) ? none : try known?.checkpoints(of: jobs) ?? none)
  }

  public func knownSources() throws(ImportError) -> [KnownSource] {
    if isStandardOutput || isStream { return [] }
    let known = try ProgressJournal.inspect(at: FileProgress.path(besides: try target()))
    var sources: [KnownSource] = []
    try known?.jobs.forEach {
      sources.append(KnownSource(source: $0.source, checkpoint: $0.checkpoint))
    }
    return sources
  }

  /// Counts the lines, and in CSV and TSV those outside of quotes, without the head's.
  public func countRows() throws(ImportError) -> Int64? {
    if isStandardOutput || isStream { return nil }
    let path = try target()
    guard FileSystem.isThere(path) else { return 0 }
    let file = try OutputFile(lookingAt: path)
    var (lines, offset): (Int64, Int64) = (0, 0)
    var isQuoted = false
    while offset < file.length {
      let piece = try file.bytes(at: offset, count: Int(min(file.length - offset, 1 << 20)))
      for byte in piece {
        if byte == UInt8(ascii: "\""), format != .ndjson { isQuoted.toggle() }
        if byte == UInt8(ascii: "\n"), !isQuoted { lines += 1 }
      }
      offset += Int64(piece.count)
    }
    return format == .ndjson ? lines : max(lines - 1, 0)
  }
}
