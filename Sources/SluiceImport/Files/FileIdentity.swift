#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The regular file that a name or a descriptor leads to, or that the name would create.
struct FileIdentity: Hashable {
  /// The path with its links resolved, as far as it exists.
  let path: String
  private let file: File?

  private struct File: Hashable {
    let device: dev_t
    let inode: ino_t
  }

  /// Nil for anything there but a regular file, and for a name that no file can have.
  init?(of path: String) {
    guard !path.isEmpty, !path.utf8.contains(0) else { return nil }
    var status = stat()
    if stat(path, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFREG else { return nil }
      file = File(device: status.st_dev, inode: status.st_ino)
    } else {
      file = nil
    }
    self.path = FileIdentity.resolved(path)
  }

  /// Nil for a descriptor that is not open, or not a regular file's.
  init?(of descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    path = ""
    file = File(device: status.st_dev, inode: status.st_ino)
  }

  static func == (one: FileIdentity, other: FileIdentity) -> Bool {
    guard one.file != nil || other.file != nil else { return one.path == other.path }
    return one.file == other.file
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(file)
    if file == nil { hasher.combine(path) }
  }

  /// As many links as the system itself follows.
  private static let mostLinks = 40

  /// The path that `open(2)` would create or find: links of the folder and of the last name followed,
  /// also where the last link leads to nothing.
  private static func resolved(_ path: String) -> String {
    var path = path
    for _ in 0..<mostLinks {
      if let whole = real(path) { return whole }
      let (folder, name) = divided(path)
      guard let realFolder = real(folder) else { return path }
      path = (realFolder.hasSuffix("/") ? realFolder : realFolder + "/") + name
      guard let link = link(at: path) else { return path }
      path = link.hasPrefix("/") ? link : divided(path).folder + "/" + link
    }
    return path
  }

  private static func divided(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
    let folder = slash == path.startIndex ? "/" : String(path[..<slash])
    return (folder, String(path[path.utf8.index(after: slash)...]))
  }

  private static func real(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  private static func link(at path: String) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
      guard let start = buffer.baseAddress else { return nil }
      let count = readlink(path, start, buffer.count)
      guard count > 0 else { return nil }
      return String(decoding: UnsafeRawBufferPointer(buffer)[..<count], as: UTF8.self)
    }
  }
}
