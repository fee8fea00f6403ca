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
/// * Bytes count from the start of the source: ``FeedRecord/offset``, ``FeedPosition/offset`` and the
///   offsets of rejects are those of the whole source, and ``FeedRecord/source`` is its name.
/// * ``FeedRecord/line``, ``FeedRecord/number`` and those of rejects and positions count from the
///   range's first line, because the number of lines before it is unknown without reading them.
///   ``RejectedRecord/range`` and the text of rejects (`events.ndjson[1000..<2000]:17, byte 1650`) show that.
///   A range that ``countsFromStart`` reads them, and counts from the start of the source.
/// * A byte order mark belongs to no line: the first line begins after it.
/// * The range past the end of the source holds no lines.
///
/// In a plain file, the feed seeks: it reads only the lines and the end of the line before. In a pipe, it
/// reads and drops everything before the range.
///
/// In a compressed file, bytes are those of its text. The feed decodes the members that hold its lines,
/// and finds those before without decoding them: by the lengths that bgzip, frames of Zstandard of at most
/// 1 GiB and the tables of its seekable format have, and in plain gzip, with members of at most 4 MB each, by
/// searching for headers. Where such members end, the rest is decoded and dropped. A range does not find
/// out that members before it are damaged. What it decodes it compares with the lengths that other ranges
/// rely on: a member that lies about its own is damaged. ``FeedPart`` divides such files where members begin,
/// and says where that is, so that readers don't search (``memberOffset``).
///
/// These can't be divided: files of one member, or with other members, as those of bzip2, xz and LZ4;
/// compressed pipes; other encodings than UTF-8, several files, followed files, and other framings.
/// Opening such feeds throws `invalid-value`.
public struct FeedRange: Sendable, Hashable {
  /// The bytes.
  public let bytes: Range<Int64>
  /// Whether lines and records count from the start of the source, instead of from the range's first
  /// line. Opening the feed then reads all bytes before the range, at the speed of finding newlines.
  public let countsFromStart: Bool
  /// In a compressed file: where the member begins, in the file, whose text's first byte is the one before the
  /// range, if that is known. ``FeedPart`` knows it. Reading then begins there, without a search.
  public let memberOffset: Int64?

  /// Creates a range; negative offsets are cut off. A `memberOffset` without a byte before the range is
  /// dropped.
  public init(bytes: Range<Int64>, countsFromStart: Bool = false, memberOffset: Int64? = nil) {
    self.bytes = bytes.clamped(to: 0..<Int64.max)
    self.countsFromStart = countsFromStart
    self.memberOffset = self.bytes.lowerBound > 0 ? memberOffset.flatMap { $0 > 0 ? $0 : nil } : nil
  }

  /// Parses two offsets, `1000..2000`: from the first up to, and without, the second. Without the
  /// second (`1000..`) the range ends with the source. ``memberOffset`` may follow an `@`, as in
  /// `1000..2000@300`. Nil for any other text.
  public init?(_ text: String, countsFromStart: Bool = false) {
    let bytes = Array(text.utf8)
    guard let dots = bytes.firstIndex(of: UInt8(ascii: ".")), bytes[dots...].count >= 2,
      bytes[dots + 1] == UInt8(ascii: "."), let lower = FeedRange.offset(bytes[..<dots])
    else { return nil }
    var rest = bytes[(dots + 2)...]
    var member: Int64?
    if let at = rest.firstIndex(of: UInt8(ascii: "@")) {
      guard let offset = FeedRange.offset(rest[(at + 1)...]), offset > 0, lower > 0 else {
        return nil
      }
      (member, rest) = (offset, rest[..<at])
    }
    guard let upper = rest.isEmpty ? .max : FeedRange.offset(rest), lower <= upper else {
      return nil
    }
    self.init(bytes: lower..<upper, countsFromStart: countsFromStart, memberOffset: member)
  }

  private static func offset(_ digits: ArraySlice<UInt8>) -> Int64? {
    guard (1...18).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return digits.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
  }

  /// The range as ``init(_:countsFromStart:)`` parses it: `1000..2000`.
  public var text: String {
    let upper = bytes.upperBound == .max ? "" : "\(bytes.upperBound)"
    return "\(bytes.lowerBound)..\(upper)" + (memberOffset.map { "@\($0)" } ?? "")
  }

  /// The range, if lines and records count from its first line.
  package var relative: FeedRange? { countsFromStart ? nil : self }

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

  /// The error for records in another framing than lines.
  package static func notDivisible(by framing: FeedFraming) -> JSONError {
    JSONError(
      .invalidValue, at: 0, name: "lines as the framing of a feed in a range of bytes",
      reason: "it is \(framing), whose records can't be told apart without earlier text")
  }

  package static func notDivisible(_ name: String, _ what: String) -> JSONError {
    JSONError(
      .invalidValue, at: 0, name: "one source of plain UTF-8 for a range of bytes",
      reason: "\(name) can't be divided: \(what)")
  }
}

extension FeedRange: CustomStringConvertible {
  /// The range as in Swift: `1000..<2000`.
  public var description: String { "\(bytes)" }
}
