/// A piece and what becomes of it.
///
/// Sound because it is changed by one thread at a time: by whoever cuts it, then by the thread that
/// took it under the lock, then, once that has said under the lock that it is done, by whoever
/// delivers it. What was made goes from thread to thread with it: folds and mappings are Sendable,
/// so that a value is nobody else's unless they keep it on purpose.
final class PieceJob<Part>: @unchecked Sendable {
  enum Stage { case waiting, running, done }

  /// Changed under the lock only.
  var stage: Stage
  let cut: Cut
  /// What was read of a piece.
  private(set) var read: (part: Part, notes: PieceReading)?

  init(_ cut: Cut) {
    self.cut = cut
    stage = cut.isToBeRead ? .waiting : .done
  }

  func run(by reader: FeedReader, _ fold: PieceFold<Part>) {
    guard cut.isToBeRead else { return }
    let notes = PieceReading(cut, by: reader)
    read = (fold.read(notes), notes)
  }
}
