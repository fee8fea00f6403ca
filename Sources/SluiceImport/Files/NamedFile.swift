import Sluice
import SluiceSystem

/// The regular file that a name or a descriptor leads to, or that the name would create.
struct NamedFile: Hashable {
  /// The path with its links resolved, as far as it exists.
  let path: String
  /// Nil if it does not exist yet.
  let identity: FileIdentity?

  /// Nil for anything there but a regular file, and for a name that no file can have.
  init?(at path: String) {
    guard !path.isEmpty, !path.utf8.contains(0) else { return nil }
    let status = try? FileStatus(at: path)
    guard status?.isRegular ?? true else { return nil }
    identity = status?.identity
    self.path = NamedFile.resolved(path)
  }

  /// Nil for a descriptor that is not open, or not a regular file's.
  init?(of descriptor: FileDescriptor) {
    guard let status = descriptor.regularStatus else { return nil }
    path = ""
    identity = status.identity
  }

  static func == (one: NamedFile, other: NamedFile) -> Bool {
    guard one.identity != nil || other.identity != nil else {
      return ByteName(one.path) == ByteName(other.path)
    }
    return one.identity == other.identity
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(identity)
    if identity == nil { hasher.combine(ByteName(path)) }
  }

  /// The path that `open(2)` would create or find: links of the folder and of the last name followed,
  /// also where the last link leads to nothing.
  private static func resolved(_ path: String) -> String {
    var path = path
    for _ in 0..<FilePath.mostLinks {
      if let whole = FilePath.real(path) { return whole }
      guard let folder = FilePath.real(FilePath.folder(of: path)) else { return path }
      path = FilePath.path(of: FilePath.name(of: path), in: folder)
      guard let link = FilePath.link(at: path) else { return path }
      path = link.starts(withText: "/") ? link : FilePath.folder(of: path) + "/" + link
    }
    return path
  }
}
