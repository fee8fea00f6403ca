import Sluice
import SluiceSystem

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
    if let status = try? FileStatus(at: path), !status.isRegular {
      return try OutputFile(path, for: []).write(bytes)
    }
    let file = try prepared(toReplace: path, isPrivate: isPrivate)
    do throws(ImportError) {
      try file.write(bytes)
      try file.synchronize()
      try file.takePlace(of: path)
    } catch {
      FileSystem.remove(file.path)
      throw error
    }
  }

  /// A new file beside a path, with the owner of the one there; it gets the mode when it replaces that one.
  static func prepared(
    toReplace path: String, isPrivate: Bool, at place: String? = nil
  ) throws(ImportError) -> OutputFile {
    let old = try? FileStatus(at: path)
    let file = try OutputFile(
      creating: place ?? TargetPath.unpredictable(beside: path, ending: "new"),
      permissions: isPrivate || old != nil ? 0o600 : 0o666)
    file.meantFor = path
    guard let old, let new = try? FileStatus(of: file.descriptor),
      old.owner != new.owner || old.group != new.group
    else { return file }
    do throws(SystemError) {
      try file.descriptor.setOwner(old.owner, group: old.group)
    } catch {
      FileSystem.remove(file.path)
      throw ImportError(
        .sink,
        "can't replace \(path): it belongs to user \(old.owner) and group \(old.group), which would not"
          + " survive (\(error.code)). Do it as that user, or name another file")
    }
    return file
  }

  static func rename(_ path: String, to other: String) throws(ImportError) {
    do throws(SystemError) {
      try FileSystem.rename(path, to: other)
    } catch {
      throw renamingFault(error, path, other)
    }
  }

  static func renamingFault(_ error: SystemError, _ path: String, _ other: String) -> ImportError {
    ImportError(.sink, "can't rename \(path) to \(other): \(error.code)")
  }

  /// Reads the JSON in a file; nil when the file does not exist. `unreadable` turns a reason into an error.
  static func json(
    at path: String, unreadable: (String) -> ImportError
  ) throws(ImportError) -> JSON? {
    guard FileSystem.isThere(path) else { return nil }
    do {
      var reader = JSONReader(options: JSONOptions(checking: .full))
      return try reader.withDocument(contentsOfFile: path) { root in try root.materialize() }
    } catch {
      throw unreadable("\(error)")
    }
  }
}
