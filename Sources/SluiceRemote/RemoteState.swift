import SluiceFeed

/// What is known of an object on a server.
struct RemoteState {
  /// See ``RemoteObject/name``.
  var name: String
  /// Nil until a response has come, or if a list told them.
  var facts: RemoteFacts?
  /// Whether a response has come.
  var hasAnswered = false
  /// The version in which reading should resume.
  var expected: String?
  /// Whether reading resumes in its middle, which needs a strong ETag.
  var isResumed = false
  /// How often it has grown.
  private(set) var generation = 0
  /// How many first bytes of this state were compared with what is known.
  private var compared: Int64 = 0
  /// How many readers were made that give out bytes.
  var readers = 0
  /// The first of them that was answered.
  var giver: Int?
  /// Whether the server answered a range with a range, if it was asked for one.
  var takesRanges: Bool?
  /// Bytes that were asked for, and the last ones that were read. Of an object of S3 under a strong ETag, only the first
  /// ones.
  private(set) var pieces: [Piece] = []

  /// Bytes of it at some place.
  struct Piece {
    let start: Int64
    let bytes: [UInt8]
    /// The state of the object in which they were read.
    let generation: Int
    var end: Int64 { start + Int64(bytes.count) }
  }

  init(name: String, facts: RemoteFacts?) { (self.name, self.facts) = (name, facts) }

  var isStrong: Bool { facts?.isStrong ?? false }

  /// A response has these facts, and a reader gives out its bytes; nil: they are only examined.
  mutating func note(_ facts: RemoteFacts, by reader: Int?) {
    (self.facts, hasAnswered) = (facts, true)
    giver = giver ?? reader
  }

  /// It has grown.
  mutating func grow() { (generation, compared) = (generation + 1, 0) }

  /// Bytes of some state were compared.
  mutating func compared(_ bytes: Range<Int64>, in generation: Int) {
    guard generation == self.generation, bytes.lowerBound <= compared else { return }
    compared = max(compared, bytes.upperBound)
  }

  /// Whether bytes before an offset are known only of an earlier state, so that those after it don't follow them yet.
  func isUnsure(before offset: Int64) -> Bool {
    pieces.contains {
      $0.generation != generation && $0.start < offset && min($0.end, offset) > compared
    }
  }

  mutating func keep(_ piece: Piece) {
    let isKnown = pieces.contains { $0.start <= piece.start && piece.end <= $0.end }
    if !isKnown { pieces.append(piece) }
  }

  /// Bytes that are known without a request, fewer at the end; nil: they are not.
  func bytes(at offset: Int64, count: Int) -> [UInt8]? {
    let (more, overflows) = offset.addingReportingOverflow(Int64(count))
    let end = min(overflows ? .max : more, facts?.size ?? .max)
    var found: [UInt8] = []
    var place = offset
    while place < end {
      guard let piece = pieces.first(where: { $0.start <= place && place < $0.end }) else {
        return nil
      }
      let last = min(piece.end, end)
      found += piece.bytes[Int(place - piece.start)..<Int(last - piece.start)]
      place = last
    }
    return found
  }

  /// Whether it may be a text that has grown to these facts, which its bytes will tell: it is longer, and
  ///
  /// * only its first bytes are known so far, and it is not an archive, of which parts are read in any order; or
  /// * the reader that asks is the only one that got bytes of it. Then only strong ETags tell two states from one that
  ///   was announced wrongly.
  func mayGrow(to other: RemoteFacts, reader: Int?) -> Bool {
    guard expected == nil, !isResumed, let facts, let size = facts.size, let more = other.size,
      more > size, facts.isStrong == other.isStrong, !facts.isStrong || facts.etag != other.etag
    else { return false }
    if giver != nil { return giver == reader && facts.isStrong }
    let head = pieces.first { $0.start == 0 }
    return head.map { FeedSource.isPlain($0.bytes) } ?? false
  }
}
