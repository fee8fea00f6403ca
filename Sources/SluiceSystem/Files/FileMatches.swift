#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Finds the paths that match a pattern of glob(7).
package enum FileMatches {
  package enum Fault: Error {
    case outOfMemory
    /// A folder of the pattern can't be read.
    case unreadable(Errno)
    /// The name of a match is not UTF-8.
    case notUTF8(String)
  }

  /// The matches in any order, without folders.
  package static func find(_ pattern: String) throws(Fault) -> [String] {
    var found = unsafe glob_t()
    defer { unsafe globfree(&found) }
    // A trailing slash marks folders. A missing folder holds nothing; an unreadable folder may hold
    // something.
    let failed: @convention(c) (UnsafePointer<CChar>?, Int32) -> Int32 = { _, code in
      code == ENOENT || code == ENOTDIR ? 0 : 1
    }
    switch unsafe glob(pattern, GLOB_NOSORT | GLOB_MARK, failed, &found) {
    case 0, GLOB_NOMATCH: break
    case GLOB_NOSPACE: throw .outOfMemory
    default: throw .unreadable(.last)
    }
    var paths: [String] = []
    for i in unsafe 0..<Int(found.gl_pathc) {
      guard let path = unsafe found.gl_pathv[i] else { continue }
      guard let text = unsafe String(validatingCString: path) else {
        throw unsafe .notUTF8(String(cString: path))
      }
      if text.utf8.last != UInt8(ascii: "/") { paths.append(text) }
    }
    return paths
  }
}
