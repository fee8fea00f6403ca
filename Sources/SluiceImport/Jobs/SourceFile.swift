import Sluice
import SluiceFeed
import SluiceSystem

/// A source that can be read again from any offset: a regular file, an object on a server, or a partition of
/// messages. Only these can be resumed.
final class SourceFile {
  /// The path without links and dots, or the URL without secrets, under which progress is kept.
  let path: String
  /// The path in the caller's spelling, for messages and rejects.
  let name: String
  private let content: SourceBytes
  /// Whether it is, or was, at a followed path. It is then read at offsets, and known by its content.
  private let isFollowed: Bool
  /// See `isPlain`; nil when it had too few bytes to tell.
  private var knownPlain: Bool?
  /// How much of a compressed or transcoded file is read; nil: it is plain, or not prepared.
  private(set) var readEnd: Int64?
  /// Whether it is an archive, once it is prepared.
  private(set) var isArchive = false
  /// How much of a compressed file is verified, once it is prepared.
  private(set) var packed: PackedExtent?
  /// The range of it that is read, if not all.
  var range: FeedRange?
  /// Whether text at the end is left for a later run, which the checkpoint records.
  var leavesText = false
  /// What the checkpoints of a followed log record besides the hashes.
  var mark: FollowMark?
  /// What was read of the file at a followed path, which may have gone.
  var generation: FollowedInput?
  /// What was found when it was compared with its checkpoint, and is not an error.
  var notes: [ImportNote] = []

  /// Nil for anything but a regular file: a pipe, a terminal. Throws when it can't be opened.
  init?(path: String) throws(ImportError) {
    guard !path.utf8.contains(0) else {
      throw ImportError(.source, "can't read \"\(path)\": a path can't hold U+0000")
    }
    name = path
    isFollowed = false
    let descriptor: FileDescriptor
    do throws(SystemError) {
      // Examined before it is opened: a named pipe that is opened and closed again loses its writer.
      guard try FileStatus(at: path).isRegular else { return nil }
      descriptor = try FileDescriptor.open(reading: path, waitsForWriter: true)
    } catch {
      throw SourceBytes.fault(path, error)
    }
    content = .file(descriptor)
    self.path = FilePath.real(path) ?? path
    guard descriptor.regularStatus != nil else { return nil }
  }

  /// A file that is, or was, at a followed path. `path`: the path under which progress is kept.
  init(followed other: FileDescriptor, name: String, path: String) throws(ImportError) {
    self.name = name
    self.path = path
    isFollowed = true
    content = .file(
      try SourceBytes.reading(name) { () throws(SystemError) in try other.duplicate() })
  }

  /// An object whose size is known.
  init(_ object: RemoteObject) {
    name = object.name
    path = object.name
    isFollowed = false
    content = .object(object)
  }

  /// A partition, whose bounds are known. `path`: under which its progress is kept.
  init(_ partition: KafkaPartition, path: String) {
    name = partition.name
    self.path = path
    isFollowed = false
    knownPlain = true
    content = .partition(partition)
  }

  deinit { if case .file(let descriptor) = content { descriptor.close() } }

  /// The open file at a followed path.
  var descriptor: FileDescriptor {
    if case .file(let descriptor) = content { descriptor } else { FileDescriptor(rawValue: -1) }
  }

  private var object: RemoteObject? {
    if case .object(let object) = content { object } else { nil }
  }

  /// The partition, if its records are messages: positions in it count them.
  var partition: KafkaPartition? {
    if case .partition(let partition) = content { partition } else { nil }
  }

  /// The open file, for a feed. This value outlives the feed.
  var feedSource: FeedSource {
    if let partition { return .url(partition.url) }
    return object.map { .url($0.name) } ?? .fileDescriptor(descriptor.rawValue, name: name)
  }

  /// The file as a feed from a position on; a file that is not plain, as far as it was prepared.
  func feed(
    _ options: FeedOptions, from start: FeedPosition, _ stop: FeedStop?
  ) throws(JSONError) -> JSONFeed {
    if let partition {
      return try JSONFeed(partition, options: options, from: start, stop: stop)
    }
    if let object {
      return try JSONFeed(object, end: readEnd, options: options, from: start, stop: stop)
    }
    guard let end = readEnd ?? (isFollowed ? .max : nil) else {
      return try JSONFeed(feedSource, options: options, from: start, stop: stop)
    }
    return try JSONFeed(
      descriptor, end: end, name: name, options: options, from: start, stop: stop)
  }

