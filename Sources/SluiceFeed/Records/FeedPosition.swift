/// A place between two records of a feed: where the next one begins.
///
/// Keep one beside what you made of the records before it, and a feed opened `from` it goes on
/// there.
public struct FeedPosition: Sendable, Hashable {
  /// The offset from which the next record is looked for, counted from where the source, or the file of
  /// several, began, in the text, decompressed and in UTF-8: of lines that of the next line's first
  /// byte, otherwise that behind the record's last.
  public var offset: Int64
  /// How many lines were read: how many newlines lie before the offset, and the last line where it has
  /// none.
  public var line: Int64
  /// How many records were read, the rejected ones included.
  public var recordNumber: Int64
  /// Of a source of several files, the path of the one that offset and line are in: ``offset`` and
  /// ``line`` begin anew in each, ``recordNumber`` goes on. Nil of all other sources.
  public var file: String?

  public init(offset: Int64, line: Int64, recordNumber: Int64, file: String? = nil) {
    self.offset = offset
    self.line = line
    self.recordNumber = recordNumber
    self.file = file
  }

  /// The largest number that a feed, or what keeps its progress, takes for one of its own: so large that no
  /// feed gets there, and small enough that counting on from there can't overflow.
  package static let largest: Int64 = 1 << 53

  /// Whether a feed can have these numbers: a position that was damaged on its way is not valid.
  package var isValid: Bool {
    [offset, line, recordNumber].allSatisfy { (0...FeedPosition.largest).contains($0) }
  }

  /// Before the first record.
  public static let start = FeedPosition(offset: 0, line: 0, recordNumber: 0)
}

/// What a feed has read since it was opened.
public struct FeedCounts: Sendable, Hashable {
  /// Records that were lent.
  public var records: Int64
  /// Records that the feed rejected. (Those that the reader of the records rejects are its own to
  /// count.)
  public var rejected: Int64
  /// Bytes, line ends and blank lines included.
  public var bytes: Int64
  /// Lines, blank ones included.
  public var lines: Int64

  public init(records: Int64 = 0, rejected: Int64 = 0, bytes: Int64 = 0, lines: Int64 = 0) {
    self.records = records
    self.rejected = rejected
    self.bytes = bytes
    self.lines = lines
  }
}
