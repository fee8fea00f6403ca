import Sluice
import SluiceFeed
import SluiceSystem

/// The chain that was found, and what is said of it.
extension ChainSearch {
  mutating func describe(
    _ own: Own, _ candidates: [Int], _ earlier: Checkpoint
  ) throws(ImportError) -> LogChain {
    let fresh = FeedPosition(offset: 0, line: 0, recordNumber: earlier.position.recordNumber)
    switch own {
    case .current:
      // The rest of it comes first; what else was not read is read when it is rotated.
      var chain = chain([], earlier.position, isKnown: true)
      if let file = candidates.first { chain.notes.append(late(file)) }
      let isMadeAnew = try isMadeAnew(inspected.file)
      if let start = mark?.start, wasEmpty(start, earlier),
        start.file.inode != inspected.identity.inode || isMadeAnew
      {
        chain.gaps.append(
          gap(earlier, "it was empty, and another file is at its path; what came between is gone"))
      }
      return finished(chain, earlier)
    case .rotated(let file):
      let order = [file] + order(candidates.filter { $0 != file }, after: file)
      let generations = try generations(order, own: file)
      var chain = chain(generations, earlier.position, isKnown: true)
      chain.gaps += gaps(from: file, candidates)
      if try isLaterGone(own: file) { chain.gaps.append(gap(earlier, Self.laterIsGone)) }
      // Otherwise its text can't be read, as a note says.
      if chain.rotated.first?.identity != files[file].entry.file {
        (chain.start, chain.isKnown) = (fresh, false)
      }
      if let start = mark?.start, wasEmpty(start, earlier),
        try isMadeAnew(chain.rotated.first?.file)
      {
        chain.gaps.append(gap(earlier, "it was empty, and another file has its number on the disk"))
      }
      // Numbered files come one after another: it is one of a rotation that copies.
      if let start = mark?.start, !isItself(file), !isSeen(start.file),
        files[file].entry.name?.isPacked == false, scheme(file) != .suffix(.number)
      {
        chain.gaps.append(
          gap(
            earlier,
            "\(files[file].entry.path) has what was read of it, but is another file, and the file itself is gone:"
              + " it may be a copy"))
      }
      return finished(chain, earlier)
    case .unread:
      let generations = try generations(order(candidates))
      var chain = chain(generations, fresh, isKnown: false)
      if mark?.journal == nil {
        chain.gaps.append(
          gap(earlier, "the rotated file that stood before it is gone, and others may be"))
      }
      chain.gaps += gaps(from: nil, candidates)
      return finished(chain, earlier)
    case .held:
      guard let held else { break }
      return try describe(held, candidates, earlier)
    case .lost: break
    }
    return try lost(candidates, earlier, fresh)
  }

  /// The file that is read is still open. It has lost its name, or can't be opened by it any more.
  private mutating func describe(
    _ held: JobSource, _ candidates: [Int], _ earlier: Checkpoint
  ) throws(ImportError) -> LogChain {
    let itself = try held.identity()
    let own = files.firstIndex { $0.entry.file == itself }
    let rest = try generations(order(candidates.filter { $0 != own }, after: own))
    held.log?.generation = nil
    var chain = chain(
      [LogChain.Generation(identity: itself, file: held)] + rest, earlier.position, isKnown: true)
    if own == nil, !isHeldSeen {
      chain.gaps.append(
        gap(
          earlier, to: chain.rotated.dropFirst().first ?? chain.current,
          "it was replaced, and no file in its folder has its text; others may have come between"
        ))
    } else if try isLaterGone(own: own) {
      chain.gaps.append(gap(earlier, Self.laterIsGone))
    }
    return finished(chain, earlier)
  }

  /// The error for a checkpoint whose file is gone, unless it was read to its end.
  private mutating func lost(
    _ candidates: [Int], _ earlier: Checkpoint, _ fresh: FeedPosition
  ) throws(ImportError) -> LogChain {
    for file in files where file.entry.name != nil { try file.requireOpening() }
    if earlier.position.offset > 0 {
      for entry in try inspected.places.others() where entry.file != inspected.identity {
        let file = RotatedFile(entry, of: place)
        guard try file.isFile(of: earlier) else { continue }
        files.append(file)
        notes.append(
          ImportNote(
            kind: .sameSource,
            message: "\(entry.path) continues what was imported from \(place.path)"))
        return try describe(
          .rotated(files.count - 1), [files.count - 1] + candidates, earlier)
      }
    }
    let wasRead = earlier.fingerprint.size <= earlier.position.offset
    let hidden = mark.flatMap { inspected.places.illegibleName(of: $0.start.file.inode) }
    guard held != nil || wasRead && hidden == nil else { throw refusal(earlier, hidden) }
    if earlier.position.offset > 0, let mark {
      let offset = earlier.position.offset
      self.marks.append(
        (
          GenerationMark(
            file: mark.start.file, count: SourceFingerprint.span(before: offset),
            head: String(earlier.fingerprint.headHash), size: offset,
            tail: String(earlier.fingerprint.tailHash)), false
        ))
    }
    // What begins like it, and has less than what was read, is a copy of its beginning.
    var rest: [Int] = []
    for file in candidates {
      if let start = mark?.start, start.count > 0, try files[file].begins(as: start),
        let size = try files[file].size(), size < earlier.position.offset
      {
        continue
      }
      rest.append(file)
    }
    let generations = try generations(order(rest))
    var chain = chain(generations, fresh, isKnown: false)
    chain.gaps.append(
      gap(
        earlier, to: chain.rotated.first ?? chain.current,
        "what was read is no longer in it, and no rotated file contains it"))
    return finished(chain, earlier)
  }

