import Sluice
import SluiceFeed
import SluiceSystem

/// Which files are generations that were read.
extension ChainSearch {
  /// Finds the files of the generations that were read: each has one at most, and a file is one of them at most.
  mutating func match(
    _ journal: GenerationJournal, _ earlier: Checkpoint
  ) throws(ImportError) {
    marks = journal.marks.map { ($0, false) }
    var left: [Int] = []
    for file in files.indices {
      if isItself(file), try isOwn(file, earlier) { continue }
      left.append(file)
    }
    let places = Dictionary(
      marks.indices.map { (marks[$0].mark.file, [$0]) }, uniquingKeysWith: +)
    for file in left {
      for place in places[files[file].entry.file] ?? []
      where read[file] == nil && !marks[place].isSeen {
        if try files[file].likeness(to: marks[place].mark) == .file { try claim(file, place) }
      }
    }
    for wanted in [RotatedFile.Likeness.content, .longer] {
      for place in marks.indices where !marks[place].isSeen {
        for file in left where read[file] == nil && !marks[place].isSeen {
          if try files[file].likeness(to: marks[place].mark) == wanted { try claim(file, place) }
        }
      }
    }
    if journal.isCut { try matchOlder(left) }
  }

  private mutating func claim(_ file: Int, _ place: Int) throws(ImportError) {
    read[file] = place
    let mark = marks[place].mark
    marks[place].isSeen = true
    guard mark.count > 0 else { return }
    if try files[file].hasFilledHoles(since: mark) {
      notes.append(
        ImportNote(
          kind: .possibleLoss,
          message:
            "\(files[file].entry.path): NUL bytes, which were passed over, were filled after it was read to its"
            + " end: what was written there is not read"))
      marks[place].mark = try files[file].mark()
    }
    if let growth = files[file].growth(since: mark) {
      notes.append(
        ImportNote(
          kind: .possibleLoss,
          message:
            "\(growth) bytes were added to \(files[file].entry.path) after it was read to its end,"
            + " and are not imported"))
      marks[place].mark = try files[file].mark()
    }
    marks[place].mark.file = files[file].entry.file
  }

  /// What a bounded journal has left out: files that are older than known ones.
  private mutating func matchOlder(_ left: [Int]) throws(ImportError) {
    for file in left where read[file] == nil {
      guard let name = files[file].entry.name else { continue }
      let known = read.keys.map { files[$0].entry }
      let mates = known.filter { $0.name?.scheme == name.scheme }
      let isOlder =
        mates.isEmpty
        ? known.contains { files[file].entry.time < $0.time }
        : mates.contains { mate in
          mate.name.map { name.isOlder(than: $0, countsUp: false) } ?? false
        }
      if isOlder { copies[file] = .some(nil) }
    }
  }
}
