import Sluice
import SluiceImport
import SluiceSystem

/// The destination of an import's summary. It is checked before the import begins, which may take hours.
struct SummaryFile {
  let path: String

  init(_ path: String) throws(UsageError) {
    guard !path.isEmpty else { throw UsageError("--summary needs a file's name") }
    self.path = path
  }

  /// Throws ``ImportError`` where no file can be written. Creates none.
  func checkPlace() throws(ImportError) {
    do throws(SystemError) {
      try checkPlace(inFolder: FilePath.folder(of: path))
    } catch {
      throw ImportError(
        .sink, "the summary can't be written to \(path): \(error.code). Nothing was imported")
    }
  }

  private func checkPlace(inFolder folder: String) throws(SystemError) {
    do throws(SystemError) {
      let status = try FileStatus(at: path)
      guard status.kind != .folder else { throw SystemError(.write, .isFolder, path: path) }
      // A device or a pipe is written directly; a file is replaced.
      guard status.isRegular else { return try FileSystem.checkWritable(path) }
    } catch {
      guard error.code == .noSuchFile, path.utf8.last != UInt8(ascii: "/") else { throw error }
    }
    try FileSystem.checkWritable(folder: folder)
  }

  func write(_ summary: JSON) throws {
    var text = try summary.serialized(.pretty)
    text.append(UInt8(ascii: "\n"))
    try Leftovers.remove(ofDocument: path, beginning: Array(text.prefix(8)))
    try OutputFile.write(text, to: path, over: .anything)
  }
}
