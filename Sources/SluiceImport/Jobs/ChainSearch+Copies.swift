import Sluice
import SluiceFeed
import SluiceSystem

/// Which files are copies of others.
extension ChainSearch {
  /// Finds files that have the beginning of another one: copies of its generation, made while it was written.
  mutating func findCopies(_ earlier: Checkpoint) throws(ImportError) {
    let paths = Set(files.map { ByteName($0.entry.path) })
    for file in files.indices
    where read[file] == nil && copies[file] == nil && files[file].entry.name != nil {
      // A rotated file may begin as the next one does. One that a link has left has its name still.
      if isItself(file), files[file].entry.name?.suffix != nil, try isOwn(file, earlier) {
        continue
      }
      if try files[file].isBeginning(of: inspected.file) {
        copies[file] = .some(nil)
        try keep(copy: file, of: inspected.file, earlier)
        continue
      }
      for other in files.indices where other != file && copies[other] == nil {
        guard files[other].entry.name != nil || read[other] != nil || isItself(other),
          try files[file].isBeginning(of: files[other])
        else { continue }
        if read[other] == nil, try files[file].size() == files[other].size(),
          rank(file) > rank(other) || rank(file) == rank(other) && file < other
        {
          continue
        }
        copies[file] = other
        if read[other] != nil { marks.append((try files[file].mark(), true)) }
        note(copy: file, of: files[other].entry.path)
        break
      }
      if copies[file] == nil, let held, try held.identity() != files[file].entry.file,
        try files[file].isBeginning(of: held)
      {
        copies[file] = .some(nil)
        if try files[file].size() == held.size() {
          isHeldSeen = true
        } else {
          try keep(copy: file, of: held, earlier)
          note(copy: file, of: place.path)
        }
      }
      // It is being compressed.
      let path = LogName(files[file].entry.path)
      if copies[file] == nil, path.isPacked, paths.contains(path.unpacked),
        try files[file].head() == nil || files[file].fault != nil
      {
        copies[file] = .some(nil)
      }
    }
  }

  /// A copy of the checkpoint's file that has no more than what was read is known later, even when that file is gone.
  private mutating func keep(
    copy: Int, of file: JobSource, _ earlier: Checkpoint
  ) throws(ImportError) {
    guard let size = try files[copy].size(), size <= earlier.position.offset,
      try isOwn(file, earlier)
    else { return }
    marks.append((try files[copy].mark(), true))
  }

  private func rank(_ file: Int) -> Int {
    isItself(file) ? 2 : files[file].entry.name?.isPacked == false ? 1 : 0
  }

  private mutating func note(copy: Int, of original: String) {
    let path = files[copy].entry.path
    guard LogName(path).unpacked != LogName(original).unpacked else { return }
    notes.append(
      ImportNote(
        kind: .sameSource,
        message:
          "\(path) has the beginning of \(original), and counts as a copy of it: it is not"
          + " imported"))
  }
}
