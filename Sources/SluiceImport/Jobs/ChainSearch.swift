import Sluice
import SluiceFeed
import SluiceSystem

/// One search for what is to be read of a followed log.
///
/// A generation that is not in the checkpoint's journal was not read. The checkpoint's own comes first, the one at the
/// path last, and those between in the order of their names.
struct ChainSearch {
  let place: FollowedPath
  let inspected: FollowedPath.Inspection
  let earlier: Checkpoint?
  /// The file that a running job has read until now; it may have lost its name.
  let held: SourceFile?
  var files: [RotatedFile]
  /// The files of generations that were read, and their places in the journal.
  var read: [Int: Int] = [:]
  /// Files that have the beginning of another one, or all of it; nil: of the one at the path.
  var copies: [Int: Int?] = [:]
  /// Whether a file has all of the held one's text.
  var isHeldSeen = false
  var notes: [ImportNote] = []
  var marks: [(mark: GenerationMark, isSeen: Bool)] = []

  init(
    _ place: FollowedPath, _ inspected: FollowedPath.Inspection, _ earlier: Checkpoint?,
    held: SourceFile?
  ) {
    (self.place, self.inspected, self.earlier, self.held) = (place, inspected, earlier, held)
    let start = earlier?.fingerprint.mark?.start.file
    // Nothing is to be read of an empty file, unless its writer is still to come.
    files = inspected.others.filter { $0.size > 0 || $0.file == start }
      .map { RotatedFile($0, of: place) }
  }

  /// Whether a file was renamed or removed meanwhile.
  var hasMissed: Bool { files.contains(where: \.isGone) }

  var mark: FollowMark? { earlier?.fingerprint.mark }

  /// Throws when a starting job does not find its checkpoint's file, which was not read to its end.
  mutating func run() throws(ImportError) -> LogChain {
    guard let earlier else {
      // What was rotated before the log was followed does not concern the job.
      for file in order(Array(files.indices)) where files[file].entry.name != nil {
        marks.append((try files[file].mark(), true))
      }
      return chain([], FeedPosition.start, isKnown: false)
    }
    if let journal = mark?.journal { try match(journal, earlier) }
    try findCopies(earlier)
    var unread: [Int] = []
    for file in files.indices where read[file] == nil && copies[file] == nil {
      if files[file].entry.name == nil, try !isOwnByContent(file, earlier) { continue }
      if try files[file].head()?.isEmpty == true, !isItself(file) { continue }
      #if PLANTED
        if PlantedFault.schemes.isOn, scheme(file) == .suffix(.date),
          files.contains(where: { $0.entry.name?.scheme == .suffix(.number) })
        {
          continue
        }
      #endif
      unread.append(file)
    }
    let rest = order(unread)
    var (candidates, before) = try divide(rest)
    let own = try own(candidates, before, earlier)
    if mark?.journal == nil, case .rotated(let file) = own, let index = rest.firstIndex(of: file) {
      (candidates, before) = (Array(rest[index...]), Array(rest[..<index]))
    }
    for file in before { marks.append((try files[file].mark(), true)) }
    return try chain(own, candidates, earlier)
  }

  /// Where the checkpoint's generation is.
  enum Own { case rotated(Int), current, held, unread, lost }

  private func chain(
    _ own: Own, _ candidates: [Int], _ earlier: Checkpoint
  ) throws(ImportError) -> LogChain {
    var search = self
    return try search.describe(own, candidates, earlier)
  }

  /// Whether a file is the checkpoint's by its number; its content is still to be compared.
  func isItself(_ file: Int) -> Bool { files[file].entry.file == mark?.start.file }

  /// Whether a file has what was read of the checkpoint's, or of which nothing was read.
  func isOwn(_ file: Int, _ earlier: Checkpoint) throws(ImportError) -> Bool {
    if earlier.position.offset > 0 { return try files[file].isFile(of: earlier) }
    guard let start = mark?.start else { return false }
    return try files[file].begins(as: start)
  }

