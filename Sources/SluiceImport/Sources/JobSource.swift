import Sluice
import SluiceFeed
import SluiceSystem

/// A source of a job that can be read again from any position, of whichever kind: under which name its progress is kept, and
/// what was found out about it. Only these can be resumed.
final class JobSource {
  /// The path without links and dots, or the URL without secrets, under which progress is kept.
  let path: String
  /// The path in the caller's spelling, for messages and rejects.
  let name: String
  let content: any ResumableSource
  /// The same, if it is, or was, at a followed path.
  let log: LogSource?
  /// See `isPlain`; nil when it had too few bytes to tell.
  private var knownPlain: Bool?
  /// What was found when `isPlainFile` was first asked for.
  private var wasPlain: Bool?
  /// How much of a compressed or transcoded file is read; nil: it is plain, or not prepared.
  var readEnd: Int64?
  /// Whether it is an archive, once it is prepared.
  var isArchive = false
  /// How much of a compressed file is verified, once it is prepared.
  var packed: PackedExtent?
  /// Its text, once it is prepared.
  var packedText: PackedText?
  /// Whether it was packed anew since its last import, as its text tells.
  var isPackedAnew = false
  /// Ends the reading that comparing it with its checkpoint takes, and limits it.
  var stop: FeedStop?
  var limits = DecompressionLimits()
  /// The range of it that is read, if not all.
  var range: FeedRange?
  /// Whether text at the end is left for a later run, which the checkpoint records.
  var leavesText = false
  /// The name under which its progress is kept; nil: its path, with its range.
  var source: ByteName?
  /// Names that it had, which rejects of a job that begins anew may have.
  var formerNames: [String] = []
  /// The masked values of a URL.
  var masked: MaskedValues?
  /// What is recorded by which it is known under other names.
  private var knownEvidence = SourceEvidence()
  /// Whether the file itself belongs to it, and was not asked for yet.
  private var lacksOrigin = false
  /// Whether it is compressed, and all of its text was imported from another file.
  var isImported = false
  /// Whether the hashes of its last checkpoint name holes that have been filled since.
  var hasFilledHoles = false
  /// What was found when it was compared with its checkpoint, and is not an error.
  var notes: [ImportNote] = []

  /// Nil for anything but a regular file: a pipe, a terminal. Throws when it can't be opened. `folders`: for those that open
  /// many.
  init?(path: String, in folders: RealFolders = RealFolders()) throws(ImportError) {
    guard !path.utf8.contains(0) else {
      throw ImportError(.source, "can't read \"\(path)\": a path can't hold U+0000")
    }
    name = path
    let descriptor: FileDescriptor
    do throws(SystemError) {
      // Examined before it is opened: a named pipe that is opened and closed again loses its writer.
      let status = try FileStatus(at: path)
      guard status.kind != .folder else { throw SystemError(.read, .isFolder, path: path) }
      guard status.isRegular else { return nil }
      descriptor = try FileDescriptor.open(reading: path, waitsForWriter: true)
    } catch {
      throw ImportError(reading: path, error)
    }
    (content, log) = (FileSource(descriptor, at: path), nil)
    let status = descriptor.regularStatus
    self.path = status.flatMap { folders.path(of: path, $0.identity) } ?? path
    guard status != nil else { return nil }
  }

  /// A file that is, or was, at a followed path.
  init(
    followed other: FileDescriptor, name: String, path: String, source: ByteName,
    _ evidence: SourceEvidence
  ) throws(ImportError) {
    (self.name, self.path, self.source, knownEvidence) = (name, path, source, evidence)
    let log = LogSource(
      try ImportError.reading(file: name) { () throws(SystemError) in try other.duplicate() },
      at: name)
    (content, self.log) = (log, log)
  }

  /// A source of another kind. `path`: under which its progress is kept.
  init(_ content: any ResumableSource, name: String, path: String) {
    (self.content, log) = (content, nil)
    (self.name, self.path) = (name, path)
  }

  /// The open file at a path.
  var descriptor: FileDescriptor { content.descriptor ?? FileDescriptor(rawValue: -1) }

  /// The path for messages: a URL with something of its masked values.
  var shownPath: String { content.shownName ?? path }

  var feedName: String { content.feedName ?? name }

  /// A feed of it, which this value outlives, from a position on; of one that is not plain, as far as it was prepared.
  func feed(
    _ options: FeedOptions, from start: FeedPosition, _ stop: FeedStop?
  ) throws(JSONError) -> JSONFeed {
    try content.feed(named: name, options, from: start, end: readEnd, stop)
  }

  /// Whether a feed's offsets are offsets in the file, because it is neither compressed nor transcoded.
  var isPlain: Bool {
    get throws(ImportError) {
      if let known = content.isPlain ?? knownPlain { return known }
      let head = try bytes(at: 0, count: FeedSource.headSize)
      let isPlain = FeedSource.isPlain(head)
      if head.count == FeedSource.headSize { knownPlain = isPlain }
      return isPlain
    }
  }

  /// Whether it is a file that is read as it is: nothing is requested or decompressed, and no one is waited for.
  var isPlainFile: Bool {
    get throws(ImportError) {
      guard content.isRegularFile, range == nil else { return false }
      if let wasPlain { return wasPlain }
      let isPlain = try isPlain
      wasPlain = isPlain
      return isPlain
    }
  }

  /// The size of its text that is read, if the text is the file's.
  func sizeInFeed() throws(ImportError) -> Int64? {
    // Not worth a request.
    guard content.isExamined, let size = try content.size(), try isPlain else { return nil }
    guard let range else { return size }
    return max(min(size, range.bytes.upperBound) - range.bytes.lowerBound, 0)
  }

  /// 0 where it is not known.
  func size() throws(ImportError) -> Int64 { try knownSize() ?? 0 }

  /// Nil for messages, and for an object whose server does not tell it.
  func knownSize() throws(ImportError) -> Int64? { try content.size() }

  /// What is recorded by which it is known under other names. Asks which file it is, once, when that belongs to it.
  func evidence() throws(ImportError) -> SourceEvidence {
    if lacksOrigin {
      if let origin = try origin() { knownEvidence = knownEvidence.going(onIn: origin) }
      lacksOrigin = false
    }
    return knownEvidence
  }

  /// `hasOrigin`: the file itself belongs to it.
  func set(_ evidence: SourceEvidence, hasOrigin: Bool) {
    (knownEvidence, lacksOrigin) = (evidence, hasOrigin)
  }

  /// Which file it is.
  func identity() throws(ImportError) -> FileIdentity {
    let descriptor = descriptor
    return try ImportError.reading(file: path) { () throws(SystemError) in
      try FileStatus(of: descriptor)
    }.identity
  }

  /// Nil: not known.
  func origin() throws(ImportError) -> FileOrigin? {
    FileOrigin(try identity(), of: descriptor)
  }

  /// Up to `count` bytes: fewer at the end.
  func bytes(at offset: Int64, count: Int) throws(ImportError) -> [UInt8] {
    try content.bytes(at: offset, count: count)
  }
}
