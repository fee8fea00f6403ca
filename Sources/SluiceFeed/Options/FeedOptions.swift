import Sluice

/// How a feed is read.
public struct FeedOptions: Sendable, Hashable {
  /// How the records follow each other.
  public var framing: FeedFraming
  /// What lines are, if they are not JSON texts by themselves. A form other than the default needs the framing
  /// ``FeedFraming/lines``, which takes the place of ``FeedFraming/auto``.
  public var lineForm = LineForm() {
    didSet { if !lineForm.isPlain, framing == .auto { framing = .lines } }
  }
  /// The range of bytes whose lines are read; nil, the default: the whole source. See ``FeedRange`` for
  /// what can be divided.
  public var range: FeedRange?
  /// How much of each record is checked before it is delivered. Nil, the default, chooses `.full` where records become rows
  /// (imports, selections, tallies, inference), and `.accessed` where a program reads them.
  ///
  /// Under `JSONChecking.full`, exactly the records that are valid JSON are delivered.
  ///
  /// Under `.accessed`, a record is rejected for any of these faults:
  ///
  /// * Its bytes are not UTF-8.
  /// * A string is not closed or has a raw control character.
  /// * Its last token does not match its first, as in `{"a":1`, `1 2` and `{"a":1} x`.
  /// * It is a single number, word or string with any fault.
  ///
  /// Other faults appear only when a reader reaches them: a missing inner bracket, `{"a" 1}`, `{"a":1}{"b":2}` (only
  /// the first object is there), or a bad number that is never read. A record's faults never affect its neighbours.
  public var checking: JSONChecking?
  /// Which of several fields with the same name counts, for every reader of the records: cursors,
  /// mappings, columns, filters, tallies. Nil, the default, keeps the choice of each layer; the
  /// page "Duplicate keys" of Sluice lists them. Under `JSONChecking.full`, `DuplicateKeys.reject`
  /// rejects records in which any object has a key twice.
  public var duplicateKeys: DuplicateKeys?
  /// The deepest nesting that `.full` and `materialize()` accept.
  public var depthLimit: Int {
    didSet { depthLimit = min(max(depthLimit, 1), Int(UInt32.max)) }
  }
  /// The maximum record length in bytes, without the line end. A longer record is one bad record.
  /// Memory grows up to about six times the longest record found.
  public var maximumRecordSize: Int {
    didSet { maximumRecordSize = FeedOptions.recordSize(maximumRecordSize) }
  }
  /// How much text a compressed source may hold: at most 1,000 times as many bytes as it has, unless specified.
  public var decompression = DecompressionLimits()
  /// The files of archives that are read, as a pattern of fnmatch(3) for their names, in which `*` stands for any
  /// characters, slashes too: `*.ndjson`, `2026-01/*`. Nil, the default: all. Sources that are no archives are
  /// read whatever it says. An archive in which no file matches is an error.
  public var members: String?
  /// The number of bytes read and indexed at a time; defaults to 256 KiB. A window and its index should
  /// fit the second-level cache.
  public var windowSize: Int {
    didSet { windowSize = FeedOptions.windowSize(windowSize) }
  }

  /// The number of threads that read, including the caller's. Used where a mapping makes values of the
  /// records, and in ``JSONFeed/fold(into:_:part:rejected:)``. The default of 1 starts no thread;
  /// at most two for each processor are started.
  ///
  /// For lines, the threads share everything but reading the source. In all other framings, only the
  /// text before a record shows where it ends. So the caller's thread finds the records and checks them
  /// under `JSONChecking.full`, and all threads bind them. The gain depends on how much of the time
  /// binding takes (<doc:SeveralCores>).
  public var parallel: Int {
    didSet { parallel = max(parallel, 1) }
  }
  /// Whether text at the source's end that may not be whole is left instead of rejected: see
  /// ``JSONFeed/unfinishedEnd``.
  package var leavesUnfinishedEnd = false
  /// Whether records of messages have the field `kafka`. False for readers that never ask for it.
  package var hasMessageFields = true
  /// Whether ``JSONFeed/rejectReasons`` are counted, which locates each error in its record.
  package var countsReasons = false
  /// The number of bytes cut off for a thread at a time.
  package var chunkSize = 512 << 10
  /// What happens to bad records if a call has no handler for them.
  public var badRecords: BadRecordPolicy
  /// The number of bad records that the feed tolerates. One more stops it with ``TooManyBadRecords``.
  /// Nil: no limit. Records that a mapping rejects count too.
  public var maximumBadRecords: Int?
  /// The tolerated share of bad records, from 0 to 1. A larger share stops the feed with
  /// ``TooManyBadRecords``. Nil: no limit.
  public var maximumBadShare: Double?
  /// The number of records, good and bad, after which the share is first checked.
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
    // Stage 1 reads a window as one document, which must hold the record, its line end and the rest
    // of a piece.
    min(max(size, 1), JSONOptions.largestSize - (32 << 20))
  }

  private static func windowSize(_ size: Int) -> Int { min(max(size, 16), 16 << 20) }
}
