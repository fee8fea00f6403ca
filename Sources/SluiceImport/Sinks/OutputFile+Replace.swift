import Sluice

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Replaces files.
extension OutputFile {
  /// Writes a whole file: under another name first, which then replaces it.
  ///
  /// The name is unpredictable, in the same folder, and made by this call, which removes it when it fails.
  /// A link is followed; an existing file gives the new one its mode and owner. A target that is not a
  /// regular file (a device, a pipe) is written, and never replaced. `isPrivate`: only its owner may read a
  /// new file.
  package static func write(
    _ bytes: [UInt8], to path: String, isPrivate: Bool = false
  ) throws(ImportError) {
    let path = try TargetPath.resolved(path)
    if let status = status(at: path), status.st_mode & S_IFMT != S_IFREG {
      return try OutputFile(path, O_WRONLY, 0).write(bytes)
    }
    let file = try prepared(toReplace: path, isPrivate: isPrivate)
    do throws(ImportError) {
      try file.write(bytes)
      try file.synchronize()
      try file.takePlace(of: path)
    } catch {
      unlink(file.path)
      throw error
    }
  }

  /// A new file beside a path, with the owner of the one there; it gets the mode when it replaces that one.
  static func prepared(
    toReplace path: String, isPrivate: Bool, at place: String? = nil
  ) throws(ImportError) -> OutputFile {
    let old = status(at: path)
    let file = try OutputFile(
      creating: place ?? TargetPath.unpredictable(beside: path, ending: "new"),
      mode: isPrivate || old != nil ? 0o600 : 0o666)
    file.meantFor = path
    guard let old, let new = status(file.descriptor),
      old.st_uid != new.st_uid || old.st_gid != new.st_gid
    else { return file }
    guard fchown(file.descriptor, old.st_uid, old.st_gid) == 0 else {
      let reason = SystemMessage.text(errno)
      unlink(file.path)
      throw ImportError(
        .sink,
        "can't replace \(path): it belongs to user \(old.st_uid) and group \(old.st_gid), which would not"
          + " survive (\(reason)). Do it as that user, or name another file")
    }
    return file
  }

  static func rename(_ path: String, to other: String) throws(ImportError) {
    guard systemRename(path, other) == 0 else {
      throw ImportError(.sink, "can't rename \(path) to \(other): \(SystemMessage.text(errno))")
    }
    synchronizeFolder(of: other)
  }

  static func synchronizeFolder(of path: String) {
    let descriptor = open(TargetPath.folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    // A file system that can't synchronize folders has already put the name there.
    fsync(descriptor)
    close(descriptor)
  }

  static func status(at path: String, followingLinks: Bool = true) -> stat? {
    var status = stat()
    return (followingLinks ? stat(path, &status) : lstat(path, &status)) == 0 ? status : nil
  }

  static func isThere(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Reads the JSON in a file; nil when the file does not exist. `unreadable` turns a reason into an error.
  static func json(
    at path: String, unreadable: (String) -> ImportError
  ) throws(ImportError) -> JSON? {
    guard isThere(path) else { return nil }
    do {
      var reader = JSONReader(options: JSONOptions(checking: .full))
      return try reader.withDocument(contentsOfFile: path) { root in try root.materialize() }
    } catch {
      throw unreadable("\(error)")
    }
  }
}

/// `rename(2)`, by a name that a method doesn't hide.
private func systemRename(_ path: String, _ other: String) -> Int32 { rename(path, other) }
