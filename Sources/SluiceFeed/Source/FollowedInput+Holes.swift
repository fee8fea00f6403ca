import Sluice
import SluiceSystem

/// Places in a followed file where nothing is written yet.
extension FollowedInput {
  /// How many of the bytes at the offset can be taken as written. NUL bytes are a hole, which may be filled later: by
  /// another writer, or when a network file system has all of its pieces. They are taken when something was after them for a
  /// while, or when no more will come. NUL bytes at the end of the file may be room that was made for text.
  func written(
    _ bytes: UnsafeRawBufferPointer, isLast: Bool
  ) throws(InputEvent) -> Int {
    let first = unsafe bytes.withMemoryRebound(to: UInt8.self) {
      unsafe ByteSearch.first(0, in: $0)
    }
    guard let first else { return bytes.count }
    guard first == 0 else { return first }
    let length = unsafe bytes.firstIndex { $0 != 0 } ?? bytes.count
    if isLast || offset < resumedAt { return length }
    var current =
      if let hole, hole.offset == offset { hole } else { FollowedHole(at: offset, after: hole) }
    let isFollowed = try InputEvent.naming(path) { () throws(SystemError) in
      try current.isFollowedByText(in: descriptor)
    }
    defer { hole = current }
    guard isFollowed, current.isOver(patience) else { return 0 }
    current.pass(length)
    return length
  }

  package func takeNotes() -> [SourceNote] {
    defer { notes = [] }
    return notes
  }

  /// Whether bytes changed only where they were a hole, which is no cut.
  static func isFilled(_ known: [UInt8], by found: [UInt8]) -> Bool {
    known.count == found.count && zip(known, found).allSatisfy { $0 == $1 || $0 == 0 }
  }

  func noteFilled(from start: Int64, to end: Int64) {
    let note = SourceNote(
      kind: "possible-loss",
      text:
        "\(path): NUL bytes between byte \(start) and byte \(end), which were passed over, were filled later:"
        + " what was written there is not read")
    notes.append(note)
    SourceNotes.process.add(note.kind, note.text)
  }
}
