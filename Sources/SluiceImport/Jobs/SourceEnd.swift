import Sluice
import SluiceFeed

/// What was found at the end of a source: what is left there, or what is wrong with it.
struct SourceEnd {
  /// Nil when all of it was read.
  var left: ImportSummary.Left?
  /// Whether text was left that a later run can continue with.
  var leavesText = false
  /// Why the rest can't be read: thrown once everything before it is committed.
  var failure: ImportError?

  init() {}

  /// The end of a log of this size whose reading was stopped.
  init(ofLog size: Int64, after position: FeedPosition) {
    if size > position.offset { left = .rest(bytes: size - position.offset) }
  }

  init(_ file: JobSource?, _ unfinished: UnfinishedEnd?, isFinal: Bool) {
    if let unfinished {
      left =
        unfinished.isBlank
        ? .noText(bytes: unfinished.bytes)
        : unfinished.isInArray ? .array(bytes: unfinished.bytes) : .record(bytes: unfinished.bytes)
      leavesText = true
    }
    guard let file, let packed = file.packed else { return }
    switch packed.rest {
    case .nothing: break
    case .incomplete(let start):
      let bytes = max((try? file.size()) ?? 0, start) - start
      if isFinal {
        failure = SourceEnd.failure(
          file, packed, "it is cut short inside the member or frame that begins at byte \(start)",
          remedy: "Put the whole file in its place")
      } else {
        left = .member(bytes: bytes, offset: start)
      }
    case .damaged(_, let error):
      failure = SourceEnd.failure(file, packed, "\(error)", remedy: "Put a sound one in its place")
    }
  }

  private static func failure(
    _ file: JobSource, _ packed: PackedExtent, _ reason: String, remedy: String
  ) -> ImportError {
    ImportError(
      .source,
      "can't read \(file.name) from byte \(packed.end) on: \(reason). The records before that,"
        + " whose checksums are right, are imported, and none after it. \(remedy), and run the same"
        + " import again: it continues there")
  }
}
