import Sluice

/// A range of the bytes of a source: of a feed of lines, those lines are read that *begin* in it.
///
/// ```swift
/// for range in FeedRange.dividing(size, into: 4) {
///   var feed = try JSONFeed(.file(path), in: range)
///   try feed.forEach { record in total += try record.cursor["size"].int }
/// }
/// ```
///
/// A line that begins in the range is read to its end, wherever that is, and one that only ends in it
/// is passed over. So however a file is divided, each line is in exactly one of the ranges, and several
/// threads, processes or machines may read a file together without asking each other.
///
/// * Bytes are counted from where the source begins, and ``FeedRecord/offset`` and
///   ``FeedPosition/offset`` are those of the whole source.
/// * How many lines and records there are before the range nobody knows without reading them:
///   ``FeedRecord/line``, ``FeedRecord/number`` and the same of rejects and positions are counted from
///   the range's first line, and ``FeedRecord/source`` says so: `events.ndjson[1000..<2000]`.
/// * A byte order mark belongs to no line: the first one begins behind it.
/// * What lies behind the source's end holds no lines.
///
/// A file is seeked: what is read beside the lines is the end of the line before. Of a pipe, what is
/// before the range is read and dropped. What is compressed or not in UTF-8, several files and
/// followed ones can't be divided, nor can other framings: opening such a feed throws `invalid-value`.
public struct FeedRange: Sendable, Hashable {
  /// The bytes.
  public let bytes: Range<Int64>

  /// Bytes before the source's first are none of it.
  public init(bytes: Range<Int64>) { self.bytes = bytes.clamped(to: 0..<Int64.max) }

  /// So many ranges, at least one, that divide the first `size` bytes as evenly as can be.
  public static func dividing(_ size: Int64, into count: Int) -> [FeedRange] {
    let (size, count) = (max(size, 0), Int64(max(count, 1)))
    let (most, longer) = (size / count, size % count)
    var start: Int64 = 0
    return (0..<count).map { i in
      let end = start + most + (i < longer ? 1 : 0)
      defer { start = end }
      return FeedRange(bytes: start..<end)
    }
  }

  /// Throws `invalid-value` for a source that is not one file, pipe or array.
  static func check(_ source: FeedSource) throws(JSONError) {
    let what: String
    switch source {
    case .file, .standardInput, .fileDescriptor, .bytes: return
    case .files, .glob: what = "it is several files"
    case .follow: what = "it has no end while it is followed"
    }
    throw notDivisible(source.name, what)
  }

  static func notDivisible(_ name: String, _ what: String) -> JSONError {
    JSONError(
      .invalidValue, at: 0, name: "one source of plain UTF-8 for a range of bytes",
      reason: "\(name) can't be divided: \(what)")
  }
}

extension FeedRange: CustomStringConvertible {
  /// As in Swift: `1000..<2000`.
  public var description: String { "\(bytes)" }
}
