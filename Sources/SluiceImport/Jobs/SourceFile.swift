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
  private let name: String
  private let descriptor: Int32
  /// Whether a feed's offsets are offsets in the file: it is neither compressed nor transcoded.
  private var isPlain = true

  /// Nil for what is no regular file: a pipe, a terminal. Throws when it can't be opened.
  init?(path: String) throws(ImportError) {
    var status = stat()
    // Looked at before it is opened: a named pipe that is opened and closed again loses its writer.
    guard stat(path, &status) == 0 else { throw SourceFile.fault(path) }
    guard status.st_mode & S_IFMT == S_IFREG else { return nil }
    name = path
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    self.path = SourceFile.absolute(path)
    guard descriptor >= 0 else { throw SourceFile.fault(path) }
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    isPlain = FeedSource.isPlain(try bytes(at: 0, count: 4))
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// The open file, for a feed. This value outlives the feed.
  var feedSource: FeedSource { .fileDescriptor(descriptor, name: name) }

  /// Whether both are one file.
  func isSame(as other: Int32) -> Bool {
    var (mine, others) = (stat(), stat())
    return fstat(descriptor, &mine) == 0 && fstat(other, &others) == 0
      && mine.st_dev == others.st_dev && mine.st_ino == others.st_ino
  }

  /// The fingerprint for a checkpoint at `offset` in the text. Of a file whose text lies elsewhere, it
  /// is that of the whole file.
  func fingerprint(at offset: Int64) throws(ImportError) -> SourceFingerprint {
    try fingerprint(before: isPlain ? offset : size())
  }

  private func fingerprint(before offset: Int64) throws(ImportError) -> SourceFingerprint {
    let span = min(Int64(SourceFingerprint.span), offset)
    return SourceFingerprint(
      size: try size(),
      head: SourceFingerprint.hash(try bytes(at: 0, count: Int(span))),
      tail: SourceFingerprint.hash(try bytes(at: offset - span, count: Int(span))))
  }

  /// Throws when the file is not the one, grown or not, that the checkpoint was made in.
  func verify(_ checkpoint: Checkpoint) throws(ImportError) {
    let offset = isPlain ? checkpoint.position.offset : checkpoint.fingerprint.size
    let now = try size()
    guard now >= offset else {
      throw changed("it has \(now) bytes, and \(offset) were already imported")
    }
    let fingerprint = try fingerprint(before: offset)
    guard fingerprint.head == checkpoint.fingerprint.head else {
      throw changed("its first bytes are not the ones that were imported")
    }
    guard fingerprint.tail == checkpoint.fingerprint.tail else {
      throw changed("the bytes before offset \(offset) are not the ones that were imported")
    }
  }

  /// Where reading goes on. A last line without newline was imported at the file's end; when the
  /// file has grown since, the newline that ends that line belongs to it.
  func start(behind position: FeedPosition) throws(ImportError) -> FeedPosition {
    guard isPlain, position.offset > 0 else { return position }
    let around = try bytes(at: position.offset - 1, count: 2)
    guard around.count == 2, around[0] != UInt8(ascii: "\n"), around[1] == UInt8(ascii: "\n")
    else { return position }
    var position = position
    position.offset += 1
    return position
  }

  /// What `.auto` chooses for the file.
  func framing(_ options: FeedOptions) throws(ImportError) -> FeedFraming {
    let head = try bytes(at: 0, count: FramingChoice.mostBytes + 1)
    return FramingChoice.framing(of: head, depthLimit: options.depthLimit)
  }

  private func changed(_ reason: String) -> ImportError {
    ImportError(
      .changedSource,
      "\(path) has changed since its last import: \(reason). To import it as a new source, give"
        + " it another name or name another table")
  }

  func size() throws(ImportError) -> Int64 {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw SourceFile.fault(path) }
    return Int64(status.st_size)
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

  private static func absolute(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  private static func fault(_ path: String) -> ImportError {
    ImportError(.source, "can't read \(path): \(SystemMessage.text(errno))")
  }
}
