import SluiceSystem

/// Something about a source that the caller should know and that is no error.
package struct SourceNote: Sendable, Hashable {
  /// The stable name of what kind of note it is.
  package let kind: String
  package let text: String
}

/// What was noted of sources, each once.
package final class SourceNotes: Sendable {
  /// Those of this process that belong to no feed: of files of secrets, say.
  package static let process = SourceNotes()

  private let notes = LockedValue<[SourceNote]>([])

  package init() {}

  package func add(_ kind: String, _ text: String) {
    let note = SourceNote(kind: kind, text: text)
    notes.withLock { if !$0.contains(note) { $0.append(note) } }
  }

  /// All that was noted so far. Each call makes an array of its own: the thread sanitizer doesn't see that a copy which
  /// shares memory is released before the next note is added in place.
  package var all: [SourceNote] { notes.withLock { $0.map(\.self) } }
}
