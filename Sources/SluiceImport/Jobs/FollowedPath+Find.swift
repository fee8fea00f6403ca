import Sluice
import SluiceFeed
import SluiceSystem

/// Finds the file of a checkpoint among those at and beside a followed path.
///
/// ```
/// predecessor       its file          newer ones      the file at the path
/// app.log.3.gz      app.log.2         app.log.1       app.log
///                   └ from the position, and then all of the others
/// ```
///
/// A checkpoint records which rotated file came before its own. Its own file and newer ones come after that
/// one in the order of the names. Their content tells which of them it is: by the hashes before the
/// position or, if nothing was read yet, by the hash of the start.
extension FollowedPath {
  /// Where a job resumes.
  struct Found {
    /// Files to read before the one at the path, oldest first.
    var rotated: [SourceFile] = []
    /// The position in the first file to be read.
    var start = FeedPosition.start
    /// Whether that file is the checkpoint's.
    var isKnown = false
    var notes: [ImportNote] = []
  }

  /// `held`: the file that a running job has read until now; it may have lost its name.
  ///
  /// Throws when a starting job does not find its checkpoint's file, which was not read to its end.
  func find(
    _ earlier: Checkpoint?, in inspected: Inspection, held: SourceFile? = nil
  ) throws(ImportError) -> Found {
    let search = try LogSearch(self, inspected, earlier)
    var found = try search.find(held: held)
    try search.mark(found.rotated)
    found.notes += search.notes(on: found.rotated)
    return found
  }
}

/// One search for a checkpoint's file.
private struct LogSearch {
  let place: FollowedPath
  let inspected: FollowedPath.Inspection
  let earlier: Checkpoint?
  let files: [RotatedFile]
  /// The first file after the checkpoint's predecessor; nil: not known.
  let first: Int?
  /// Whether the predecessor existed, and is gone.
  let isPredecessorGone: Bool

  init(
    _ place: FollowedPath, _ inspected: FollowedPath.Inspection, _ earlier: Checkpoint?
  ) throws(ImportError) {
    (self.place, self.inspected, self.earlier) = (place, inspected, earlier)
    let mark = earlier?.fingerprint.mark
    var files: [RotatedFile] = []
    for entry in inspected.rotated {
      let file = RotatedFile(entry, of: place)
      // A file that is being copied before it is cut is still the file at the path.
      if entry.file != mark?.start.file, try file.isCopy(of: inspected.file) { continue }
      files.append(file)
    }
    self.files = files
    switch mark?.predecessor {
    case nil: (first, isPredecessorGone) = (nil, false)
    case .nothing: (first, isPredecessorGone) = (0, false)
    case .file(let start):
      var best: (likeness: RotatedFile.Likeness, index: Int)?
      for index in files.indices.reversed() where best?.likeness != .same {
        let likeness = try files[index].likeness(to: start)
        if likeness != .none, likeness.rawValue > best?.likeness.rawValue ?? 0 {
          best = (likeness, index)
        }
      }
      if best == nil { for file in files { try file.requireOpening() } }
      first = best.map { $0.index + 1 } ?? 0
      isPredecessorGone = best == nil
    }
  }

  func find(held: SourceFile?) throws(ImportError) -> FollowedPath.Found {
    guard let earlier else { return FollowedPath.Found() }
    if let first {
      if earlier.position.offset == 0, isPredecessorGone, first < files.count,
        earlier.fingerprint.mark?.start.count == 0
      {
        var found = try from(first, earlier, isKnown: false)
        found.notes.append(
          loss("the rotated file that stood before it is gone, and others may be", earlier))
        return found
      }
      for index in first..<files.count {
        if try files[index].isFile(of: earlier, isNext: true) {
          return try from(index, earlier, isKnown: true)
        }
        // Nothing was read of it, so that its place tells which it is, if it can't be opened.
        if earlier.position.offset == 0 { try files[index].requireOpening() }
      }
      if try isCurrent(earlier, isNext: first == files.count || earlier.position.offset > 0) {
        return current(earlier)
      }
    } else if try isCurrent(earlier, isNext: true) {
      var found = current(earlier)
      if earlier.fingerprint.head.hasPrefix("file "), !files.isEmpty {
        found.notes.append(
          loss("an earlier version began with it, and can't tell whether it was cut since", earlier)
        )
      }
      return found
    }
    for index in (0..<(first ?? files.count)).reversed()
    where try files[index].isFile(of: earlier, isNext: false) {
      return try from(index, earlier, isKnown: true)
    }
    if let held, earlier.position.offset > 0, try held.isFile(of: earlier) {
      // It is still open. It has lost its name, or can't be opened by it any more.
      let itself = try held.identity()
      let index = files.firstIndex { $0.entry.file == itself }
      var found = try from(
        index.map { $0 + 1 } ?? first ?? files.count, earlier, isKnown: true)
      held.generation = nil
      found.rotated.insert(held, at: 0)
      found.start = earlier.position
      return found
    }
    return try lost(earlier, isRunning: held != nil)
  }

  private func isCurrent(_ earlier: Checkpoint, isNext: Bool) throws(ImportError) -> Bool {
    if earlier.position.offset > 0 { return try inspected.file.isFile(of: earlier) }
    let identity = try inspected.file.identity()
    return try FollowedPath.isUnread(earlier, identity, isNext: isNext) {
      count throws(ImportError) in try inspected.file.bytes(at: 0, count: count)
    }
  }

