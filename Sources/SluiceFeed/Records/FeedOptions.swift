import Sluice

/// How a feed is read.
public struct FeedOptions: Sendable, Hashable {
  /// How the records follow each other.
  public var framing: FeedFraming
  /// How much of each record is checked before it is lent. Nil, the default: all of it where records
  /// become rows (imports, selections, tallies, inference), and `.accessed` where a program reads them.
  ///
  /// Under `JSONChecking.full` exactly the records that are valid JSON are lent. Under `.accessed` a record is rejected when its bytes are not UTF-8, when a string in it is not
  /// closed or has a raw control character, or when its last token does not match its first:
  /// `{"a":1`, `1 2` and `{"a":1} x` are rejected, and so are all faulty records that are a single
  /// number, word or string. Other faults are seen by who walks over them, and only then: a missing
  /// inner bracket, `{"a" 1}`, `{"a":1}{"b":2}` (only the first of the two is there), or a bad
  /// number that nobody reads. Whatever a record lacks, its neighbours are not touched.
  public var checking: JSONChecking?
  /// Which of several fields of one name counts, in all that reads the records: cursors, mappings,
  /// columns, filters, tallies. Nil, the default: what each layer does unless specified. A table of
  /// them is the page "Duplicate keys" of Sluice. Under `JSONChecking.full`,
  /// `DuplicateKeys.reject` makes bad records of those in which any object has a key twice.
  public var duplicateKeys: DuplicateKeys?
  /// The deepest nesting that `.full` and `materialize()` accept.
  public var depthLimit: Int {
    didSet { depthLimit = min(max(depthLimit, 1), Int(UInt32.max)) }
  }
  /// The longest record in bytes, its line end not counted. A longer one is one bad record. Memory
  /// grows up to about six times the longest record there is.
  public var maximumRecordSize: Int {
    didSet { maximumRecordSize = FeedOptions.recordSize(maximumRecordSize) }
  }
  /// How many bytes are read and indexed at a time, 256 KiB unless told otherwise. A window and its index
  /// should fit the second-level cache.
  public var windowSize: Int {
    didSet { windowSize = FeedOptions.windowSize(windowSize) }
  }

  /// How many threads read, the caller's among them: where a mapping makes values of the records, and
  /// in ``JSONFeed/fold(into:_:part:rejected:)``. With 1, the default, none is spawned.
  ///
  /// Of lines, everything but reading the source is divided among them. In all other framings where a
  /// record ends is known only from what is before it: the caller's thread finds the records, and checks
  /// them under `JSONChecking.full`, and all threads bind them. So they gain as much as binding takes
  /// (<doc:SeveralCores>).
  public var parallel: Int {
    didSet { parallel = max(parallel, 1) }
  }
  /// Whether what comes at the source's end and may not be whole is left, and not rejected: see
  /// ``JSONFeed/unfinishedEnd``.
  package var leavesUnfinishedEnd = false
  /// How many bytes are cut off for a thread at a time.
  package var pieceSize = 512 << 10
  /// What is done about bad records, when a call has no handler of its own for them.
  public var badRecords: BadRecordPolicy
  /// So many bad records are put up with: at one more, the feed stops with ``TooManyBadRecords``. Nil:
  /// any number. Those of a mapping count too.
  public var maximumBadRecords: Int?
  /// The share of bad records that is put up with, from 0 to 1: beyond it, the feed stops with
  /// ``TooManyBadRecords``. Nil: any share.
  public var maximumBadShare: Double?
  /// Before so many records were read, good and bad, the share is not looked at.
  public var minimumForShare: Int

  public init(
    framing: FeedFraming = .lines,
    checking: JSONChecking? = nil,
    duplicateKeys: DuplicateKeys? = nil,
    depthLimit: Int = 1024,
    maximumRecordSize: Int = 64 << 20,
    windowSize: Int = 256 << 10,
    parallel: Int = 1,
    badRecords: BadRecordPolicy = .stop,
    maximumBadRecords: Int? = nil,
    maximumBadShare: Double? = nil,
    minimumForShare: Int = 1000
  ) {
    self.framing = framing
    self.parallel = max(parallel, 1)
    self.checking = checking
    self.duplicateKeys = duplicateKeys
    self.depthLimit = min(max(depthLimit, 1), Int(UInt32.max))
    self.maximumRecordSize = FeedOptions.recordSize(maximumRecordSize)
    self.windowSize = FeedOptions.windowSize(windowSize)
    self.badRecords = badRecords
    self.maximumBadRecords = maximumBadRecords
    self.maximumBadShare = maximumBadShare
    self.minimumForShare = minimumForShare
  }

  private static func recordSize(_ size: Int) -> Int {
    // A window is a document to stage 1, and must hold the record, its line end and the rest of a
    // piece read.
    min(max(size, 1), JSONOptions.largestSize - (32 << 20))
  }

  private static func windowSize(_ size: Int) -> Int { min(max(size, 16), 16 << 20) }
}
