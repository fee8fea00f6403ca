import Sluice

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The file that a path means, and the names of the files kept with it.
enum TargetPath {
  /// The path with links resolved, even to a file that does not exist yet. Side files go next to the file
  /// that a link leads to, and that file is replaced, never the link. A device or a pipe keeps the path
  /// that was given.
  static func resolved(_ path: String) throws(ImportError) -> String {
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG { return path }
    var resolved = path
    for _ in 0..<40 {
      guard let link = link(at: resolved) else { return resolved }
      resolved = link.hasPrefix("/") ? link : self.path(of: link, beside: resolved)
    }
    throw ImportError(.sink, "can't open \(path): \(SystemMessage.text(ELOOP))")
  }

  /// The path that a symbolic link holds; nil when `path` is no symbolic link.
  private static func link(at path: String) -> String? {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = bytes.withUnsafeMutableBytes { buffer in
      buffer.withMemoryRebound(to: CChar.self) {
        guard let base = $0.baseAddress else { return -1 }
        return Int(readlink(path, base, $0.count))
      }
    }
    return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
  }

  /// The folder that a file is in.
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The last name in a path.
  static func name(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }

  /// Another file of the same folder.
  static func path(of name: String, beside path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return name }
    return path[...slash] + name
  }

  /// The most bytes of a file's name with which those of its side files begin.
  static let longestStart = 180

  /// An unpredictable name beside a file, hidden because only Sluice uses it.
  static func unpredictable(beside path: String, ending: String) -> String {
    // A name has at most 255 bytes, so a long one contributes its start.
    let name = name(of: path).drop { $0 == "." }
    let start = String(decoding: Array(name.utf8.prefix(longestStart)), as: UTF8.self)
    return self.path(of: ".\(start).\(RandomName.make()).\(ending)", beside: path)
  }
}
