import Sluice
import SluiceSystem

/// A file of a run by one of its names.
struct FoundFile {
  /// As the caller gave it.
  let given: String
  /// The same from the root on, with its links.
  let absolute: ByteName
  /// Without links and dots.
  let path: String
  let identity: FileIdentity
  let hasLinks: Bool
  /// Made when it is asked for: it takes longer than everything else here, and most files are known without it.
  var log: LogName { LogName(path) }

  /// Nil for anything but a regular file that is there. `folder`: the working folder.
  /// `folders`: for those that look for many.
  init?(
    _ given: String, from folder: @autoclosure () -> String = FilePath.workingFolder,
    in folders: RealFolders = RealFolders()
  ) {
    guard !given.utf8.contains(0), let status = try? FileStatus(at: given), status.isRegular,
      let path = folders.path(of: given, status.identity)
    else { return nil }
    (self.given, self.path, identity) = (given, path, status.identity)
    absolute = ByteName(FilePath.absolute(given, from: folder()))
    hasLinks = status.linkCount > 1
  }

  /// Whether its only name is its path, and it is not packed: where nothing was imported before, its path is all that it can
  /// be known by.
  var isPlain: Bool {
    !hasLinks && absolute == ByteName(path)
      && !RotatedName.packedEndings.contains {
        $0.utf8.elementsEqual(path.utf8.suffix($0.utf8.count))
      }
  }

  /// Nil: its file system doesn't tell when it was made.
  var origin: FileOrigin? { FileOrigin(identity, at: path) }

  /// Whether it has what was imported from a source, and may have grown since.
  func isSame(as known: KnownSource) throws(ImportError) -> Bool {
    guard let source = try JobSource(path: given) else { return false }
    return try source.isFile(of: known.checkpoint)
  }

  /// What proves all of it.
  func proof() throws(ImportError) -> FileProof {
    try ImportError.reading(file: given) { () throws(SystemError) in
      let descriptor = try FileDescriptor.open(reading: path, waitsForWriter: true)
      defer { descriptor.close() }
      return try FileProof(of: descriptor, length: FileStatus(of: descriptor).size)
    }
  }

  /// An absolute name, and the same as the caller would have given it for a file beside this one.
  func spellings(of name: ByteName) -> [String] {
    let folder = FilePath.folder(of: name.text)
    let isBeside = [absolute.text, path].contains { FilePath.folder(of: $0) == folder }
    let beside = FilePath.path(of: FilePath.name(of: name.text), beside: given)
    return isBeside ? [name.text, beside] : [name.text]
  }

  /// Whether it is the file at a source's path by another name.
  func isLink(to known: KnownSource) -> Bool {
    hasLinks && (try? FileStatus(at: known.path))?.identity == identity
  }
}