  /// The same of a file that is not known by its name, and whose number may be that of a file that is gone.
  private func isOwnByContent(_ file: Int, _ earlier: Checkpoint) throws(ImportError) -> Bool {
    guard earlier.position.offset > 0 || mark.map({ $0.start.count > 0 }) == true else {
      return false
    }
    return try isOwn(file, earlier)
  }

  /// Those that may come next, and those that were read, of the files that are in no journal.
  private func divide(_ rest: [Int]) throws(ImportError) -> (candidates: [Int], before: [Int]) {
    if mark?.journal != nil { return (rest, []) }
    switch mark?.predecessor {
    case nil: return ([], rest)
    case .nothing: return (rest, [])
    case .file(let start):
      let likenesses = try rest.map { (file) throws(ImportError) in
        try files[file].likeness(to: GenerationMark(start))
      }
      guard let best = likenesses.max(), best > .none,
        let index = likenesses.lastIndex(of: best)
      else {
        for file in rest { try files[file].requireOpening() }
        return (rest, [])
      }
      return (Array(rest[(index + 1)...]), Array(rest[...index]))
    }
  }

  private func own(
    _ candidates: [Int], _ before: [Int], _ earlier: Checkpoint
  ) throws(ImportError) -> Own {
    let isEmpty = earlier.position.offset == 0 && (mark.map { $0.start.count == 0 } ?? true)
    if isEmpty {
      // Nothing is known of its content: what was not read comes next, whatever it is.
      if let file = candidates.first(where: isItself) { return .rotated(file) }
      if !candidates.isEmpty { return .unread }
      return .current
    }
    for file in candidates + before where isItself(file) {
      if try isOwn(file, earlier) { return .rotated(file) }
    }
    for file in candidates {
      if try isOwn(file, earlier) { return .rotated(file) }
    }
    if try isCurrent(earlier) { return .current }
    for file in before.reversed() {
      if try isOwn(file, earlier) { return .rotated(file) }
    }
    if try isHeld(earlier) { return .held }
    // A copy that has all of what was read, made while it was the file at the path.
    for file in read.keys.sorted() {
      if try isOwn(file, earlier) { return .rotated(file) }
    }
    return .lost
  }

  private func isCurrent(_ earlier: Checkpoint) throws(ImportError) -> Bool {
    try isOwn(inspected.file, earlier)
  }

  private func isHeld(_ earlier: Checkpoint) throws(ImportError) -> Bool {
    guard let held, try held.identity() != inspected.identity else { return false }
    return try isOwn(held, earlier)
  }

  private func isOwn(_ file: SourceFile, _ earlier: Checkpoint) throws(ImportError) -> Bool {
    if earlier.position.offset > 0 { return try file.isFile(of: earlier) }
    guard let start = mark?.start else { return true }
    let head = try file.bytes(at: 0, count: start.count)
    return head.count == start.count && SourceFingerprint.hash(head) == start.hash
  }
}

// MARK: What was read

extension ChainSearch {
  /// Finds the files of the generations that were read: each has one at most, and a file is one of them at most.
  private mutating func match(
    _ journal: GenerationJournal, _ earlier: Checkpoint
  ) throws(ImportError) {
    marks = journal.marks.map { ($0, false) }
    var left: [Int] = []
    for file in files.indices {
      if isItself(file), try isOwn(file, earlier) { continue }
      left.append(file)
    }
    let places = Dictionary(
      marks.indices.map { (marks[$0].mark.file, [$0]) }, uniquingKeysWith: +)
    for file in left {
      for place in places[files[file].entry.file] ?? []
      where read[file] == nil && !marks[place].isSeen {
        if try files[file].likeness(to: marks[place].mark) == .file { try take(file, place) }
      }
    }
    for wanted in [RotatedFile.Likeness.content, .longer] {
      for place in marks.indices where !marks[place].isSeen {
        for file in left where read[file] == nil && !marks[place].isSeen {
          if try files[file].likeness(to: marks[place].mark) == wanted { try take(file, place) }
        }
      }
    }
    if journal.isCut { try matchOlder(left) }
  }

