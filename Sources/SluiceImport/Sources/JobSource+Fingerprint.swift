import Sluice
import SluiceFeed
import SluiceSystem

/// By what a file is known again.
extension JobSource {
  /// The fingerprint for a checkpoint at `offset` in the text. For a compressed or transcoded file, it
  /// covers the part of the file that is read.
  ///
  /// `isEnd`: at the end of what is read. Before, the version of an object is enough: no other one is read.
  func fingerprint(at offset: Int64, isEnd: Bool) throws(ImportError) -> SourceFingerprint {
    try content.fingerprint(of: self, at: offset, isEnd: isEnd)
  }

  /// The same by the bytes alone.
  func fingerprintOfBytes(at offset: Int64) throws(ImportError) -> SourceFingerprint {
    if try isPlain {
      let span = SourceFingerprint.span(before: offset)
      let head = hash(try bytes(at: 0, count: span), isPlain: true)
      let isSame = content.isStrong && Int64(span) == offset
      return SourceFingerprint(
        size: try size(), head: SourceFingerprint.unfinished(head, leavesText),
        tail: isSame ? head : try tail(before: offset, isPlain: true))
    }
    let end: Int64
    if let readEnd { end = readEnd } else { end = try size() }
    let span = min(Int64(SourceFingerprint.span), end)
    let found = SourceFingerprint(
      size: end, head: try bytes(at: 0, count: Int(span)),
      tail: try tail(before: end, isPlain: false), isUnfinished: leavesText)
    guard let packedText, packedText.count == offset, offset > 0 else { return found }
    return found.setting(PackedText.fact, to: packedText.text)
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
    content.mayHaveHoles && isPlain
      ? SourceFingerprint.textHash(bytes) : SourceFingerprint.hash(bytes)
  }

  /// The hash of the last bytes before an offset that was read. Without a strong ETag, another request may be answered
  /// from another state: if the bytes are not known any more, it is empty, and the next run refuses the object unless
  /// it is unchanged.
  private func tail(before offset: Int64, isPlain: Bool) throws(ImportError) -> String {
    let span = SourceFingerprint.span(before: offset)
    return try content.bytesRead(at: offset - Int64(span), count: span)
      .map { hash($0, isPlain: isPlain) } ?? ""
  }
}
