import SluiceFeed
import SluiceSystem

/// What was found of a followed log: those of its generations that are to be read, oldest first.
///
/// ```
/// in the journal    the checkpoint's  not read yet     at the path
/// app.log.3.gz      app.log.2         app.log.1        app.log
///                   └ from the position, and then all of the others
/// ```
struct LogChain {
  struct Generation {
    let identity: FileIdentity
    /// What it is read from: a compressed one is unpacked.
    let file: JobSource
    /// Copies of it, which are not read.
    var copies: [GenerationMark] = []
  }

  /// A place in the chain where a generation may be missing.
  struct Gap {
    /// What is known before and after it, in words.
    let before: String
    let after: String
    let reason: String
  }

  /// Those to read before the one at the path.
  var rotated: [Generation] = []
  let current: Generation
  /// The position in the first one that is read.
  var start = FeedPosition.start
  /// Whether that one is the checkpoint's.
  var isKnown = false
  var gaps: [Gap] = []
  var notes: [ImportNote] = []
  /// Those that need no reading.
  var journal = GenerationJournal()
  /// Where its files may be, if a link is followed.
  let places: [ByteName]

  var first: JobSource { (rotated.first ?? current).file }
  var all: [Generation] { rotated + [current] }

  /// Gives a generation's file what its checkpoints record besides the hashes, before it is read.
  func begin(_ number: Int, _ framing: FeedFraming?) throws(ImportError) {
    let file = all[number].file
    file.log?.mark = FollowMark(
      start: try start(of: all[number]), journal: journal, places: places, time: Moment.now)
    file.log?.mark?.later = try all[(number + 1)...].suffix(FollowMark.mostLater).map(start)
    file.log?.mark?.framing = framing
  }

  private func start(of generation: Generation) throws(ImportError) -> FollowMark.FileStart {
    let file = generation.file
    let head: [UInt8]
    if let read = file.log?.generation?.head {
      head = read
    } else {
      head = try file.bytes(at: 0, count: SourceFingerprint.span)
    }
    // NUL bytes may be a hole, which is filled later.
    let written = head.prefix { $0 != 0 }
    return FollowMark.FileStart(
      file: generation.identity, count: written.count, hash: SourceFingerprint.hash(written),
      size: try file.size(),
      birthTime: try file.origin().flatMap {
        $0.identity == generation.identity ? $0.birthTime : nil
      })
  }

  /// Records that a generation was read to its end.
  mutating func end(_ generation: Generation) throws(ImportError) {
    let size = try generation.file.size()
    let span = SourceFingerprint.span(before: size)
    let (head, tail) = try generation.file.hashes(before: size)
    for copy in generation.copies { journal.append(copy) }
    guard size > 0 else { return }
    journal.append(
      GenerationMark(
        file: generation.identity, count: span, head: head, size: size, tail: tail))
  }
}
