import Sluice
import SluiceSystem

extension FileSink {
  /// The path of the file, by the name beside which its progress is kept: links are resolved, and of several names of one
  /// file (hard links) it is the one that has progress.
  ///
  /// Throws when the file has further names elsewhere, which may have it. A replacement takes only the name that was given.
  func target() throws(ImportError) -> String {
    let path = try TargetPath.resolved(path)
    guard mode != .replace, !FileSystem.isThere(FileProgress.path(besides: path)),
      let status = try? FileStatus(at: path), status.isRegular, status.linkCount > 1,
      status.size > 0
    else { return path }
    if let other = try FileSink.known(as: status.identity, beside: path) { return other }
    guard !choices.contains(.restart) else { return path }
    throw ImportError(
      .conflict,
      "\(path) is a file with \(status.linkCount) names (hard links), and progress is kept beside one of them:"
        + " none of those in its folder has any. Nothing was written. Give the name under which rows were"
        + " imported into it, or, if none were, import all of the source into it with --restart")
  }

  /// The name of a file beside which progress is kept, in the same folder; nil: there is none.
  private static func known(
    as file: FileIdentity, beside path: String
  ) throws(ImportError) -> String? {
    let folder = FilePath.folder(of: path)
    let names: [String]
    do throws(SystemError) {
      names = try FileSystem.names(in: folder, startingWith: "")
    } catch {
      throw ImportError(
        .sink,
        "the folder of \(path), which has several names, can't be listed, and progress may be kept beside"
          + " another one: \(error.code)")
    }
    let ending = FileProgress.path(besides: "")
    for name in names.map({ ByteName($0) }).sorted() {
      guard let start = name.text.start(before: ending) else { continue }
      let other = FilePath.path(of: String(start), beside: path)
      guard (try? FileStatus(at: other, followingLinks: false))?.identity == file else { continue }
      return other
    }
    return nil
  }
}

extension FileSink {
  public func appending() throws(ImportError) -> any Sink {
    try FileSink(path: path, descriptor: descriptor, format: format, mode: .append)
  }

  public var files: [SinkFile] {
    if let descriptor { return [SinkFile(descriptor)] }
    // Next to the file that a link leads to; what gathers a replacement has a name of its own.
    return [SinkFile(path: (try? target()) ?? path, endings: [".sluice"])]
  }
}
