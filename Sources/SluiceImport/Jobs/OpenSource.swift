import Sluice
import SluiceFeed

/// A source of a job: opened, compared with its checkpoint, and ready to be read.
struct OpenSource {
  /// Can't be read again (a pipe, memory), if there is no file.
  private let source: FeedSource
  /// The examined file, whatever has its name by now.
  let file: JobSource?
  /// What an earlier run left.
  let earlier: Checkpoint?
  /// Where reading begins.
  let start: FeedPosition
  /// Whether the checkpoint belongs to this file, not to one that was at its path before.
  let isKnown: Bool
  /// The followed log whose first generation it is.
  private(set) var chain: LogChain?

  var name: String { file?.feedName ?? source.name }

  /// Throws when the checkpoint was made in another file.
  init(
    _ source: FeedSource, _ file: JobSource?, resuming earlier: Checkpoint?
  ) throws(ImportError) {
    let earlier = try earlier?.checked(of: source.name)
    if let earlier {
      try file?.verify(earlier)
      try file?.noteFilledHoles(since: earlier)
    }
    self.source = source
    self.file = file
    self.earlier = earlier
    if let earlier, let file {
      start = file.start(after: earlier)
    } else {
      start = file?.content.start(after: .start) ?? .start
    }
    isKnown = true
  }

  /// The first generation that is read of a followed log.
  init(_ chain: LogChain, earlier: Checkpoint?) throws(ImportError) {
    if chain.isKnown, let earlier { try chain.first.noteFilledHoles(since: earlier) }
    self.chain = chain
    source = .file(chain.first.name)
    file = chain.first
    self.earlier = earlier
    start = chain.start
    isKnown = chain.isKnown
  }

  /// Opens the feed at the position where reading begins.
  func open(_ options: FeedOptions, _ stop: FeedStop) throws -> JSONFeed {
    if let file {
      return try file.feed(options, from: file.begin(at: start, in: options.framing), stop)
    }
    return try JSONFeed(source, options: options, from: start, stop: stop)
  }

  /// Whether all of it was imported before.
  var hasNothingNew: Bool {
    get throws(ImportError) {
      guard let earlier, earlier.isFinished, let file else { return false }
      return try file.ends(at: earlier)
    }
  }

  /// The fingerprint for the commit before the first new byte of an object without a strong ETag that was imported to
  /// its end, and seems to have grown: still that of what was imported. A run that then fails has read nothing of
  /// another state. Nil: the file's own will do.
  var unreadFingerprint: SourceFingerprint? {
    guard let earlier, file?.content.isStrong == false, start == earlier.position,
      earlier.isFinished || earlier.fingerprint.isUnread
    else { return nil }
    return earlier.fingerprint.unread
  }

  var beginning: ImportSummary.Beginning {
    switch earlier {
    case nil: .fresh
    case _ where !isKnown: .fresh
    case let earlier? where earlier.isFinished: .continued(offset: start.total)
    default: .resumed(offset: start.total)
    }
  }
}
