import Sluice
import SluiceFeed
import SluiceSystem

/// A file that may be a generation of a log, known by its content, whatever its name and compression are by now.
final class RotatedFile {
  let entry: LogPlaces.LogCandidate
  private let place: FollowedPath
  private var opened: JobSource?
  private var isOpened = false
  /// Why it can't be read.
  private(set) var fault: String?
  /// Whether it was there, and is not any more.
  private(set) var isGone = false
  /// Whether it is there and can't be opened, so that nothing is known of it.
  private(set) var isClosed = false
  private var isExamined = false
  private var isPacked = false
  /// The first KiB of its text; nil: it can't be read.
  private var beginning: [UInt8]?
  /// The size of its text; nil: it is compressed, and was not unpacked.
  private var knownSize: Int64?
  private var hashes: [Int: String] = [:]

  init(_ entry: LogPlaces.LogCandidate, of place: FollowedPath) {
    self.entry = entry
    self.place = place
  }

  /// A compressed file of which only the text is needed.
  convenience init(unpacking path: String, _ identity: FileIdentity, _ options: FeedOptions) {
    self.init(
      LogPlaces.LogCandidate(path: path, file: identity, name: nil, time: 0, size: 0),
      of: FollowedPath(path, options))
  }

  /// The first KiB of its text; nil: it is gone, or damaged, or can't be opened.
  func head() throws(ImportError) -> [UInt8]? {
    guard !isExamined else { return beginning }
    isExamined = true
    guard let descriptor = open() else { return nil }
    defer { descriptor.close() }
    let raw = try bytes(of: descriptor, at: 0, count: SourceFingerprint.span)
    isPacked = FeedSource.isPacked(raw)
    guard isPacked else {
      knownSize = descriptor.regularStatus?.size
      beginning = raw
      return raw
    }
    do throws(JSONError) {
      beginning = try PackedExtent.textHead(
        of: descriptor, name: entry.path, count: SourceFingerprint.span)
    } catch {
      throw ImportError(.source, "\(error)")
    }
    if let beginning, beginning.count < SourceFingerprint.span {
      knownSize = Int64(beginning.count)
    }
    return beginning
  }

  /// Whether its first bytes have this hash.
  private func hasHead(_ hash: some StringProtocol, _ count: Int) throws(ImportError) -> Bool {
    guard let head = try head(), head.count >= count else { return false }
    let bytes = Array(head.prefix(count))
    let known = hashes[count] ?? SourceFingerprint.hash(bytes)
    hashes[count] = known
    return SourceFingerprint.isHash(hash, of: bytes, known: known)
  }

  /// The size of its text in bytes; nil when it can't be read.
  func size() throws(ImportError) -> Int64? {
    _ = try head()
    if let knownSize { return knownSize }
    guard let text = try text() else { return nil }
    knownSize = try text.size()
    return knownSize
  }

  /// The last bytes before a size that it has or had.
  private func tail(before size: Int64) throws(ImportError) -> [UInt8]? {
    let count = SourceFingerprint.span(before: size)
    if isPacked || isOpened {
      guard let text = try text() else { return nil }
      return try text.bytes(at: size - Int64(count), count: count)
    }
    guard let descriptor = open() else { return nil }
    defer { descriptor.close() }
    return try bytes(of: descriptor, at: size - Int64(count), count: count)
  }

  private func bytes(
    of descriptor: FileDescriptor, at offset: Int64, count: Int
  ) throws(ImportError) -> [UInt8] {
    try ImportError.reading(file: entry.path) { () throws(SystemError) in
      try descriptor.bytes(at: offset, count: count)
    }
  }

  /// Its text as a plain file; for a compressed one, a temporary file without a name that holds all of it.
  /// Nil: it is gone, or damaged, or can't be opened.
  func text() throws(ImportError) -> JobSource? {
    guard !isOpened else { return opened }
    isOpened = true
    guard let descriptor = open() else { return nil }
    defer { descriptor.close() }
    let file = try JobSource(followed: descriptor, name: entry.path, of: place)
    if try file.isPlain {
      opened = file
    } else {
      opened = try unpacked(descriptor)
    }
    return opened
  }

  /// Throws if the file is there and can't be opened: what depends on it can't be decided, and its records must not be
  /// passed over.
  func requireOpening() throws(ImportError) {
    _ = try head()
    guard isClosed else { return }
    throw ImportError(
      .source,
      "\(entry.path) can't be read, and its records may be those that come next:"
        + " \(fault ?? ""). Make it readable, or move it away to go on without them, and run the same"
        + " command again")
  }

  /// Nil: it can't be opened, or could not be before, so that all that was decided of it stands.
  private func open() -> FileDescriptor? {
    guard fault == nil else { return nil }
    do throws(SystemError) {
      let descriptor = try FileDescriptor.open(reading: entry.path, waitsForWriter: true)
      if descriptor.regularStatus?.identity == entry.file { return descriptor }
      descriptor.close()
      (fault, isGone) = ("another file has its name", true)
    } catch {
      fault = error.code.description
      isGone = error.code == .noSuchFile
      isClosed = !isGone
    }
    return nil
  }

