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
  let held: JobSource?
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
    held: JobSource?
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
    var (candidates, before) = divide(rest)
    let own = try own(candidates, before, earlier)
    if mark?.journal == nil, case .rotated(let file) = own, let index = rest.firstIndex(of: file) {
      (candidates, before) = (Array(rest[index...]), Array(rest[..<index]))
    }
    for file in before { marks.append((try files[file].mark(), true)) }
    return try describe(own, candidates, earlier)
  }

  /// Where the checkpoint's generation is.
  enum Own { case rotated(Int), current, held, unread, lost }

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
  private func divide(_ rest: [Int]) -> (candidates: [Int], before: [Int]) {
    mark?.journal != nil ? (rest, []) : ([], rest)
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

  func isOwn(_ file: JobSource, _ earlier: Checkpoint) throws(ImportError) -> Bool {
    if earlier.position.offset > 0 { return try file.isFile(of: earlier) }
    guard let start = mark?.start else { return true }
    let head = try file.bytes(at: 0, count: start.count)
    return head.count == start.count && SourceFingerprint.isHash(start.hash, of: head)
  }
}
