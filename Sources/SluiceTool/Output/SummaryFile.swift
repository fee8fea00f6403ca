import Sluice
import SluiceImport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The destination of an import's summary. It is checked before the import begins, which may take hours.
struct SummaryFile {
  let path: String

  init(_ path: String) throws(UsageError) {
    guard !path.isEmpty else { throw UsageError("--summary needs a file's name") }
    self.path = path
  }

  /// Throws ``ImportError`` where no file can be written. Creates none.
  func checkPlace() throws(ImportError) {
    var status = stat()
    if stat(path, &status) == 0 {
      guard status.st_mode & S_IFMT != S_IFDIR else { throw fault(EISDIR) }
      // A device or a pipe is written directly; a file is replaced.
      guard status.st_mode & S_IFMT == S_IFREG else {
        return try check(access(path, W_OK))
      }
    } else {
      let code = errno
      guard code == ENOENT, path.utf8.last != UInt8(ascii: "/") else { throw fault(code) }
    }
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    try check(access(folder, W_OK | X_OK))
  }

  private func check(_ result: Int32) throws(ImportError) {
    let code = errno
    if result != 0 { throw fault(code) }
  }

  private func fault(_ code: Int32) -> ImportError {
    ImportError(
      .sink,
      "the summary can't be written to \(path): \(SystemMessage.text(code)). Nothing was imported")
  }

  func write(_ summary: JSON) throws {
    var text = try summary.serialized(.pretty)
    text.append(UInt8(ascii: "\n"))
    try OutputFile.write(text, to: path)
  }
}
