import Sluice

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Finds the files that match a pattern of glob(7).
package enum Glob {
  /// The files in the byte order of their paths, in any locale, without folders. Throws `io` if no
  /// file matches, or if a folder can't be read.
  package static func files(matching pattern: String) throws(JSONError) -> [String] {
    guard !pattern.utf8.contains(0) else {
      throw JSONError(.io, at: 0, name: pattern, reason: "the pattern holds a NUL character")
    }
    var found = glob_t()
    defer { globfree(&found) }
    // A trailing slash marks folders. A missing folder holds nothing; an unreadable folder may hold
    // something.
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
