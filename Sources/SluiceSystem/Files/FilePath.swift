#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Takes paths apart, and resolves their links.
package enum FilePath {
  /// The folder that a file is in.
  package static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The last name in a path.
  package static func name(of path: String) -> String { String(path[nameStart(in: path)...]) }

  /// Another file of the same folder.
  package static func path(of name: String, beside path: String) -> String {
    path[..<nameStart(in: path)] + name
  }

  package static func path(of name: String, in folder: String) -> String {
    (folder.utf8.last == UInt8(ascii: "/") ? folder : folder + "/") + name
  }

  /// Where the last name begins.
  package static func nameStart(in path: String) -> String.Index {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path.utf8.index(after: $0) } ?? path.startIndex
  }

  /// The path from the root on, with its links; parts that only repeat the folder are left out.
  ///
  /// `folder`: the working folder, for those that have asked for it before.
  package static func absolute(
    _ path: String, from folder: @autoclosure () -> String = workingFolder
  ) -> String {
    var parts = path.utf8.split(separator: UInt8(ascii: "/")).map { Substring($0) }
    if !path.utf8.starts(with: "/".utf8) {
      parts = folder().utf8.split(separator: UInt8(ascii: "/")).map { Substring($0) } + parts
    }
    return "/" + parts.filter { !$0.utf8.elementsEqual(".".utf8) }.joined(separator: "/")
  }

  /// The working folder from the root on. That of a shell has the links by which it was reached.
  package static var workingFolder: String {
    let shell = Environment.value(of: "PWD").flatMap { real($0) == real(".") ? $0 : nil }
    return shell ?? real(".") ?? ""
  }

  /// As many links as the system itself follows.
  package static let mostLinks = 40

  /// The path without links and dots; nil if nothing is there.
  package static func real(_ path: String) -> String? {
    guard !path.utf8.contains(0), let resolved = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  /// The path that a symbolic link holds; nil if `path` is not a symbolic link.
  package static func link(at path: String) -> String? {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1 << 16) { buffer in
      guard let start = buffer.baseAddress else { return nil }
      let count = unsafe readlink(path, start, buffer.count)
      guard count > 0 else { return nil }
      return unsafe String(decoding: UnsafeRawBufferPointer(buffer)[..<count], as: UTF8.self)
    }
  }
}
