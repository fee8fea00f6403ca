import Sluice
import SluiceFeed

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A source that can be read again from any offset: a regular file. Only such a one can be resumed.
final class SourceFile {
  /// The path without links and dots, as progress is kept under it.
  let path: String
  /// The path as it was given, for messages and rejects.
  let name: String
  private let descriptor: Int32
  /// Whether other files come to its path: then it must be told from them before anything of it is
  /// read, by which file it is.
  private let isFollowed: Bool
  /// See `isPlain`; nil: it had too few bytes to tell.
  private var knownPlain: Bool?

  /// Nil for what is no regular file: a pipe, a terminal. Throws when it can't be opened.
  init?(path: String) throws(ImportError) {
    var status = stat()
    // Looked at before it is opened: a named pipe that is opened and closed again loses its writer.
    guard !path.utf8.contains(0) else {
      throw ImportError(.source, "can't read \"\(path)\": a path can't hold U+0000")
    }
    guard stat(path, &status) == 0 else { throw SourceFile.fault(path) }
    guard status.st_mode & S_IFMT == S_IFREG else { return nil }
    name = path
    isFollowed = false
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    // Before anything else asks the system.
    let code = errno
    self.path = SourceFile.absolute(path)
    guard descriptor >= 0 else { throw SourceFile.fault(path, code) }
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
  }

  /// A file that stands, or stood, at a followed path. `path`: as progress is kept under it.
  init(followed other: Int32, name: String, path: String) throws(ImportError) {
    self.name = name
    self.path = path
    isFollowed = true
    descriptor = fcntl(other, F_DUPFD_CLOEXEC, 0)
    guard descriptor >= 0 else { throw SourceFile.fault(name) }
  }

  /// The same file, as one that stands at a followed path.
  func asFollowed(_ place: FollowedPath) throws(ImportError) -> SourceFile {
    try place.file(descriptor)
  }

  /// A file that stood at a followed path and has another name now.
  convenience init(rotated name: String, of path: String) throws(ImportError) {
    let descriptor = open(name, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SourceFile.fault(name) }
    defer { _ = close(descriptor) }
    try self.init(followed: descriptor, name: name, path: path)
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// The open file, for a feed. This value outlives the feed.
  var feedSource: FeedSource { .fileDescriptor(descriptor, name: name) }

  /// Whether a feed's offsets are offsets in the file: it is neither compressed nor transcoded.
  var isPlain: Bool {
    get throws(ImportError) {
      if let knownPlain { return knownPlain }
      let head = try bytes(at: 0, count: FeedSource.headSize)
      let isPlain = FeedSource.isPlain(head)
      if head.count == FeedSource.headSize { knownPlain = isPlain }
      return isPlain
    }
  }

  /// The fingerprint for a checkpoint at `offset` in the text. Of a file whose text lies elsewhere, it
  /// is that of the whole file.
  func fingerprint(at offset: Int64) throws(ImportError) -> SourceFingerprint {
    let end = try isPlain ? offset : size()
    return try fingerprint(before: end)
  }

  private func fingerprint(before offset: Int64) throws(ImportError) -> SourceFingerprint {
    if isFollowed, offset == 0 { return try identity() }
    let span = min(Int64(SourceFingerprint.span), offset)
    return SourceFingerprint(
      size: try size(),
      head: SourceFingerprint.hash(try bytes(at: 0, count: Int(span))),
      tail: SourceFingerprint.hash(try bytes(at: offset - span, count: Int(span))))
  }

  /// Which file it is, of which nothing was read yet.
  private func identity() throws(ImportError) -> SourceFingerprint {
    let status = try status()
    return SourceFingerprint(
      size: Int64(status.st_size), head: "file \(status.st_dev):\(status.st_ino)", tail: "")
  }

  /// Whether the file is the one, grown or not, that the checkpoint was made in.
  func isFile(of checkpoint: Checkpoint) throws(ImportError) -> Bool {
    do throws(ImportError) {
      try verify(checkpoint)
      return true
    } catch {
      guard error.kind == .changedSource else { throw error }
      return false
    }
  }

  /// Throws when the file is not the one, grown or not, that the checkpoint was made in.
  func verify(_ checkpoint: Checkpoint) throws(ImportError) {
    let offset = try end(of: checkpoint)
    let now = try size()
    guard now >= offset else {
      throw changed("it has \(now) bytes, and \(offset) were already imported")
    }
    // Before its first byte only followed files are told apart.
    if offset == 0, !isFollowed { return }
    let fingerprint = try fingerprint(before: offset)
    guard fingerprint.head == checkpoint.fingerprint.head else {
      throw changed("its first bytes are not the ones that were imported")
    }
    guard fingerprint.tail == checkpoint.fingerprint.tail else {
      throw changed("the bytes before offset \(offset) are not the ones that were imported")
    }
  }

  /// How much of the file a checkpoint speaks of.
  private func end(of checkpoint: Checkpoint) throws(ImportError) -> Int64 {
    try isPlain ? checkpoint.position.offset : checkpoint.fingerprint.size
  }

  /// Whether a checkpoint that this file is known by speaks of all of it.
  func ends(at checkpoint: Checkpoint) throws(ImportError) -> Bool {
    let (end, size) = (try end(of: checkpoint), try size())
    return end == size
  }

  /// Where reading goes on. A last line without newline was imported at the file's end; when the
  /// file has grown since, the newline that ends that line belongs to it.
  func start(behind position: FeedPosition) throws(ImportError) -> FeedPosition {
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
    let framing = try choose(options)
    guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw SourceFile.fault(path) }
    return framing
  }

  /// The feed, and with it the thread that decompresses, is gone when this returns.
  private func choose(_ options: FeedOptions) throws(ImportError) -> FeedFraming {
    do throws(JSONError) {
      var feed = try JSONFeed(
        feedSource, options: FeedOptions(framing: .auto, depthLimit: options.depthLimit))
      return try feed.chosenFraming()
    } catch {
      throw ImportError(.source, "\(error)")
    }
  }

  private func changed(_ reason: String) -> ImportError {
    ImportError(
      .changedSource,
      "\(path) has changed since its last import: \(reason). To import it as a new source, give"
        + " it another name or name another table")
  }

  /// The size of its text, where it is that of the file.
  func sizeInFeed() throws(ImportError) -> Int64? { try isPlain ? size() : nil }

  func size() throws(ImportError) -> Int64 { Int64(try status().st_size) }

  private func status() throws(ImportError) -> stat {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw SourceFile.fault(path) }
    return status
  }

  /// Up to `count` bytes: fewer at the end.
  private func bytes(at offset: Int64, count: Int) throws(ImportError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let read = bytes.withUnsafeMutableBytes {
        pread(descriptor, $0.baseAddress! + done, count - done, off_t(offset) + off_t(done))
      }
      if read < 0, errno == EINTR { continue }
      guard read >= 0 else { throw SourceFile.fault(path) }
      if read == 0 { break }
      done += read
    }
    bytes.removeLast(count - done)
    return bytes
  }

  static func absolute(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  static func fault(_ path: String, _ code: Int32 = errno) -> ImportError {
    ImportError(.source, "can't read \(path): \(SystemMessage.text(code))")
  }
}
