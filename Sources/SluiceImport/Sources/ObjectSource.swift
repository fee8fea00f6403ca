import Sluice
import SluiceFeed
import SluiceSystem

/// An object on a server, whose size or version is known.
final class ObjectSource: ResumableSource {
  private let object: any SourceObject

  init(_ object: any SourceObject) { self.object = object }

  var shownName: String? { object.name }
  var isStrong: Bool { object.isStrong }
  var isExamined: Bool { object.isHeadKnown && object.size != nil }
  var maskedParameters: [MaskedParameter] { object.maskedParameters }

  func mark(_ letters: (String) -> String) { object.mark(letters) }

  func size() throws(ImportError) -> Int64? { object.size }

  func bytes(at offset: Int64, count: Int) throws(ImportError) -> [UInt8] {
    try ImportError.reading { () throws(JSONError) in
      try object.bytes(at: offset, count: count, stop: nil)
    }
  }

  /// Without a strong ETag, another request may be answered from another state.
  func bytesRead(at offset: Int64, count: Int) throws(ImportError) -> [UInt8]? {
    isStrong
      ? try bytes(at: offset, count: count) : object.knownBytes(at: offset, count: count)
  }

  func feed(
    named name: String, _ options: FeedOptions, from start: FeedPosition, end: Int64?,
    _ stop: FeedStop?
  ) throws(JSONError) -> JSONFeed {
    try JSONFeed(object, end: end, options: options, from: start, stop: stop)
  }

  func archiveEnd(
    named name: String, _ options: FeedOptions, _ stop: FeedStop
  ) throws(JSONError) -> Int64? {
    try ArchiveCheck.read(object, options, stop)
  }

  func packedExtent(
    named name: String, _ limits: DecompressionLimits, _ stop: FeedStop?,
    _ take: (UnsafeRawBufferPointer) -> Void
  ) throws(JSONError) -> PackedExtent? {
    try unsafe PackedExtent(of: object, limits: limits, stop: stop ?? FeedStop(), take)
  }

  func endExamination() throws(ImportError) { object.onlyExamined() }

  /// Before the end, the version is enough: no other one is read.
  func fingerprint(
    of source: JobSource, at offset: Int64, isEnd: Bool
  ) throws(ImportError) -> SourceFingerprint {
    guard let version = object.version else { return try source.fingerprintOfBytes(at: offset) }
    guard try source.isPlain, !isEnd else {
      return try source.fingerprintOfBytes(at: offset).ofObject(version: version)
    }
    let span = min(Int64(SourceFingerprint.span), offset)
    return SourceFingerprint(
      size: max(object.size ?? 0, offset),
      head: SourceFingerprint.hash(try bytes(at: 0, count: Int(span))), tail: ""
    ).ofObject(version: version)
  }

  // MARK: Compared with a checkpoint

  func ends(at checkpoint: Checkpoint) -> Bool? {
    checkpoint.isFinished && isUnchanged(since: checkpoint) ? true : nil
  }

  /// Whether an object that was imported to its end is the same: its version is, whatever is said of its length. A weak
  /// version counts as long as nothing contradicts it, because nothing more is read.
  private func isUnchanged(since checkpoint: Checkpoint) -> Bool {
    guard hasVersion(of: checkpoint), !checkpoint.fingerprint.isUnfinished else {
      return false
    }
    return object.isStrong || object.size == nil || object.size == checkpoint.fingerprint.size
  }

  private func hasVersion(of checkpoint: Checkpoint) -> Bool {
    guard let version = checkpoint.fingerprint.objectVersion, let now = object.version else {
      return false
    }
    return ByteName(now) == ByteName(version)
  }

  /// Whether an object is in the state of a checkpoint. False: it may be one that has grown since, as its bytes tell.
  /// Throws when it is another one, or when nothing tells whether the rest belongs to what was imported.
  func isSame(as checkpoint: Checkpoint, _ source: JobSource) throws(ImportError) -> Bool {
    // What a strong ETag stands for never changes.
    if object.isStrong, hasVersion(of: checkpoint) { return true }
    let position = checkpoint.position
    // Nothing was imported.
    if position.offset == 0, position.recordNumber == 0 { return object.size == nil }
    guard checkpoint.isFinished || checkpoint.fingerprint.isUnread else {
      throw leftInMiddle(checkpoint, source)
    }
    if checkpoint.isFinished, isUnchanged(since: checkpoint) { return true }
    guard let size = object.size else {
      throw source.changed(
        "it was \(words(of: checkpoint)), and the server gives \(object.validator) and no size now: whether"
          + " something was appended can't be told")
    }
    guard checkpoint.fingerprint.objectVersion != nil, !hasVersion(of: checkpoint),
      try source.isPlain
    else { return false }
    // Versions of objects are written as a whole: one that has grown has the old text before the new.
    if size > checkpoint.fingerprint.size { return false }
    throw source.changed("it was \(words(of: checkpoint)), and is now \(words(ofSize: size))")
  }

  private func leftInMiddle(_ checkpoint: Checkpoint, _ source: JobSource) -> ImportError {
    if checkpoint.fingerprint.objectVersion != nil, !hasVersion(of: checkpoint) {
      return source.changed(
        "it was left in the middle of \(words(of: checkpoint)), and is now"
          + " \(words(ofSize: object.size))")
    }
    return ImportError(
      .changedSource,
      "\(source.shownPath) was left in the middle by an earlier run, and its server gives \(object.validator): whether"
        + " the rest belongs to what was imported can't be told. Import it into another table, or with"
        + " --mode replace")
  }

  private func words(of checkpoint: Checkpoint) -> String {
    let version = checkpoint.fingerprint.objectVersion.map { PrintableText.line($0) }
    return "the version \(version ?? "without a name") of \(checkpoint.fingerprint.size) bytes"
  }

  private func words(ofSize size: Int64?) -> String {
    (object.version.map { "the version " + PrintableText.line($0) } ?? "another")
      + (size.map { " of \($0) bytes" } ?? "")
  }
}
