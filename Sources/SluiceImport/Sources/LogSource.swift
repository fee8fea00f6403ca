import Sluice
import SluiceFeed
import SluiceSystem

/// A generation of a log: a file that is, or was, at a followed path. It is read at offsets, and known by its content.
final class LogSource: FileSource {
  /// What was read of it at the path, from which it may have gone.
  var generation: FollowedInput?
  /// What its checkpoints record besides the hashes.
  var mark: FollowMark?

  override var isRegularFile: Bool { false }

  override func feed(
    named name: String, _ options: FeedOptions, from start: FeedPosition, end: Int64?,
    _ stop: FeedStop?
  ) throws(JSONError) -> JSONFeed {
    try JSONFeed(
      file, end: end ?? .max, name: name, options: options, from: start, isLog: true, stop: stop)
  }

  override func fingerprint(
    of source: JobSource, at offset: Int64, isEnd: Bool
  ) throws(ImportError) -> SourceFingerprint {
    guard try source.isPlain else { return try source.fingerprintOfBytes(at: offset) }
    // At least what was read: the file may have been cut since.
    let size = max(generation?.offset ?? 0, try status().size)
    let (head, tail): (String, String)
    if let generation, let recent = generation.bytes(before: offset) {
      head = SourceFingerprint.textHash(generation.head.prefix(recent.count))
      tail = SourceFingerprint.textHash(recent)
    } else {
      (head, tail) = try source.hashes(before: offset)
      // A file that was cut while it was examined has no content that is known to be its own.
      if let generation, try !ImportError.reading({ try generation.isIntact }) {
        return SourceFingerprint(size: size, head: "", tail: markText)
      }
    }
    return SourceFingerprint(
      size: size, head: SourceFingerprint.unfinished(head, source.leavesText),
      tail: tail + markText)
  }

  private var markText: String {
    guard var mark else { return "" }
    if let generation { mark.time = generation.lastInspection }
    return mark.text
  }
}
