import Sluice

/// A place between two records of a feed: where the next one begins.
///
/// Store it with the results of the records before it, and a feed opened `from` it resumes there.
public struct FeedPosition: Sendable, Hashable {
  /// The offset where the search for the next record begins, in the decompressed UTF-8 text. Counts
  /// from the start of the source, or of the current one of several files. For lines it is the next
  /// line's first byte; in other framings it follows the last byte of the record.
  public var offset: Int64
  /// The number of lines read: the newlines before the offset, plus the last line if it has none.
  public var line: Int64
  /// The number of records read, including rejected ones.
  public var recordNumber: Int64
  /// In a source of several files, the path of the file that offset and line refer to; in an archive, the name of
  /// the file in it: `logs.tar.gz!2026/a.ndjson`. ``offset``
  /// and ``line`` restart in each file, ``recordNumber`` continues. Nil for all other sources.
  public var file: ByteName?
  /// The version of an object on a server (``FeedSource/url(_:)``): its ETag, or when it was last modified.
  /// A feed that resumes there refuses any other version, and in the middle of an object any but a strong ETag.
  /// Nil for all other sources, and where the server gives neither.
  public var version: String?
  /// In an archive, the number of bytes of text of the files before this one.
  package var textBefore: Int64 = 0

  public init(
    offset: Int64, line: Int64, recordNumber: Int64, file: ByteName? = nil, version: String? = nil
  ) {
    self.offset = offset
    self.line = line
    self.recordNumber = recordNumber
    self.file = file
    self.version = version
  }

  /// The largest number that a feed, or a store of its progress, accepts as its own. No feed gets that far,
  /// and counting on from there can't overflow.
  package static let largest: Int64 = 1 << 53

  /// The offset in the text of the source; of an archive, in the text of all its files.
  package var total: Int64 { textBefore + offset }

  /// Whether a feed can have these numbers: a damaged position is not valid.
  package var isValid: Bool {
    [offset, line, recordNumber, textBefore].allSatisfy { (0...FeedPosition.largest).contains($0) }
  }

  /// Before the first record.
  public static let start = FeedPosition(offset: 0, line: 0, recordNumber: 0)
}

/// What a feed has read since it was opened.
public struct FeedCounts: Sendable, Hashable {
  /// The number of records delivered.
  public var records: Int64
  /// The number of records that the feed rejected. (Clients count the records that they reject
  /// themselves.)
  public var rejected: Int64
  /// The number of bytes, including line ends and blank lines.
  public var bytes: Int64
  /// The number of lines, including blank ones.
  public var lines: Int64

  public init(records: Int64 = 0, rejected: Int64 = 0, bytes: Int64 = 0, lines: Int64 = 0) {
    self.records = records
    self.rejected = rejected
    self.bytes = bytes
    self.lines = lines
  }
}
