/// How much text a compressed source may hold, so that a few bytes from a stranger can't keep a reader busy for
/// days. A source beyond it ends with the error `decompression-limit`, after the records before the fault.
///
/// ```swift
/// var options = FeedOptions()
/// options.decompression.total = 10 << 30
/// ```
///
/// The limits hold for each compressed source on its own: for each of several files and objects.
public struct DecompressionLimits: Sendable, Hashable {
  /// How many times larger than its compressed bytes the text may be; defaults to 1,000. Nil: no limit.
  ///
  /// It is compared for every 64 MiB of text: so any small source is read, and one that begins harmlessly gains
  /// no credit by that. Logs are 5 to 11 times as large as their bytes, heartbeats that differ in nothing but time
  /// and number up to 120 times, and equal lines in Zstandard, xz or bzip2 5,000 to 12,000 times; gzip reaches no
  /// more than 1,032.
  public var ratio: Int? {
    didSet { ratio = ratio.map { max($0, 1) } }
  }
  /// The number of bytes of text; nil, the default: no limit, because no number tells a bomb from a large feed.
  public var total: Int64? {
    didSet { total = total.map { max($0, 0) } }
  }
  /// The text after which the ratio is compared.
  package var stretch: Int64 = 64 << 20

  public init(ratio: Int? = 1000, total: Int64? = nil) {
    self.ratio = ratio.map { max($0, 1) }
    self.total = total.map { max($0, 0) }
  }

  /// No limits, for sources that are trusted.
  public static let off = DecompressionLimits(ratio: nil)
}