  /// Whether a feed's offsets are offsets in the file, because it is neither compressed nor transcoded.
  var isPlain: Bool {
    get throws(ImportError) {
      if let knownPlain { return knownPlain }
      let head = try bytes(at: 0, count: FeedSource.headSize)
      let isPlain = FeedSource.isPlain(head)
      if head.count == FeedSource.headSize { knownPlain = isPlain }
      return isPlain
    }
  }

  /// Whether it is a tar archive that is not compressed.
  private var isTar: Bool {
    get throws(ImportError) {
      FeedSource.isTar(try bytes(at: 0, count: FeedSource.headSize))
    }
  }

  private var isPacked: Bool {
    get throws(ImportError) { FeedSource.isPacked(try bytes(at: 0, count: FeedSource.headSize)) }
  }

  /// Finds out how much of a compressed or transcoded file can be read. For a compressed one that is
  /// everything before the first damaged or incomplete member, which takes one pass of decompression. An archive
  /// is read as a whole or not at all, which takes one pass, too.
  /// False: it was stopped meanwhile.
  ///
  /// Throws when the file is damaged where an earlier run had found it sound.
  func prepare(
    resuming earlier: Checkpoint?, _ options: FeedOptions, _ stop: FeedStop
  ) throws(ImportError) -> Bool {
    guard try !isPlain else { return true }
    let limits = options.decompression
    var archiveEnd: Int64?
    do throws(JSONError) {
      if let object {
        archiveEnd = try ArchiveCheck.read(object, options, stop)
        if archiveEnd == nil {
          packed = try unsafe PackedExtent(of: object, limits: limits, stop: stop)
        }
      } else {
        archiveEnd = try ArchiveCheck.read(descriptor, name: name, options, stop)
        if archiveEnd == nil {
          packed = try unsafe PackedExtent(of: descriptor, name: name, limits: limits, stop: stop)
        }
      }
    } catch {
      throw ImportError(.source, "\(error)")
    }
    if stop.isStopped { return false }
    isArchive = archiveEnd != nil
    if let packed {
      readEnd = packed.end
    } else if let archiveEnd, try isTar {
      // What is appended to it overwrites its end mark, and may leave its size.
      readEnd = archiveEnd
    } else {
      readEnd = try size()
    }
    if let packed, let earlier, earlier.position.offset > 0,
      packed.end < earlier.fingerprint.size || packed.textCount < earlier.position.offset
    {
      throw changed(
        "it was sound up to byte \(earlier.fingerprint.size), and is not any more from byte"
          + " \(packed.end) on")
    }
    return true
  }

  /// Whether its end is the end of what is read: nothing damaged or incomplete comes after it.
  var isWhole: Bool {
    if let packed, case .nothing = packed.rest { return true }
    return packed == nil
  }

  /// The fingerprint for a checkpoint at `offset` in the text. For a compressed or transcoded file, it
  /// covers the part of the file that is read.
  ///
  /// `isEnd`: at the end of what is read. Before, the version of an object is enough: no other one is read.
  func fingerprint(at offset: Int64, isEnd: Bool) throws(ImportError) -> SourceFingerprint {
    if let partition { return SourceFingerprint(partition, before: offset) }
    guard let version = object?.version else { return try fingerprint(at: offset) }
    guard try isPlain, !isEnd else {
      return try fingerprint(at: offset).ofObject(version: version)
    }
    let span = min(Int64(SourceFingerprint.span), offset)
    return SourceFingerprint(
      size: try size(),
      head: SourceFingerprint.hash(try bytes(at: 0, count: Int(span))), tail: ""
    ).ofObject(version: version)
  }

  private func fingerprint(at offset: Int64) throws(ImportError) -> SourceFingerprint {
    if try isPlain { return try plainFingerprint(before: offset) }
    let end: Int64
    if let readEnd { end = readEnd } else { end = try size() }
    let span = min(Int64(SourceFingerprint.span), end)
    return SourceFingerprint(
      size: end, head: try bytes(at: 0, count: Int(span)),
      tail: try bytes(at: end - span, count: Int(span)), isVerified: packed != nil || isArchive,
      isUnfinished: leavesText)
  }

