/// A chunk and the result of reading it.
///
/// Sound because one thread at a time changes it: first the thread that cuts it, then the thread
/// that took it under the lock, then, once that thread has reported under the lock that it is done,
/// the thread that delivers it. The result moves from thread to thread with it: folds and mappings
/// are Sendable, so that no one else shares a value unless they keep it on purpose.
final class ChunkJob<Part>: @unchecked Sendable {
  enum Stage { case waiting, running, done }

  /// Changed under the lock only.
  var stage: Stage
  let item: WorkItem
  /// The result of reading a chunk.
  private(set) var read: (part: Part, notes: ChunkReading)?

  init(_ item: WorkItem) {
    self.item = item
    stage = item.isToBeRead ? .waiting : .done
  }

  func run(by reader: FeedReader, _ fold: ChunkFold<Part>) {
    guard item.isToBeRead else { return }
    let notes = ChunkReading(item, by: reader)
    read = (fold.read(notes), notes)
  }
}
