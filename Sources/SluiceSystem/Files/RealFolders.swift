/// Finds the paths of files without links and dots, of which many are in one folder: that of the last one is kept.
///
/// What it finds is proven by the file: its path leads there without a link in its last name.
package final class RealFolders {
  private var last: (given: String, real: String)?

  package init() {}

  /// The path of a file, given by its path and its identity; nil if nothing is there.
  package func path(of given: String, _ identity: FileIdentity) -> String? {
    if let place = place(of: given), let status = try? FileStatus(at: place, followingLinks: false),
      status.isRegular, status.identity == identity
    {
      return place
    }
    return FilePath.real(given)
  }

  /// Where the file is, if its last name is no link.
  private func place(of given: String) -> String? {
    #if canImport(Darwin)
      // There, a path without links is also spelled as the folder has it.
      return nil
    #else
      let folder = FilePath.folder(of: given)
      if last.map({ !$0.given.utf8.elementsEqual(folder.utf8) }) ?? true {
        last = FilePath.real(folder).map { (folder, $0) }
      }
      return last.map { FilePath.path(of: FilePath.name(of: given), in: $0.real) }
    #endif
  }
}
