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
    var end: Int64 { start + Int64(bytes.count) }
  }

  init(name: String, facts: RemoteFacts?) { (self.name, self.facts) = (name, facts) }

  var isStrong: Bool { facts?.isStrong ?? false }

  mutating func keep(_ piece: Piece) {
    let isKnown = pieces.contains { $0.start <= piece.start && piece.end <= $0.end }
    if !isKnown { pieces.append(piece) }
  }

  /// Bytes that are known without a request, fewer at the end; nil: they are not.
  func bytes(at offset: Int64, count: Int) -> [UInt8]? {
    let (more, overflows) = offset.addingReportingOverflow(Int64(count))
    let end = min(overflows ? .max : more, facts?.size ?? .max)
    guard let piece = pieces.first(where: { $0.start <= offset && end <= $0.end }) else {
      return nil
    }
    return Array(piece.bytes.dropFirst(Int(offset - piece.start)).prefix(count))
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
