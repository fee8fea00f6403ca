import Sluice
import SluiceFeed
import SluiceSystem

/// What a checkpoint in a followed log records besides the hashes of the text before its position. It
/// identifies the file among those that its log was rotated to, even before any of it was read.
struct FollowMark: Hashable {
  /// The start of a file: its content, and which file it was.
  struct FileStart: Hashable {
    var file: FileIdentity
    /// The number of bytes that the hash covers; zero for an empty file.
    var count: Int
    var hash: String
    /// The size of the whole file at that time.
    var size: Int64
    /// When it was made; nil: not known, or it is compressed.
    var birthTime: Int64?
  }

  /// The file itself.
  var start: FileStart
  /// The files after it when it was begun, at most the newest of them, the one at the path last.
  var later: [FileStart] = []
  static let mostLater = 32
  /// The generations that were read.
  var journal: GenerationJournal?
  /// The paths that the log's path has led to.
  var places: [ByteName] = []
  /// When the log was last examined, in seconds since 1970.
  var time: Int64
  /// What `.auto` chose for the files before it; nil: nothing yet.
  var framing: FeedFraming?

  /// The text after the hash: `;start=…;later=…;at=…;framing=…;read=…;places=…`.
  var text: String {
    var text = ";start=\(start.text)"
    if !later.isEmpty { text += ";later=\(later.map(\.text).joined(separator: "/"))" }
    text += ";at=\(time)"
    if let framing { text += ";framing=\(framing)" }
    if let journal { text += ";read=\(journal.text)" }
    if !places.isEmpty { text += ";places=\(SourceFingerprint.list(places))" }
    return text
  }

  init(start: FileStart, journal: GenerationJournal?, places: [ByteName], time: Int64) {
    self.start = start
    self.journal = journal
    self.places = places
    self.time = time
  }

  /// Nil when the text is not a mark's.
  init?(_ text: Substring) {
    var start: FileStart?
    var later: [FileStart] = []
    var time: Int64?
    var framing: FeedFraming?
    var journal: GenerationJournal?
    var places: [ByteName] = []
    for part in text.parts(at: ";") where !part.isEmpty {
      guard let (name, value) = part.halves(at: "=") else { return nil }
      switch name {
      case "start": start = FileStart(value)
      case "later": later = value.parts(at: "/").compactMap { FileStart($0) }
      case "at": time = Int64(value)
      case "framing": framing = try? FeedFraming(String(value))
      case "read": journal = GenerationJournal(value)
      case "places": places = SourceFingerprint.names(inList: value)
      default: break
      }
    }
    guard let start, let time else { return nil }
    self.init(start: start, journal: journal, places: places, time: time)
    self.later = later
    self.framing = framing
  }
}

extension FollowMark.FileStart {
  fileprivate var text: String {
    "\(file),\(count),\(hash),\(size)" + (birthTime.map { ",\($0)" } ?? "")
  }

  fileprivate init?(_ text: Substring) {
    let parts = text.parts(at: ",")
    guard parts.count == 4 || parts.count == 5, let file = FileIdentity(parts[0]),
      let count = Int(parts[1]),
      count >= 0,
      count <= SourceFingerprint.span, let size = Int64(parts[3]), size >= 0
    else { return nil }
    self.init(
      file: file, count: count, hash: String(parts[2]), size: size,
      birthTime: parts.count == 5 ? Int64(parts[4]) : nil)
  }
}
