import Sluice
import SluiceFeed
import SluiceSystem

/// By what a file is known again.
extension SourceFile {
  /// The fingerprint for a checkpoint at `offset` in the text. For a compressed or transcoded file, it
  /// covers the part of the file that is read.
  ///
  /// `isEnd`: at the end of what is read. Before, the version of an object is enough: no other one is read.
  func fingerprint(at offset: Int64, isEnd: Bool) throws(ImportError) -> SourceFingerprint {
    if let partition {
      return try ImportError.reading { try SourceFingerprint(partition, before: offset) }
    }
    guard let version = object?.version else { return try fingerprint(at: offset) }
    guard try isPlain, !isEnd else {
      return try fingerprint(at: offset).ofObject(version: version)
    }
    let span = min(Int64(SourceFingerprint.span), offset)
    return SourceFingerprint(
      size: max(try size(), offset),
      head: SourceFingerprint.hash(try bytes(at: 0, count: Int(span))), tail: ""
    ).ofObject(version: version)
  }

  private func fingerprint(at offset: Int64) throws(ImportError) -> SourceFingerprint {
    if try isPlain { return try plainFingerprint(before: offset) }
    let end: Int64
    if let readEnd { end = readEnd } else { end = try size() }
    let span = min(Int64(SourceFingerprint.span), end)
    let found = SourceFingerprint(
      size: end, head: try bytes(at: 0, count: Int(span)),
      tail: try tail(before: end, isPlain: false), isUnfinished: leavesText)
    guard let packedText, packedText.count == offset, offset > 0 else { return found }
    return found.setting(PackedText.fact, to: packedText.text)
  }

  private func plainFingerprint(before offset: Int64) throws(ImportError) -> SourceFingerprint {
    let (size, head, tail): (Int64, String, String)
    if let generation, let recent = generation.bytes(before: offset) {
      // At least what was read: the file may have been cut since.
      size = max(generation.offset, try self.size())
      head = SourceFingerprint.textHash(generation.head.prefix(recent.count))
      tail = SourceFingerprint.textHash(recent)
    } else {
      size = max(generation?.offset ?? 0, try self.size())
      let span = SourceFingerprint.span(before: offset)
      head = hash(try bytes(at: 0, count: span), isPlain: true)
      // The same bytes.
      tail =
        object == nil && Int64(span) == offset
        ? head : try self.tail(before: offset, isPlain: true)
    }
    // A file that was cut while it was examined has no content that is known to be its own.
    if let generation, generation.bytes(before: offset) == nil,
      try !ImportError.reading({ try generation.isIntact })
    {
      return SourceFingerprint(size: size, head: "", tail: markText)
    }
    return SourceFingerprint(
      size: size, head: SourceFingerprint.unfinished(head, leavesText), tail: tail + markText)
  }

  private var markText: String {
    guard var mark else { return "" }
    if let generation { mark.time = generation.lastInspection }
    return mark.text
  }

  /// The hashes of the first and the last bytes before an offset.
  func hashes(before offset: Int64) throws(ImportError) -> (head: String, tail: String) {
    let (head, tail) = try ends(before: offset)
    let isPlain = try isPlain
    return (hash(head, isPlain: isPlain), hash(tail, isPlain: isPlain))
  }

  /// The first and the last bytes before an offset.
  func ends(before offset: Int64) throws(ImportError) -> (head: [UInt8], tail: [UInt8]) {
    let span = SourceFingerprint.span(before: offset)
    return (try bytes(at: 0, count: span), try bytes(at: offset - Int64(span), count: span))
  }

  /// Only plain files have holes that are filled: objects on servers are replaced as a whole, and NUL bytes of a compressed
  /// file are its own.
  private func hash(_ bytes: [UInt8], isPlain: Bool) -> String {
    object == nil && isPlain ? SourceFingerprint.textHash(bytes) : SourceFingerprint.hash(bytes)
  }

  /// The hash of the last bytes before an offset that was read. Without a strong ETag, another request may be answered
  /// from another state: if the bytes are not known any more, it is empty, and the next run refuses the object unless
  /// it is unchanged.
  private func tail(before offset: Int64, isPlain: Bool) throws(ImportError) -> String {
    let span = SourceFingerprint.span(before: offset)
    guard let object, !object.isStrong else {
      return hash(try bytes(at: offset - Int64(span), count: span), isPlain: isPlain)
    }
    return object.knownBytes(at: offset - Int64(span), count: span).map(SourceFingerprint.hash)
      ?? ""
  }
}
