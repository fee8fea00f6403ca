import Sluice
import SluiceFeed
import SluiceSystem

/// A path at which one file follows another, and the place of an earlier run in them.
struct FollowedPath {
  let path: String
  /// The path under which progress usually is kept. Only links in its folder are resolved: the last name leads to
  /// different files over time, and may be a link.
  let absolute: String
  /// The name under which progress is kept, which may be that of another folder.
  var source: ByteName
  var evidence = SourceEvidence()
  /// For rotated files that are compressed.
  let decompression: DecompressionLimits

  init(_ path: String, _ options: FeedOptions) {
    self.path = path
    decompression = options.decompression
    let given = FilePath.folder(of: path)
    let folder = FilePath.real(given) ?? given
    absolute = (folder.hasSuffix("/") ? folder : folder + "/") + FilePath.name(of: path)
    source = ByteName(absolute)
  }

  func file(_ descriptor: FileDescriptor) throws(ImportError) -> SourceFile {
    let file = try SourceFile(followed: descriptor, name: path, of: self)
    guard try file.isPlain else {
      throw ImportError(
        .source,
        "\(path) is compressed, or in UTF-16 or UTF-32: only plain UTF-8 can be followed by a job;"
          + " import it without following, as often as you like")
    }
    return file
  }

  /// Throws when something other than a file that can be followed is at the path. Nothing may be there yet.
  func check() throws(ImportError) {
    do throws(SystemError) {
      _ = try FileStatus(at: path)
    } catch {
      if error.code == .noSuchFile { return }
    }
    guard let found = try SourceFile(path: path) else {
      throw ImportError(.source, "\(path) is not a file, and can't be followed")
    }
    _ = try file(found.descriptor)
  }

  /// The file at the path and those that its log was rotated to, at one moment.
  struct Inspection {
    let file: SourceFile
    /// Nil when the file is only examined.
    let generation: FollowedInput?
    /// Oldest first; without the file at the path under another name.
    let rotated: [RotatedFiles.Entry]
    let path: String

    /// Whether the newest of the rotated files is still the same, as far as can be seen.
    var isStillFirst: Bool {
      guard let found = try? RotatedFiles(of: path) else { return false }
      return found.entries.last == newest
    }

    fileprivate let newest: RotatedFiles.Entry?
  }

  /// Repeats until no rotation comes between, so that no file is missed or found twice. Waits until there
  /// is a file at the path. Nil: the job was stopped.
  func inspect(_ followed: FollowedFile, _ stop: FeedStop) throws(ImportError) -> Inspection? {
    for _ in 0..<1000 {
      let before = try RotatedFiles(of: path).entries
      let generation: FollowedInput
      do throws(InputEvent) {
        generation = try followed.nextGeneration(heeding: [stop])
      } catch {
        if case .stopped = error, stop.isStopped { return nil }
        throw ImportError(.source, "\(error.asError)")
      }
      let after = try RotatedFiles(of: path).entries
      guard before == after, generation.identity == (try? FileStatus(at: path))?.identity else {
        continue
      }
      let file = try file(generation.descriptor)
      file.generation = generation
      return Inspection(
        file: file, generation: generation,
        rotated: after.filter { $0.file != generation.identity }, path: path,
        newest: after.last)
    }
    throw ImportError(
      .source, "\(path) was rotated again and again while its files were examined")
  }

  /// The same for a plan, which does not wait.
  func inspect(at file: SourceFile) throws(ImportError) -> Inspection {
    let identity = try file.identity()
    let entries = try RotatedFiles(of: path).entries
    return Inspection(
      file: try self.file(file.descriptor), generation: nil,
      rotated: entries.filter { $0.file != identity }, path: path, newest: entries.last)
  }

  /// Whether a file of which nothing was read is the checkpoint's, judged by its start at that time. A file
  /// that was empty then is known only by its place in the order.
  static func isUnread(
    _ checkpoint: Checkpoint, _ file: FileIdentity, isNext: Bool,
    head: (Int) throws(ImportError) -> [UInt8]?
  ) throws(ImportError) -> Bool {
    guard let start = checkpoint.fingerprint.mark?.start else {
      // An earlier version noted the file's number; an import that does not follow, nothing.
      let mark = checkpoint.fingerprint.head
      return mark == "file \(file)" || !mark.hasPrefix("file ") && isNext
    }
    guard start.count > 0 else { return isNext || file == start.file }
    guard let found = try head(start.count) else { return false }
    return found.count == start.count && SourceFingerprint.hash(found) == start.hash
  }
}
