import Sluice
import SluiceSystem

/// The file that a path means, and the names of the files kept with it.
enum TargetPath {
  /// The path with links resolved, even to a file that does not exist yet. Side files go next to the file
  /// that a link leads to, and that file is replaced, never the link. A device or a pipe keeps the path
  /// that was given.
  static func resolved(_ path: String) throws(ImportError) -> String {
    if let status = try? FileStatus(at: path), !status.isRegular { return path }
    var resolved = path
    for _ in 0..<FilePath.mostLinks {
      guard let link = FilePath.link(at: resolved) else { return resolved }
      resolved = link.starts(withText: "/") ? link : FilePath.path(of: link, beside: resolved)
    }
    throw ImportError(.sink, "can't open \(path): \(Errno.tooManyLinks)")
  }

  /// The most bytes of a file's name with which those of its side files begin.
  static let longestStart = 180

  /// An unpredictable name beside a file, hidden because only Sluice uses it.
  static func unpredictable(beside path: String, ending: String) -> String {
    // A name has at most 255 bytes, so a long one contributes its start.
    let name = FilePath.name(of: path).drop { $0 == "." }
    let start = String(decoding: Array(name.utf8.prefix(longestStart)), as: UTF8.self)
    return FilePath.path(of: ".\(start).\(RandomName.make()).\(ending)", beside: path)
  }
}
