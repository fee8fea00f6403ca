import Sluice

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The files that a pattern of glob(7) matches.
package enum Glob {
  /// In the order of their paths' bytes, whatever the locale. Folders are left out. Throws `io` when
  /// there is none, and when a folder can't be looked into.
  package static func files(matching pattern: String) throws(JSONError) -> [String] {
    guard !pattern.utf8.contains(0) else {
      throw JSONError(.io, at: 0, name: pattern, reason: "the pattern holds a NUL character")
    }
    var found = glob_t()
    defer { globfree(&found) }
    // Folders are marked by a slash at the end. A folder that is not there holds nothing; one that
    // can't be read may hold something.
    let failed: @convention(c) (UnsafePointer<CChar>?, Int32) -> Int32 = { _, code in
      code == ENOENT || code == ENOTDIR ? 0 : 1
    }
    switch glob(pattern, GLOB_NOSORT | GLOB_MARK, failed, &found) {
    case 0, GLOB_NOMATCH: break
    case GLOB_NOSPACE: throw JSONError(.outOfMemory, at: 0)
    default:
      throw JSONError(
        .io, at: 0, name: pattern,
        reason: "a folder of the pattern can't be read: \(SystemMessage.text(errno))")
    }
    var paths: [String] = []
    for i in 0..<Int(found.gl_pathc) {
      guard let path = found.gl_pathv[i] else { continue }
      guard let text = String(validatingCString: path) else {
        throw JSONError(
          .io, at: 0, name: pattern,
          reason:
            "the name of a file that matches, \(String(cString: path)), is not UTF-8; rename it")
      }
      if text.utf8.last != UInt8(ascii: "/") { paths.append(text) }
    }
    guard !paths.isEmpty else {
      throw JSONError(.io, at: 0, name: pattern, reason: "no file matches the pattern")
    }
    return paths.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