  private func unpacked(_ descriptor: FileDescriptor) throws(ImportError) -> JobSource? {
    let (copy, name) = try RotatedFile.temporaryFile()
    defer { copy.close() }
    do throws(JSONError) {
      let extent = try unsafe PackedExtent(
        of: descriptor, name: entry.path, limits: place.decompression
      ) {
        (piece) throws(JSONError) in
        do throws(SystemError) {
          try unsafe copy.write(piece)
        } catch {
          throw JSONError(
            .io, at: 0, name: name,
            reason: "it is needed to unpack \(entry.path): \(error.code)")
        }
      }
      switch extent?.rest {
      case .nothing: break
      case .incomplete: fault = "it is cut short"
      case .damaged(_, let error): fault = "\(error)"
      case nil: fault = "it is neither plain UTF-8 nor compressed"
      }
    } catch {
      throw ImportError(.source, "\(error)")
    }
    return fault == nil
      ? try JobSource(followed: copy, name: entry.path, of: place) : nil
  }

  private static func temporaryFile() throws(ImportError) -> (FileDescriptor, name: String) {
    do throws(SystemError) {
      let (descriptor, path) = try FileDescriptor.temporary()
      return (descriptor, path)
    } catch {
      throw ImportError(
        .source, "can't make the temporary file \(error.path ?? ""): \(error.code)")
    }
  }

  /// Whether the checkpoint was made in this file, of which something was read.
  func isFile(of checkpoint: Checkpoint) throws(ImportError) -> Bool {
    let count = Int(min(checkpoint.position.offset, Int64(SourceFingerprint.span)))
    guard try hasHead(checkpoint.fingerprint.headHash, count), let text = try text()
    else { return false }
    return try text.isFile(of: checkpoint)
  }

  /// Whether it begins as a file did of which nothing was read.
  func begins(as start: FollowMark.FileStart) throws(ImportError) -> Bool {
    guard start.count > 0 else { return entry.file == start.file }
    return try hasHead(start.hash, start.count)
  }
}

// MARK: Generations

extension RotatedFile {
  /// How surely it is a generation that was read.
  enum Likeness: Int, Comparable {
    case none
    /// It begins with the generation's text, and is longer.
    case longer
    case content, file

    static func < (a: Likeness, b: Likeness) -> Bool { a.rawValue < b.rawValue }
  }

  func likeness(to mark: GenerationMark) throws(ImportError) -> Likeness {
    let isFile = entry.file == mark.file
    // What can't be opened any more, or never could, is known only as a file. Numbers of files are used again.
    guard try head() != nil || !isClosed, mark.count > 0 else {
      let isSame = entry.size == mark.size || mark.count > 0 && entry.name?.isPacked == true
      return isFile && isSame ? .file : .none
    }
    guard try hasHead(mark.head, mark.count) else { return .none }
    guard let size = mark.size, !(isFile && isPacked) else { return isFile ? .file : .content }
    guard let now = try self.size(), now >= size, let tail = try tail(before: size),
      SourceFingerprint.isHash(mark.tail, of: tail)
    else { return .none }
    return isFile ? .file : now == size ? .content : .longer
  }

  /// Whether holes that were passed over have been filled since it was read.
  func hasFilledHoles(since mark: GenerationMark) throws(ImportError) -> Bool {
    guard SourceFingerprint.namesHoles(mark.head) || SourceFingerprint.namesHoles(mark.tail),
      let head = try head()
    else { return false }
    if !SourceFingerprint.filledHoles(mark.head, in: Array(head.prefix(mark.count))).isEmpty {
      return true
    }
    guard !isPacked, let size = mark.size, let tail = try tail(before: size) else { return false }
    return !SourceFingerprint.filledHoles(mark.tail, in: tail).isEmpty
  }

  /// What is kept of it as of a generation of which nothing is left to be read.
  func mark() throws(ImportError) -> GenerationMark {
    guard let head = try head(), !head.isEmpty else {
      return GenerationMark(file: entry.file, count: 0, head: "", size: entry.size, tail: "")
    }
    var tail = ""
    if let knownSize, let bytes = try self.tail(before: knownSize) {
      tail = SourceFingerprint.textHash(bytes)
    }
    return GenerationMark(
      file: entry.file, count: head.count, head: SourceFingerprint.textHash(head),
      size: tail.isEmpty ? nil : knownSize, tail: tail)
  }

  /// By how many bytes it is longer than when it was read; nil: not known.
  func growth(since mark: GenerationMark) -> Int64? {
    guard let size = mark.size, let knownSize, knownSize > size else { return nil }
    return knownSize - size
  }

  /// Whether another file begins with all of its text, byte by byte.
  func isBeginning(of other: RotatedFile) throws(ImportError) -> Bool {
    guard let head = try head(), !head.isEmpty, let more = try other.head(),
      more.starts(with: head),
      let size = try size(), let otherSize = try other.size(), size <= otherSize,
      let text = try text(), let whole = try other.text()
    else { return false }
    return try text.isBeginning(of: whole)
  }

  func isBeginning(of file: JobSource) throws(ImportError) -> Bool {
    guard let head = try head(), !head.isEmpty,
      try file.bytes(at: 0, count: head.count) == head, let text = try text()
    else { return false }
    return try text.isBeginning(of: file)
  }
}

extension JobSource {
  fileprivate func isBeginning(of other: JobSource) throws(ImportError) -> Bool {
    let size = try size()
    guard size > 0, try other.size() >= size else { return false }
    var offset: Int64 = 0
    while offset < size {
      let count = Int(min(size - offset, 1 << 18))
      guard try bytes(at: offset, count: count) == other.bytes(at: offset, count: count) else {
        return false
      }
      offset += Int64(count)
    }
    return true
  }
}
