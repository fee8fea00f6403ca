import Sluice
import SluiceSystem

/// Finds the files that match a pattern of glob(7).
package enum Glob {
  /// The files in the byte order of their paths, in any locale, without folders. Throws `io` if no
  /// file matches, or if a folder can't be read.
  package static func files(matching pattern: String) throws(JSONError) -> [String] {
    guard !pattern.utf8.contains(0) else {
      throw JSONError(.io, at: 0, name: pattern, reason: "the pattern holds a NUL character")
    }
    let paths: [String]
    do throws(FileMatches.Fault) {
      paths = try FileMatches.find(pattern)
    } catch {
      throw fault(error, pattern)
    }
    guard !paths.isEmpty else {
      throw JSONError(.io, at: 0, name: pattern, reason: "no file matches the pattern")
    }
    return paths.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private static func fault(_ fault: FileMatches.Fault, _ pattern: String) -> JSONError {
    switch fault {
    case .outOfMemory: JSONError(.outOfMemory, at: 0)
    case .unreadable(let code):
      JSONError(
        .io, at: 0, name: pattern, reason: "a folder of the pattern can't be read: \(code)")
    case .notUTF8(let path):
      JSONError(
        .io, at: 0, name: pattern,
        reason: "the name of a file that matches, \(path), is not UTF-8; rename it")
    }
  }
}
