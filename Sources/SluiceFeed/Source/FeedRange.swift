import Sluice

/// A range of a source's bytes. A feed of lines reads the lines that *begin* in this range.
///
/// ```swift
/// for range in FeedRange.dividing(size, into: 4) {
///   var feed = try JSONFeed(.file(path), in: range)
///   try feed.forEach { record in total += try record.cursor["size"].int }
/// }
/// ```
///
/// A line that begins in the range is read to its end, even past the range. A line that only ends in it
/// is skipped. So however a file is divided, each line is in exactly one range, and several threads,
/// processes or machines can read one file together without coordination.
///
/// * Bytes count from the start of the source, and ``FeedRecord/offset`` and ``FeedPosition/offset``
///   are those of the whole source.
/// * The number of lines and records before the range is unknown without reading them. So
///   ``FeedRecord/line``, ``FeedRecord/number`` and those of rejects and positions count from the
///   range's first line, and ``FeedRecord/source`` shows it: `events.ndjson[1000..<2000]`.
/// * A byte order mark belongs to no line: the first line begins after it.
/// * The range past the end of the source holds no lines.
///
/// In a file, the feed seeks: it reads only the lines and the end of the line before. In a pipe, it
/// reads and drops everything before the range. These can't be divided: compressed sources, other
/// encodings than UTF-8, several files, followed files, and other framings. Opening such feeds throws
/// `invalid-value`.
public struct FeedRange: Sendable, Hashable {
  /// The bytes.
  public let bytes: Range<Int64>

  /// Creates a range; negative offsets are cut off.
  public init(bytes: Range<Int64>) { self.bytes = bytes.clamped(to: 0..<Int64.max) }

  /// Divides the first `size` bytes into `count` ranges, at least one, as evenly as possible.
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
  /// The range as in Swift: `1000..<2000`.
  public var description: String { "\(bytes)" }
}
