import Sluice
import SluiceSystem

/// Where a file or an object can be divided among readers.
enum FileDivision {
  case anywhere
  case atMembers(MemberWalk)
  /// For this reason.
  case nowhere(String)

  /// Examines the first bytes of a file, and of its text if it is compressed. Throws `io`.
  init(of path: String, isRegular: Bool, _ framing: FeedFraming) throws(JSONError) {
    guard isRegular else {
      self = .nowhere("it is not a regular file")
      return
    }
    do throws(JSONError) {
      self = try FileDivision(of: FileInput(opening: path), path, framing)
    } catch {
      guard error.code == .decompressionFailed else { throw error }
      self = .nowhere("its first members are damaged")
    }
  }

  /// Examines the first bytes of an object. Throws `io`.
  init(
    of object: any SourceObject, at address: SourceAddress, _ framing: FeedFraming
  ) throws(JSONError) {
    guard object.size != nil else {
      self = .nowhere("the server does not tell its size")
      return
    }
    guard try object.takesRanges(stop: nil) else {
      self = .nowhere("the server does not take ranges")
      return
    }
    let head = try object.bytes(at: 0, count: FeedSource.headSize, stop: nil)
    if let obstacle = FeedRange.obstacle(of: head) {
      self = .nowhere(obstacle)
      return
    }
    let chosen =
      framing == .auto ? try SourceParts.framing(of: .address(address), FeedOptions()) : framing
    self = chosen == .lines ? .anywhere : .nowhere("its framing is \(chosen)")
  }

  private init(
    of file: FileInput, _ path: String, _ framing: FeedFraming
  ) throws(JSONError) {
    let head = try file.bytes(at: 0, count: FeedSource.headSize)
    var walk: MemberWalk?
    if let obstacle = FeedRange.obstacle(of: head) {
      walk = try MemberWalk(file)
      guard try walk?.isLong == true else {
        self = .nowhere(walk.map { "\(obstacle) \($0.absence)" } ?? obstacle)
        return
      }
      let text = try MemberInput.head(of: file, name: path)
      if let obstacle = FeedRange.obstacle(of: text) {
        self = .nowhere("decompressed, \(obstacle)")
        return
      }
    }
    var chosen = framing
    if framing == .auto { chosen = try SourceParts.framing(of: .file(path), FeedOptions()) }
    guard chosen == .lines else {
      self = .nowhere("its framing is \(chosen)")
      return
    }
    if let walk { self = .atMembers(walk) } else { self = .anywhere }
  }

  /// The parts that begin at members of a compressed file, about where these ranges of its bytes do, for
  /// readers with numbers from one on.
  ///
  /// A part's text begins after the first byte of its first member, so that no reader decodes the member
  /// before: a line that begins with that byte is in the part before, whose reader reads lines to their ends.
  func parts(
    _ ranges: [Range<Int64>], of path: String, from number: Int
  ) throws(JSONError) -> [FeedPart] {
    guard case .atMembers(var walk) = self else { return [] }
    var parts: [FeedPart] = []
    var begin = walk.place
    for (i, bytes) in ranges.enumerated() {
      let isLast = i == ranges.count - 1
      if !isLast {
        _ = try InputEvent.asErrors(try walk.walk { $0.file <= bytes.upperBound })
        // Members without text, or one that is larger than the range.
        if walk.place.text == begin.text { continue }
      }
      let first = begin.file == 0 ? 0 : begin.text + 1
      let (end, fileEnd) =
        isLast ? (.max, bytes.upperBound) : (walk.place.text + 1, walk.place.file)
      parts.append(
        FeedPart(
          number: number + i, path: path,
          range: FeedRange(bytes: first..<end, memberOffset: begin.file),
          size: fileEnd - begin.file, obstacle: nil))
      begin = walk.place
    }
    return parts
  }
}
