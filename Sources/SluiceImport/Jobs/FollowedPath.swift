import SluiceFeed

/// A path at which one file comes after the other, and what is left of an earlier run's place in them.
struct FollowedPath {
  let path: String
  /// As progress is kept under it. Links are followed to the folder only: under the last name is
  /// another file now and then, and may be a link to it.
  let absolute: String

  init(_ path: String) {
    self.path = path
    let cut = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let folder = SourceFile.absolute(cut == path.startIndex ? "." : String(path[..<cut]))
    absolute = (folder.hasSuffix("/") ? folder : folder + "/") + path[cut...]
  }

  func file(_ descriptor: Int32) throws(ImportError) -> SourceFile {
    let file = try SourceFile(followed: descriptor, name: path, path: absolute)
    guard try file.isPlain else {
      throw ImportError(
        .source,
        "\(path) is compressed, or in UTF-16 or UTF-32: only plain UTF-8 can be followed by a job;"
          + " import it without following, as often as you like")
    }
    return file
  }

  /// Where a job goes on.
  struct Found {
    /// Files that are to be read before the one at the path, the oldest first.
    var rotated: [SourceFile] = []
    /// In the first file to be read.
    var start = FeedPosition.start
    /// Whether that file is the one of the checkpoint.
    var isKnown = false
  }

  /// Finds the file of a checkpoint: it is the one at the path, or one beside it with a number or a date
  /// behind the name; then those that were last written to after it come between the two.
  ///
  /// Throws when there is none, and that one was not read to its end.
  func find(_ earlier: Checkpoint?, from current: SourceFile) throws(ImportError) -> Found {
    guard let earlier else { return Found() }
    if try current.isFile(of: earlier) {
      return Found(start: try current.start(behind: earlier.position), isKnown: true)
    }
    var rotated: [SourceFile] = []
    for path in RotatedFiles(of: path).paths {
      // One that is gone by now is none.
      guard let file = try? SourceFile(rotated: path, of: absolute) else { continue }
      if rotated.isEmpty {
        guard try file.isPlain, try file.isFile(of: earlier) else { continue }
      }
      rotated.append(file)
    }
    if let first = rotated.first {
      return Found(
        rotated: rotated, start: try first.start(behind: earlier.position), isKnown: true)
    }
    guard earlier.isFinished else {
      throw ImportError(
        .changedSource,
        "\(path) is another file than the one that was read up to byte \(earlier.position.offset),"
          + " and none beside it (as \(path).1) is that one: its rest was not imported. Bring it back"
          + " under such a name, not compressed; or name another table")
    }
    return Found(
      start: FeedPosition(offset: 0, line: 0, recordNumber: earlier.position.recordNumber))
  }
}
