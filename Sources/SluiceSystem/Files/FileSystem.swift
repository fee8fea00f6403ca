#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What is done to files by their names.
package enum FileSystem {
  /// Whether anything is at a path.
  package static func isThere(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

  /// Throws if the file can't be written.
  package static func checkWritable(_ path: String) throws(SystemError) {
    guard unsafe access(path, W_OK) == 0 else { throw .last(.write, path: path) }
  }

  /// Throws if no file can be made in the folder.
  package static func checkWritable(folder: String) throws(SystemError) {
    guard unsafe access(folder, W_OK | X_OK) == 0 else { throw .last(.write, path: folder) }
  }

  /// Removes a name, if it is there.
  package static func remove(_ path: String) { unsafe unlink(path) }

  /// Removes a name if it still leads to this file, and not to another one that took the name.
  package static func remove(_ path: String, of file: FileIdentity?) {
    guard let file, let found = try? FileStatus(at: path, followingLinks: false),
      found.identity == file
    else { return }
    remove(path)
  }

  /// Renames a file, for good. At every moment, the new name leads to the old file there or to this one.
  package static func rename(_ path: String, to other: String) throws(SystemError) {
    guard systemRename(path, other) == 0 else { throw .last(.rename, path: path) }
    synchronizeFolder(of: other)
  }

  /// Renames a file to a name that nothing has yet, for good. Returns false if something has it by now.
  package static func rename(_ path: String, toNew other: String) throws(SystemError) -> Bool {
    if systemLink(path, other) == 0 {
      unsafe unlink(path)
      synchronizeFolder(of: other)
      return true
    }
    let code = Errno.last
    if code == .fileExists || code == .noSuchFile { return false }
    // A file system without links: the moment between the test and the renaming is not covered there.
    guard (try? FileStatus(at: other, followingLinks: false)) == nil else { return false }
    try rename(path, to: other)
    return true
  }

  /// Flushes the names in a file's folder to the disk.
  package static func synchronizeFolder(of path: String) {
    let folder = unsafe open(FilePath.folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    // A file system that can't synchronize folders has already put the name there.
    fsync(folder)
    close(folder)
  }

  /// The names in a folder that begin with a text, in any order.
  package static func names(
    in folder: String, startingWith start: String
  ) throws(SystemError) -> [String] {
    let start = Array(start.utf8)
    return try entries(in: folder).filter { $0.bytes.starts(with: start) }.map(\.name)
  }

  /// An entry of a folder.
  package struct Entry {
    package let bytes: [UInt8]
    package let inode: UInt64

    /// Its name, in which U+FFFD stands for what is no UTF-8.
    package var name: String { String(decoding: bytes, as: UTF8.self) }
    package var isUTF8: Bool { name.utf8.elementsEqual(bytes) }
  }

  /// What is in a folder, in any order.
  package static func entries(in folder: String) throws(SystemError) -> [Entry] {
    guard let entries = unsafe opendir(folder) else { throw .last(.open, path: folder) }
    defer { unsafe closedir(entries) }
    var found: [Entry] = []
    while true {
      errno = 0
      guard let entry = unsafe readdir(entries) else {
        guard errno == 0 else { throw .last(.read, path: folder) }
        return found
      }
      let inode = unsafe UInt64(entry.pointee.d_ino)
      unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
        // C's array is imported as a tuple; its size is that of the field.
        let capacity = unsafe MemoryLayout.size(ofValue: name.pointee)
        unsafe name.withMemoryRebound(to: CChar.self, capacity: capacity) { name in
          let bytes = unsafe UnsafeRawBufferPointer(start: name, count: strlen(name))
          unsafe found.append(Entry(bytes: Array(bytes), inode: inode))
        }
      }
    }
  }
}
