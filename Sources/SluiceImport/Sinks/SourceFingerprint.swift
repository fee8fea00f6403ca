import SluiceSystem

/// The identity of a source at a checkpoint: enough to notice that it is another source now.
///
/// A file that only grew keeps its fingerprint: both hashes cover bytes before the checkpoint.
public struct SourceFingerprint: Sendable, Hashable {
  /// The source's size; of a compressed file, how much of it the run had read; of a partition, the offset
  /// after its last message.
  public let size: Int64
  /// A hash of the first KiB, or of the part of it before the checkpoint. For compressed and transcoded
  /// files, a word before it may say that text was left.
  public let head: String
  /// A hash of the last KiB before the checkpoint, or of the last message. For a followed log, for an object on
  /// a server and for a partition of messages, further facts about it follow after a semicolon.
  public let tail: String

  public init(size: Int64, head: String, tail: String) {
    self.size = size
    self.head = head
    self.tail = tail
  }

  /// The most bytes that each hash covers.
  static let span = 1024

  /// The number of bytes that each hash covers at an offset.
  static func span(before offset: Int64) -> Int { Int(min(Int64(span), max(offset, 0))) }

  /// FNV-1a, 64 bits: protects from mistakes, not from malice.
  static func hash(_ bytes: some Sequence<UInt8>) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    return digits(hash)
  }

  static func digits(_ hash: UInt64) -> String {
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

extension SourceFingerprint {
  private enum Word {
    /// Before the hash of the first bytes of a compressed or transcoded file.
    static let unfinished = "unfinished:"
    /// After the hash of the last bytes.
    static let object = ";object="
  }

  /// The fingerprint of a compressed file, or of a file in another encoding.
  init(size: Int64, head: [UInt8], tail: String, isUnfinished: Bool) {
    self.init(
      size: size, head: SourceFingerprint.unfinished(SourceFingerprint.hash(head), isUnfinished),
      tail: tail)
  }

  /// A head's text with the word that tells whether text was left.
  static func unfinished(_ head: String, _ isUnfinished: Bool) -> String {
    (isUnfinished ? Word.unfinished : "") + head
  }

  /// Whether text at the end was left for a later run.
  var isUnfinished: Bool { head.starts(withText: Word.unfinished) }

  /// Only the hash.
  var headHash: Substring {
    Substring(isUnfinished ? head.utf8.dropFirst(Word.unfinished.utf8.count) : head.utf8[...])
  }

  /// Only the hash.
  var tailHash: Substring {
    Substring(tail.utf8.prefix { $0 != UInt8(ascii: ";") })
  }

  /// The facts after the hash, and the state of the object after them.
  private var facts: Substring { Substring(tail.utf8[tailHash.endIndex...]) }

  /// The same of an object on a server in some state.
  func ofObject(version: String) -> SourceFingerprint {
    SourceFingerprint(
      size: size, head: head, tail: tail + Word.object + version)
  }

  /// A fact of this name after the hash, `;name=value`; nil: it is missing.
  func fact(_ name: String) -> Substring? { place(of: name).map { Substring(tail.utf8[$0.value]) } }

  /// The places of a fact of this name and of its value.
  private func place(of name: String) -> (fact: Range<String.Index>, value: Range<String.Index>)? {
    let facts = facts
    // What follows comes from a server, and may contain anything.
    let end = facts.range(ofText: Word.object)?.lowerBound ?? facts.endIndex
    guard let word = Substring(facts.utf8[..<end]).range(ofText: ";\(name)=") else { return nil }
    let close = facts.utf8[word.upperBound..<end].firstIndex(of: UInt8(ascii: ";")) ?? end
    return (word.lowerBound..<close, word.upperBound..<close)
  }

  /// The same with a fact that it does not have yet.
  func adding(_ name: String, _ value: String) -> SourceFingerprint {
    SourceFingerprint(
      size: size, head: head,
      tail: "\(tailHash);\(name)=\(value)\(facts)")
  }

  /// The same with a fact, or without it.
  func setting(_ name: String, to value: String?) -> SourceFingerprint {
    var result = self
    while let place = result.place(of: name) {
      let tail = result.tail
      result = SourceFingerprint(
        size: size, head: head,
        tail: "\(tail[..<place.fact.lowerBound])\(tail[place.fact.upperBound...])")
    }
    return value.map { result.adding(name, $0) } ?? result
  }

  private static let unreadWord = "unread"

  /// Whether a later run has begun after it without reading anything.
  var isUnread: Bool { fact(SourceFingerprint.unreadWord) != nil }

  /// The same after a later run has begun.
  var unread: SourceFingerprint {
    let bare = SourceFingerprint(size: size, head: head, tail: String(tailHash))
    let object = objectVersion.map(bare.ofObject) ?? bare
    return object.adding(SourceFingerprint.unreadWord, "1")
  }

  /// The state of the object; nil: it is no object, or its server told none.
  var objectVersion: String? {
    guard let mark = tail.range(ofText: Word.object) else { return nil }
    return String(tail[mark.upperBound...])
  }

  /// What a followed log records besides the hashes. Nil: it was imported without following.
  var mark: FollowMark? { FollowMark(facts) }
}
