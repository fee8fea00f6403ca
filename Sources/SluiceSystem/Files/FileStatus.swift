#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What the system reports about a file.
package struct FileStatus: Sendable {
  package enum Kind: Sendable { case regular, folder, other }

  package let kind: Kind
  package let identity: FileIdentity
  /// In bytes.
  package let size: Int64
  /// The number of its names.
  package let linkCount: Int
  package let owner: UInt32
  package let group: UInt32
  package let permissions: UInt32
  /// The time of its last change, in nanoseconds since 1970.
  package let modified: Int64

  package var isRegular: Bool { kind == .regular }

  package init(of descriptor: FileDescriptor) throws(SystemError) {
    var status = stat()
    guard unsafe fstat(descriptor.rawValue, &status) == 0 else { throw .last(.inspect) }
    self.init(status)
  }

  package init(at path: String, followingLinks: Bool = true) throws(SystemError) {
    guard !path.utf8.contains(0) else { throw SystemError(.inspect, .nulInPath, path: path) }
    var status = stat()
    guard unsafe (followingLinks ? stat(path, &status) : lstat(path, &status)) == 0 else {
      throw .last(.inspect, path: path)
    }
    self.init(status)
  }

  private init(_ status: stat) {
    switch status.st_mode & S_IFMT {
    case S_IFREG: kind = .regular
    case S_IFDIR: kind = .folder
    default: kind = .other
    }
    identity = FileIdentity(
      device: UInt64(truncatingIfNeeded: status.st_dev),
      inode: UInt64(truncatingIfNeeded: status.st_ino))
    size = Int64(status.st_size)
    linkCount = Int(status.st_nlink)
    owner = status.st_uid
    group = status.st_gid
    permissions = UInt32(status.st_mode & 0o7777)
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    modified = Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}

extension FileDescriptor {
  /// The status of a regular file; nil for anything else.
  package var regularStatus: FileStatus? {
    (try? FileStatus(of: self)).flatMap { $0.isRegular ? $0 : nil }
  }

  /// Whether this open file is at a path, under any name.
  package func isFile(at path: String) -> Bool {
    guard let mine = try? FileStatus(of: self), let other = try? FileStatus(at: path) else {
      return false
    }
    return mine.identity == other.identity
  }
}