  private func plainFingerprint(before offset: Int64) throws(ImportError) -> SourceFingerprint {
    let (size, head, tail): (Int64, String, String)
    if let generation, let recent = generation.bytes(before: offset) {
      // The size at reading: the file may have been cut since.
      size = generation.offset
      head = SourceFingerprint.hash(generation.head.prefix(recent.count))
      tail = SourceFingerprint.hash(recent)
    } else {
      if let generation { size = generation.offset } else { size = try self.size() }
      (head, tail) = try hashes(before: offset)
    }
    // A file that was cut while it was examined has no content that is known to be its own.
    if let generation, generation.bytes(before: offset) == nil,
      try !ImportError.reading({ try generation.isIntact })
    {
      return SourceFingerprint(size: size, head: "", tail: markText)
    }
    return SourceFingerprint(
      size: size, head: SourceFingerprint.unfinished(head, leavesText), tail: tail + markText)
  }

  private var markText: String {
    guard var mark else { return "" }
    if let generation { mark.time = generation.lastInspection }
    return mark.text
  }

  private func hashes(before offset: Int64) throws(ImportError) -> (head: String, tail: String) {
    let span = min(Int64(SourceFingerprint.span), offset)
    return (
      SourceFingerprint.hash(try bytes(at: 0, count: Int(span))),
      SourceFingerprint.hash(try bytes(at: offset - span, count: Int(span)))
    )
  }

  /// Whether the checkpoint was made in this file, which may have grown since.
  func isFile(of checkpoint: Checkpoint) throws(ImportError) -> Bool {
    do throws(ImportError) {
      try verify(checkpoint)
      return true
    } catch {
      guard error.kind == .changedSource else { throw error }
      return false
    }
  }

  /// Throws when the checkpoint was made in another file, or says too little to tell. The file may have
  /// grown since. For followed logs, `FollowedPath` tells files apart before their first byte.
  func verify(_ checkpoint: Checkpoint) throws(ImportError) {
    if let partition { return try verify(checkpoint, of: partition) }
    if let object, let version = checkpoint.fingerprint.objectVersion,
      try isSame(object, version, checkpoint)
    {
      return
    }
    let offset = try end(of: checkpoint)
    let now = try size()
    guard now >= offset else {
      throw changed("it has \(now) bytes, and \(offset) were already imported")
    }
    if let archive = checkpoint.fingerprint.archive, archive.size != now {
      throw changed("it is an archive that had \(archive.size) bytes, and has \(now) now")
    }
    if offset == 0 { return }
    let (head, tail) = try hashes(before: offset)
    guard head == checkpoint.fingerprint.headHash else {
      throw changed("its first bytes are not the ones that were imported")
    }
    guard tail == checkpoint.fingerprint.tailHash else {
      throw changed("the bytes before offset \(offset) are not the ones that were imported")
    }
    if checkpoint.position.offset > 0, !checkpoint.isFinished, try isPacked,
      !checkpoint.fingerprint.isVerified
    {
      throw ImportError(
        .changedSource,
        "\(path) was left in the middle by an earlier version, which stored rows before the checksums"
          + " of the compressed file were compared: whether they are the file's is not known."
          + " Import it into another table, or with --mode replace")
    }
  }

  /// Whether a list or a response has told that an object has the version and the size of a checkpoint.
  private func isUnchanged(since checkpoint: Checkpoint) -> Bool {
    guard let object, let version = checkpoint.fingerprint.objectVersion else { return false }
    return object.version == version && object.size == checkpoint.fingerprint.size
  }

  /// Whether an object is in the state of a checkpoint. False: it may be one that has grown since. Throws
  /// when it is another one.
  private func isSame(
    _ object: RemoteObject, _ version: String, _ checkpoint: Checkpoint
  ) throws(ImportError) -> Bool {
    if isUnchanged(since: checkpoint) { return true }
    // What was imported of a compressed object was verified, and its fingerprint covers all of that.
    let isPlain = try isPlain
    if object.version == version, !isPlain { return true }
    if !isPlain { return false }
    // Versions of objects are written as a whole: one that has grown has the old text before the new.
    if checkpoint.isFinished, let size = object.size, size > checkpoint.fingerprint.size {
      return false
    }
    if checkpoint.position.offset == 0 { return false }
    throw changed(
      "it was the version \(PrintableText.line(version)) of \(checkpoint.fingerprint.size) bytes, and"
        + " is now \(object.version.map { "the version " + PrintableText.line($0) } ?? "another")"
        + " of \(object.size ?? 0) bytes")
  }