  private func current(_ earlier: Checkpoint) -> FollowedPath.Found {
    FollowedPath.Found(start: earlier.position, isKnown: true)
  }

  private func from(
    _ index: Int, _ earlier: Checkpoint, isKnown: Bool
  ) throws(ImportError) -> FollowedPath.Found {
    var found = FollowedPath.Found(
      start: FeedPosition(offset: 0, line: 0, recordNumber: earlier.position.recordNumber),
      isKnown: isKnown)
    for file in files[index...] {
      let text = try file.text()
      try file.requireOpening()
      if let text {
        if isKnown, found.rotated.isEmpty { found.start = earlier.position }
        found.rotated.append(text)
      } else {
        found.notes.append(
          ImportNote(
            kind: .possibleLoss,
            message: "\(file.entry.path) can't be read, and its records are not imported:"
              + " \(file.fault ?? "it is gone")"))
      }
    }
    return found
  }

  /// The error for a checkpoint whose file is gone.
  private func lost(
    _ earlier: Checkpoint, isRunning: Bool
  ) throws(ImportError) -> FollowedPath.Found {
    for file in files { try file.requireOpening() }
    let wasRead = earlier.isFinished && earlier.fingerprint.size <= earlier.position.offset
    guard isRunning || wasRead else {
      throw ImportError(
        .changedSource,
        "\(place.path) is not the file that was read up to byte"
          + " \(earlier.position.offset)\(lastInspection(earlier)), and no file beside it (such as \(place.path).1) is"
          + " that one: its rest was not imported. Restore it under a name like that; or name another"
          + " table")
    }
    var found = try from(first ?? files.count, earlier, isKnown: false)
    found.notes.append(
      loss("what was read is no longer in it, and no rotated file contains it", earlier))
    return found
  }

  private func lastInspection(_ earlier: Checkpoint) -> String {
    earlier.fingerprint.mark.map { " and last examined at \(Moment.text($0.time))" } ?? ""
  }

  private func loss(_ reason: String, _ earlier: Checkpoint) -> ImportNote {
    let position = earlier.position
    let from = earlier.fingerprint.mark.map { Moment.text($0.time) } ?? "a time that is not known"
    return ImportNote(
      kind: .possibleLoss,
      message: "records of \(place.path) may be lost: \(reason). It was read up to byte"
        + " \(position.offset) (line \(position.line), record \(position.recordNumber)); what was written"
        + " after that, between \(from) and \(Moment.text(Moment.now)), can't be vouched for")
  }

  /// Records in the files, and in the one at the path, what their checkpoints need.
  func mark(_ rotated: [SourceFile]) throws(ImportError) {
    for file in rotated {
      let head = try file.bytes(at: 0, count: SourceFingerprint.span)
      var start = FollowMark.Start(
        file: try file.identity(), count: head.count, hash: SourceFingerprint.hash(head),
        size: try file.size())
      var predecessor = file.mark?.predecessor
      if let index = files.firstIndex(where: { ByteName($0.entry.path) == ByteName(file.name) }) {
        start.file = files[index].entry.file
        predecessor = try self.predecessor(at: index)
      }
      file.mark = FollowMark(start: start, predecessor: predecessor, time: Moment.now)
    }
    var head = inspected.generation?.head ?? []
    if inspected.generation == nil {
      head = try inspected.file.bytes(at: 0, count: SourceFingerprint.span)
    }
    inspected.file.mark = FollowMark(
      start: FollowMark.Start(
        file: try inspected.file.identity(), count: head.count, hash: SourceFingerprint.hash(head),
        size: try inspected.file.size()),
      predecessor: try predecessor(at: files.count), time: Moment.now)
  }

  private func predecessor(at index: Int) throws(ImportError) -> FollowMark.Predecessor {
    index > 0 ? .file(try files[index - 1].start()) : .nothing
  }

  /// Reports names and times that give different orders; the names decide.
  func notes(on rotated: [SourceFile]) -> [ImportNote] {
    var entries: [RotatedFiles.Entry] = []
    for file in rotated {
      if let entry = files.first(where: { ByteName($0.entry.path) == ByteName(file.name) })?.entry {
        entries.append(entry)
      }
    }
    for (older, newer) in zip(entries, entries.dropFirst()) where older.time > newer.time {
      return [
        ImportNote(
          kind: .order,
          message:
            "\(older.path) was written to after \(newer.path), although its name says that it"
            + " is older: they are read in the order of their names")
      ]
    }
    return []
  }
}

extension RotatedFile {
  /// Whether another file starts with the whole of this one: a copy in progress.
  fileprivate func isCopy(of file: SourceFile) throws(ImportError) -> Bool {
    guard !entry.isPacked, let text = try text() else { return false }
    let size = try text.size()
    guard size > 0, try file.size() >= size else { return false }
    var offset: Int64 = 0
    while offset < size {
      let count = Int(min(size - offset, offset == 0 ? 1024 : 1 << 18))
      guard try text.bytes(at: offset, count: count) == file.bytes(at: offset, count: count) else {
        return false
      }
      offset += Int64(count)
    }
    return true
  }
}