  private mutating func take(_ file: Int, _ place: Int) throws(ImportError) {
    read[file] = place
    let mark = marks[place].mark
    marks[place].isSeen = true
    guard mark.count > 0 else { return }
    if let growth = files[file].growth(since: mark) {
      notes.append(
        ImportNote(
          kind: .possibleLoss,
          message:
            "\(growth) bytes were added to \(files[file].entry.path) after it was read to its end,"
            + " and are not imported"))
      marks[place].mark = try files[file].mark()
    }
    marks[place].mark.file = files[file].entry.file
  }

  /// What a bounded journal has left out: files that are older than known ones.
  private mutating func matchOlder(_ left: [Int]) throws(ImportError) {
    for file in left where read[file] == nil {
      guard let name = files[file].entry.name else { continue }
      let known = read.keys.map { files[$0].entry }
      let mates = known.filter { $0.name?.scheme == name.scheme }
      let isOlder =
        mates.isEmpty
        ? known.contains { files[file].entry.time < $0.time }
        : mates.contains { mate in
          mate.name.map { name.isOlder(than: $0, countsUp: false) } ?? false
        }
      if isOlder { copies[file] = .some(nil) }
    }
  }
}

// MARK: Copies

extension ChainSearch {
  /// Finds files that have the beginning of another one: copies of its generation, made while it was written.
  private mutating func findCopies(_ earlier: Checkpoint) throws(ImportError) {
    let paths = Set(files.map { ByteName($0.entry.path) })
    for file in files.indices
    where read[file] == nil && copies[file] == nil && files[file].entry.name != nil {
      // A rotated file may begin as the next one does. One that a link has left has its name still.
      if isItself(file), files[file].entry.name?.suffix != nil, try isOwn(file, earlier) {
        continue
      }
      if try files[file].isBeginning(of: inspected.file) {
        copies[file] = .some(nil)
        try keep(copy: file, of: inspected.file, earlier)
        continue
      }
      for other in files.indices where other != file && copies[other] == nil {
        guard files[other].entry.name != nil || read[other] != nil || isItself(other),
          try files[file].isBeginning(of: files[other])
        else { continue }
        if read[other] == nil, try files[file].size() == files[other].size(),
          rank(file) > rank(other) || rank(file) == rank(other) && file < other
        {
          continue
        }
        copies[file] = other
        if read[other] != nil { marks.append((try files[file].mark(), true)) }
        note(copy: file, of: files[other].entry.path)
        break
      }
      if copies[file] == nil, let held, try held.identity() != files[file].entry.file,
        try files[file].isBeginning(of: held)
      {
        copies[file] = .some(nil)
        if try files[file].size() == held.size() {
          isHeldSeen = true
        } else {
          try keep(copy: file, of: held, earlier)
          note(copy: file, of: place.path)
        }
      }
      // It is being compressed.
      let path = LogName(files[file].entry.path)
      if copies[file] == nil, path.isPacked, paths.contains(path.unpacked),
        try files[file].head() == nil || files[file].fault != nil
      {
        copies[file] = .some(nil)
      }
    }
  }

  /// A copy of the checkpoint's file that has no more than what was read is known later, even when that file is gone.
  private mutating func keep(
    copy: Int, of file: SourceFile, _ earlier: Checkpoint
  ) throws(ImportError) {
    guard let size = try files[copy].size(), size <= earlier.position.offset,
      try isOwn(file, earlier)
    else { return }
    marks.append((try files[copy].mark(), true))
  }

  private func rank(_ file: Int) -> Int {
    isItself(file) ? 2 : files[file].entry.name?.isPacked == false ? 1 : 0
  }

  private mutating func note(copy: Int, of original: String) {
    let path = files[copy].entry.path
    guard LogName(path).unpacked != LogName(original).unpacked else { return }
    notes.append(
      ImportNote(
        kind: .sameSource,
        message:
          "\(path) has the beginning of \(original), and is taken for a copy of it: it is not"
          + " imported"))
  }
}

extension GenerationMark {
  /// What earlier versions recorded of the file before the checkpoint's.
  fileprivate init(_ start: FollowMark.Start) {
    self.init(file: start.file, count: start.count, head: start.hash, size: nil, tail: "")
  }
}
