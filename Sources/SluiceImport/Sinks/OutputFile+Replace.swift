import Sluice
import SluiceSystem

/// What a new file may replace.
package enum Replaceable: Hashable, Sendable {
  /// Whatever is at the path: the caller of the command has named it as the place to write.
  case anything
  /// Only this file; nil: nothing may be there.
  case file(FileIdentity?)

  /// The text in which journals keep it: a file, `nothing`, or none.
  var text: String {
    switch self {
    case .anything: ""
    case .file(let file): file?.description ?? "nothing"
    }
  }

  init(_ text: String) {
    self = FileIdentity(text[...]).map { .file($0) } ?? (text.isEmpty ? .anything : .file(nil))
  }

  func includes(_ found: FileStatus?) -> Bool {
    guard case .file(let known) = self else { return true }
    return found?.identity == known
  }

  func fault(_ path: String, _ found: FileStatus?) -> ImportError {
    var expected = "nothing"
    if case .file(let known?) = self { expected = "the file with inode \(known.inode)" }
    let there = found.map { "one with inode \($0.identity.inode)" } ?? "nothing"
    return ImportError(
      .sink,
      "\(path) was replaced by another program meanwhile: expected \(expected), found \(there). It was not"
        + " touched. Move it away, and run the same command again")
  }
}

/// Replaces files.
extension OutputFile {
  /// Writes a whole file: under another name first, which then replaces it.
  ///
  /// The name is unpredictable, in the same folder, and made by this call, which removes it when it fails.
  /// A link is followed; an existing file gives the new one its mode and owner. A target that is not a
  /// regular file (a device, a pipe) is written, and never replaced. `isPrivate`: only its owner may read a
  /// new file. `replaceable`: what may have the name.
  package static func write(
    _ bytes: [UInt8], to path: String, isPrivate: Bool = false,
    over replaceable: Replaceable
  ) throws(ImportError) {
    let path = try TargetPath.resolved(path)
    if let status = try? FileStatus(at: path), !status.isRegular {
      return try OutputFile(path, for: []).write(bytes)
    }
    let file = try prepared(toReplace: path, isPrivate: isPrivate)
    do throws(ImportError) {
      try file.write(bytes)
      try file.synchronize()
      try file.takePlace(of: path, replaceable)
    } catch {
      FileSystem.remove(file.path, of: file.identity)
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
      FileSystem.remove(file.path, of: file.identity)
      throw ImportError(
        .sink,
        "can't replace \(path): it belongs to user \(old.owner) and group \(old.group), which would not"
          + " survive (\(error.code)). Do it as that user, or name another file")
    }
    return file
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
