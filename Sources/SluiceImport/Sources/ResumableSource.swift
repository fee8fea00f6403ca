import Sluice
import SluiceFeed
import SluiceSystem

/// A source that can be read again from any position, so that a job of it can be resumed: a regular file, a generation of
/// a log, an object on a server, a partition of messages. Each kind says here what it is known by, how it is read, and
/// what was lost of it. What all have in common is in ``JobSource``, through which a job knows them.
///
/// An archive is one source, whichever kind it is of: a position in it names the member.
protocol ResumableSource: AnyObject {
  /// The name of its feed, where that is not the caller's.
  var feedName: String? { get }
  /// Its name in messages, where its path says too much or too little.
  var shownName: String? { get }

  // MARK: Bytes

  /// Nil: it has no bytes, or no one tells how many.
  func size() throws(ImportError) -> Int64?
  /// Up to `count` bytes: fewer at the end.
  func bytes(at offset: Int64, count: Int) throws(ImportError) -> [UInt8]
  /// The bytes before an offset that was read, if they are known to be those; nil: they may be others by now.
  func bytesRead(at offset: Int64, count: Int) throws(ImportError) -> [UInt8]?
  /// Whether its positions are offsets in its bytes; nil: its first bytes tell.
  var isPlain: Bool? { get }
  /// The framing of its kind; nil: its first bytes tell.
  var framing: FeedFraming? { get }
  /// Whether its size and first bytes are known without asking anyone far.
  var isExamined: Bool { get }
  /// Whether it is a file that no one writes to as far as is known, and that is read as it is.
  var isRegularFile: Bool { get }
  /// Whether NUL bytes may be holes that are written to later.
  var mayHaveHoles: Bool { get }
  /// The open file; nil: it has no descriptor.
  var descriptor: FileDescriptor? { get }

  // MARK: Reading

  /// A feed of it, which this outlives, from a position on. `end`: how much of it is read, if that was found out before.
  func feed(
    named name: String, _ options: FeedOptions, from start: FeedPosition, end: Int64?,
    _ stop: FeedStop?
  ) throws(JSONError) -> JSONFeed
  /// Where reading begins after a position.
  func start(after position: FeedPosition) -> FeedPosition
  /// Reads an archive. Returns its end; nil: it is no archive.
  func archiveEnd(
    named name: String, _ options: FeedOptions, _ stop: FeedStop
  ) throws(JSONError) -> Int64?
  /// Decompresses it. Returns how much of it is sound; nil: it is not compressed, or reading was stopped.
  func packedExtent(
    named name: String, _ limits: DecompressionLimits, _ stop: FeedStop?,
    _ take: (UnsafeRawBufferPointer) -> Void
  ) throws(JSONError) -> PackedExtent?
  /// What was read so far was only to examine it: it is read from its start.
  func endExamination() throws(ImportError)

  // MARK: By what it is known again

  /// The fingerprint for a checkpoint at an offset in its text. `isEnd`: at the end of what is read.
  func fingerprint(
    of source: JobSource, at offset: Int64, isEnd: Bool
  ) throws(ImportError) -> SourceFingerprint
  /// Whether its version says what a checkpoint's bytes do, and nothing else.
  var isStrong: Bool { get }
  /// Whether it is in the state of a checkpoint. False: its bytes tell. Throws when it is another one.
  func isSame(as checkpoint: Checkpoint, _ source: JobSource) throws(ImportError) -> Bool
  /// Whether a checkpoint covers all of it; nil: its size tells.
  func ends(at checkpoint: Checkpoint) -> Bool?
  /// The parameters of its URL that its name does not show.
  var maskedParameters: [MaskedParameter] { get }
  /// Makes its name show something of each.
  func mark(_ letters: (String) -> String)

  // MARK: What was read

  /// The size of what was read, where positions do not tell.
  var byteCount: Int64? { get }
  /// What was lost before it was read, since the last call.
  func takeLosses() -> [String]
  /// What should be known once it was read to its end.
  var endNote: ImportNote? { get }
}

extension ResumableSource {
  var feedName: String? { shownName }
  var shownName: String? { nil }

  func bytesRead(at offset: Int64, count: Int) throws(ImportError) -> [UInt8]? {
    try bytes(at: offset, count: count)
  }
  var isPlain: Bool? { nil }
  var framing: FeedFraming? { nil }
  var isExamined: Bool { true }
  var isRegularFile: Bool { false }
  var mayHaveHoles: Bool { false }
  var descriptor: FileDescriptor? { nil }

  func start(after position: FeedPosition) -> FeedPosition { position }
  func endExamination() throws(ImportError) {}

  func fingerprint(
    of source: JobSource, at offset: Int64, isEnd: Bool
  ) throws(ImportError) -> SourceFingerprint {
    try source.fingerprintOfBytes(at: offset)
  }
  var isStrong: Bool { true }
  func isSame(as checkpoint: Checkpoint, _ source: JobSource) throws(ImportError) -> Bool { false }
  func ends(at checkpoint: Checkpoint) -> Bool? { nil }
  var maskedParameters: [MaskedParameter] { [] }
  func mark(_ letters: (String) -> String) {}

  var byteCount: Int64? { nil }
  func takeLosses() -> [String] { [] }
  var endNote: ImportNote? { nil }
}