  /// How much of the file a checkpoint covers.
  private func end(of checkpoint: Checkpoint) throws(ImportError) -> Int64 {
    try isPlain ? checkpoint.position.offset : checkpoint.fingerprint.size
  }

  /// Whether a checkpoint of this file covers all of it, or of its range.
  func ends(at checkpoint: Checkpoint) throws(ImportError) -> Bool {
    if let partition { return checkpoint.position.offset >= partition.bounds.upperBound }
    if range == nil, checkpoint.isFinished, isUnchanged(since: checkpoint) {
      return !checkpoint.fingerprint.isUnfinished
    }
    if checkpoint.isFinished, checkpoint.fingerprint.archive != nil { return true }
    let (end, size) = (try end(of: checkpoint), try size())
    if let range, end >= range.bytes.upperBound { return true }
    return end == size && !checkpoint.fingerprint.isUnfinished
  }

  /// Where reading resumes after a checkpoint.
  func start(after checkpoint: Checkpoint) throws(ImportError) -> FeedPosition {
    if let place = checkpoint.positionInArchive(name) { return place }
    return try start(after: checkpoint.position)
  }

  /// The same in a source that is no archive. A last line without newline was imported at the file's end; when the file has
  /// grown since, the newline that ends that line belongs to it.
  func start(after position: FeedPosition) throws(ImportError) -> FeedPosition {
    if let partition { return partition.start(after: position) }
    if object != nil, try position.offset >= size() { return position }
    guard try isPlain, position.offset > 0 else { return position }
    let around = try bytes(at: position.offset - 1, count: 2)
    guard around.count == 2, around[0] != UInt8(ascii: "\n"), around[1] == UInt8(ascii: "\n")
    else { return position }
    var position = position
    position.offset += 1
    return position
  }

  /// What `.auto` chooses for the file, by its text: decompressed and in UTF-8. Leaves the file at its
  /// start.
  func framing(_ options: FeedOptions) throws(ImportError) -> FeedFraming {
    if partition != nil { return .lines }
    let framing = try choose(options)
    if case .file(let descriptor) = content {
      try SourceBytes.reading(path) { () throws(SystemError) in try descriptor.seek(to: 0) }
    }
    return framing
  }

  /// When this returns, the feed is gone, along with the thread that decompresses.
  private func choose(_ options: FeedOptions) throws(ImportError) -> FeedFraming {
    do throws(JSONError) {
      var first = FeedOptions(framing: .auto, depthLimit: options.depthLimit)
      first.decompression = options.decompression
      var feed = try feed(first, from: .start, nil)
      return try feed.chosenFraming()
    } catch {
      throw ImportError(.source, "\(error)")
    }
  }

  func changed(_ reason: String) -> ImportError {
    ImportError(
      .changedSource,
      "\(path) has changed since its last import: \(reason). To import it as a new source, give"
        + " it another name or name another table")
  }

  /// The size of its text that is read, if the text is the file's.
  func sizeInFeed() throws(ImportError) -> Int64? {
    if partition != nil { return nil }
    // Not worth a request.
    if let object, !object.isHeadKnown { return nil }
    guard try isPlain else { return nil }
    guard let range else { return try size() }
    return max(min(try size(), range.bytes.upperBound) - range.bytes.lowerBound, 0)
  }

  func size() throws(ImportError) -> Int64 { try content.size(path) }

  /// Of a file.
  func identity() throws(ImportError) -> FileIdentity {
    let descriptor = descriptor
    return try SourceBytes.reading(path) { () throws(SystemError) in
      try FileStatus(of: descriptor)
    }.identity
  }

  /// Up to `count` bytes: fewer at the end.
  func bytes(at offset: Int64, count: Int) throws(ImportError) -> [UInt8] {
    try content.bytes(at: offset, count: count, path)
  }
}