  private func refusal(_ earlier: Checkpoint, _ hidden: String?) -> ImportError {
    let examined = mark.map { " and last examined at \(Moment.text($0.time))" } ?? ""
    return ImportError(
      .changedSource,
      "\(place.path) is not the file that was read up to byte \(earlier.position.offset)\(examined), and no"
        + " other file (such as \(place.path).1) is that one: its rest was not imported. "
        + (hidden.map { "It has the name \($0) now, which is no UTF-8: rename it" }
          ?? "Restore it beside \(place.path), under any name")
        + ", and run the same command again; or give --restart to import \(place.path) from its start and go"
        + " on without that rest")
  }

  // MARK: Parts of a chain

  func chain(
    _ rotated: [LogChain.Generation], _ start: FeedPosition, isKnown: Bool
  ) -> LogChain {
    var chain = LogChain(
      rotated: rotated,
      current: LogChain.Generation(identity: inspected.identity, file: inspected.file),
      start: start, isKnown: isKnown, notes: notes,
      places: inspected.places.hasLinks ? inspected.places.paths : [])
    chain.journal = mark?.journal ?? GenerationJournal()
    chain.journal.replace(marks)
    return chain
  }

  /// The chain with notes on its gaps.
  private func finished(_ chain: LogChain, _ earlier: Checkpoint) -> LogChain {
    var chain = chain
    #if PLANTED
      if PlantedFault.generations.isOn { chain.gaps = [] }
    #endif
    let from = mark.map { Moment.text($0.time) } ?? "a time that is not known"
    let position = earlier.position
    chain.notes += chain.gaps.map { gap in
      ImportNote(
        kind: .possibleLoss,
        message: "records of \(place.path) may be lost between \(gap.before) and \(gap.after):"
          + " \(gap.reason). It was read up to byte \(position.offset) (line \(position.line), record"
          + " \(position.recordNumber)); what was written after that, between \(from) and"
          + " \(Moment.text(Moment.now)), can't be vouched for")
    }
    return chain
  }

  private func gap(
    _ earlier: Checkpoint, to next: LogChain.Generation? = nil, _ reason: String
  ) -> LogChain.Gap {
    LogChain.Gap(
      before: "byte \(earlier.position.offset) of what was read",
      after: "the start of \(next?.file.name ?? place.path)", reason: reason)
  }

  /// Opens the files, so that they may be renamed or removed from now on.
  private mutating func generations(
    _ unread: [Int], own: Int? = nil
  ) throws(ImportError) -> [LogChain.Generation] {
    notes += orderNotes(unread.filter { $0 != own }, after: own)
    var result: [LogChain.Generation] = []
    for file in unread {
      let text = try files[file].text()
      try files[file].requireOpening()
      let entry = files[file].entry
      guard let text else {
        notes.append(
          ImportNote(
            kind: .possibleLoss,
            message: "\(entry.path) can't be read, and its records are not imported:"
              + " \(files[file].fault ?? "it is gone")"))
        marks.append((try files[file].mark(), true))
        continue
      }
      let copied = copies.filter { $0.value == file }.map(\.key).sorted()
      var generation = LogChain.Generation(identity: entry.file, file: text)
      generation.copies = try copied.map { (copy) throws(ImportError) in try files[copy].mark() }
      result.append(generation)
    }
    return result
  }

  private static let laterIsGone = "a file that came after it is gone with all that it had"

  /// Whether a file that came after the checkpoint's was not read, and is nowhere.
  private func isLaterGone(own: Int?) throws(ImportError) -> Bool {
    let others = files.indices.filter { $0 != own }
    for later in mark?.later ?? [] where !isSeen(later.file) {
      guard try isThere(later, among: others) else { return true }
    }
    return false
  }

  private func isThere(
    _ start: FollowMark.FileStart, among others: [Int]
  ) throws(ImportError) -> Bool {
    // What was empty may be anything by now.
    guard start.count > 0 else { return others.contains { read[$0] == nil } }
    for file in others where try files[file].begins(as: start) { return true }
    let head = try inspected.file.bytes(at: 0, count: start.count)
    return SourceFingerprint.isHash(start.hash, of: head)
  }

  /// Whether nothing was in the checkpoint's file: only its number tells it.
  private func wasEmpty(_ start: FollowMark.FileStart, _ earlier: Checkpoint) -> Bool {
    earlier.position.offset == 0 && start.count == 0
  }

  /// Whether a file has the number of the checkpoint's, and was made after that one had gone.
  private func isMadeAnew(_ file: JobSource?) throws(ImportError) -> Bool {
    guard let start = mark?.start, let before = start.birthTime, let now = try file?.origin()
    else { return false }
    return now.identity == start.file && now.birthTime != before
  }

  private func isSeen(_ file: FileIdentity) -> Bool {
    file.inode == inspected.identity.inode
      || inspected.others.contains { $0.file.inode == file.inode }
  }

  private func late(_ file: Int) -> ImportNote {
    ImportNote(
      kind: .order,
      message:
        "\(files[file].entry.path) was not there before, and \(place.path) was not rotated: it is read"
        + " after the next rotation")
  }
}
