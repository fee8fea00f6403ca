import Sluice
import SluiceFeed
import SluiceSystem

/// One of the files that a log was rotated to, identified by its content, whatever its name and compression
/// are by now.
final class RotatedFile {
  let entry: RotatedFiles.Entry
  private let place: FollowedPath
  private var opened: SourceFile?
  private var isOpened = false
  /// Why it can't be read.
  private(set) var fault: String?
  /// Whether it was opened once.
  private var isReadable = false
  /// Whether it is there and can't be opened, so that nothing is known of it.
  private var isClosed = false

  init(_ entry: RotatedFiles.Entry, of place: FollowedPath) {
    self.entry = entry
    self.place = place
  }

  /// A compressed file of which only the text is needed.
  convenience init(unpacking path: String, _ identity: FileIdentity, _ options: FeedOptions) {
    self.init(
      RotatedFiles.Entry(path: path, file: identity, isPacked: true, order: .log, time: 0),
      of: FollowedPath(path, options))
  }

  /// The first bytes of its text; nil: it is gone, or damaged, or can't be opened.
  func head(count: Int) throws(ImportError) -> [UInt8]? {
    guard count > 0 else { return [] }
    if !isOpened, entry.isPacked {
      guard let descriptor = open() else { return nil }
      defer { descriptor.close() }
      do throws(JSONError) {
        return try PackedExtent.textHead(of: descriptor, name: entry.path, count: count)
      } catch {
        throw ImportError(.source, "\(error)")
      }
    }
    guard let text = try text() else { return nil }
    return try text.bytes(at: 0, count: count)
  }

  /// The size of its text in bytes; nil when it can't be read.
  func size() throws(ImportError) -> Int64? {
    guard let text = try text() else { return nil }
    return try text.size()
  }

  /// Its text as a plain file; for a compressed one, a temporary file without a name that holds all of it.
  /// Nil: it is gone, or damaged, or can't be opened.
  func text() throws(ImportError) -> SourceFile? {
    guard !isOpened else { return opened }
    isOpened = true
    guard let descriptor = open() else { return nil }
    defer { descriptor.close() }
    let file = try SourceFile(followed: descriptor, name: entry.path, of: place)
    if !entry.isPacked, try file.isPlain {
      opened = file
    } else {
      opened = try unpacked(descriptor)
    }
    return opened
  }

  /// Throws if the file is there and can't be opened: what depends on it can't be decided, and its records must not be
  /// passed over.
  func requireOpening() throws(ImportError) {
    if !isReadable, let descriptor = open() { descriptor.close() }
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
      isReadable = true
      return descriptor
    } catch {
      fault = error.code.description
      isClosed = error.code != .noSuchFile
      return nil
    }
  }

  private func unpacked(_ descriptor: FileDescriptor) throws(ImportError) -> SourceFile? {
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
      ? try SourceFile(followed: copy, name: entry.path, of: place) : nil
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

  /// Whether the checkpoint was made in this file. `isNext`: whether it is where the checkpoint's file must
  /// be, which decides when the checkpoint knew nothing of its file.
  func isFile(of checkpoint: Checkpoint, isNext: Bool) throws(ImportError) -> Bool {
    if checkpoint.position.offset > 0 {
      let count = Int(min(checkpoint.position.offset, Int64(SourceFingerprint.span)))
      guard let head = try head(count: count),
        SourceFingerprint.hash(head) == checkpoint.fingerprint.headHash
      else { return false }
      guard let text = try text() else { return false }
      return try text.isFile(of: checkpoint)
    }
    return try FollowedPath.isUnread(
      checkpoint, entry.file, isNext: isNext
    ) { count throws(ImportError) in try head(count: count) }
  }

  /// Its start in the form that a mark keeps.
  func start() throws(ImportError) -> FollowMark.Start {
    let head = try head(count: SourceFingerprint.span) ?? []
    let size = try size() ?? 0
    return FollowMark.Start(
      file: entry.file, count: head.count, hash: SourceFingerprint.hash(head), size: size)
  }

  /// How surely it is the file that a mark names.
  enum Likeness: Int { case none, start, startAndSize, same }

  func likeness(to start: FollowMark.Start) throws(ImportError) -> Likeness {
    let isSame = entry.file == start.file
    guard start.count > 0 else { return isSame ? .same : .none }
    guard let head = try head(count: start.count), SourceFingerprint.hash(head) == start.hash else {
      return .none
    }
    if isSame { return .same }
    guard let size = try size(), size >= start.size else { return .none }
    return size == start.size ? .startAndSize : .start
  }
}
