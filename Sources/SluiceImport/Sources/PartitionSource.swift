import Sluice
import SluiceFeed

/// A partition of messages, whose bounds are known. It has no bytes, and positions in it count messages.
final class PartitionSource: ResumableSource {
  private let partition: any MessagePartition

  init(_ partition: any MessagePartition) { self.partition = partition }

  var feedName: String? { FeedSource.url(partition.url).name }
  var isPlain: Bool? { true }
  var framing: FeedFraming? { .lines }

  func size() throws(ImportError) -> Int64? { nil }
  func bytes(at offset: Int64, count: Int) throws(ImportError) -> [UInt8] { [] }

  func feed(
    named name: String, _ options: FeedOptions, from start: FeedPosition, end: Int64?,
    _ stop: FeedStop?
  ) throws(JSONError) -> JSONFeed {
    try JSONFeed(partition, options: options, from: start, stop: stop)
  }

  /// At the first message that is still there.
  func start(after position: FeedPosition) -> FeedPosition {
    var position = position
    position.offset = max(position.offset, partition.bounds.lowerBound)
    return position
  }

  func archiveEnd(
    named name: String, _ options: FeedOptions, _ stop: FeedStop
  ) throws(JSONError) -> Int64? { nil }

  func packedExtent(
    named name: String, _ limits: DecompressionLimits, _ stop: FeedStop?,
    _ take: (UnsafeRawBufferPointer) -> Void
  ) throws(JSONError) -> PackedExtent? { nil }

  var byteCount: Int64? { partition.bytes }
  func takeLosses() -> [String] { partition.takeLosses() }
  /// A followed one has no end.
  var endNote: ImportNote? { partition.isFollowed ? nil : partition.gapNote }

  // MARK: Compared with a checkpoint

  func fingerprint(
    of source: JobSource, at offset: Int64, isEnd: Bool
  ) throws(ImportError) -> SourceFingerprint {
    try ImportError.reading { try SourceFingerprint(partition, before: offset) }
  }

  func ends(at checkpoint: Checkpoint) -> Bool? {
    checkpoint.position.offset >= partition.bounds.upperBound
  }

  /// Throws when the messages before the checkpoint are not those that were imported, or when messages after it
  /// expired, unless the address says to skip them.
  ///
  /// The last message before the checkpoint is read again and compared, as the last bytes of a file are. If it is gone,
  /// only its offset is compared. The topic's id, which not every librdkafka and broker tells, tells even then.
  func isSame(as checkpoint: Checkpoint, _ source: JobSource) throws(ImportError) -> Bool {
    let offset = checkpoint.position.offset
    let mark = checkpoint.fingerprint.messageMark
    var found: MessageMark?
    if let earlier = checkpoint.fingerprint.topicID,
      let id = try ImportError.reading({ try partition.topicID }),
      id != earlier
    {
      throw source.changed("its topic was made anew: its id was \(earlier), and is \(id)")
    }
    do throws(JSONError) {
      if let loss = try partition.loss(at: offset) {
        source.notes.append(ImportNote(kind: .possibleLoss, message: "\(partition.name): \(loss)"))
      }
      if let mark, mark.offset >= partition.bounds.lowerBound {
        found = try partition.mark(at: mark.offset)
      }
    } catch {
      throw ImportError(.changedSource, "\(error)")
    }
    // Compaction may have removed it meanwhile.
    if let mark, let found, found.offset == mark.offset, found != mark {
      throw source.changed("the message at offset \(mark.offset) is not the one that was imported")
    }
    partition.resume(after: mark)
    return true
  }
}

extension MessagePartition {
  /// What should be known of its offsets, once it was read; nil: each had a message.
  var gapNote: ImportNote? {
    gapText.map { ImportNote(kind: .gaps, message: $0) }
  }
}

extension SourceFingerprint {
  /// After the hash of the last message: its offset.
  private static let messageWord = "message"
  private static let topicWord = "topic"

  /// The fingerprint of a partition: its end, its topic's id, and the last message before an offset. Throws `io` where
  /// brokers don't answer.
  init(_ partition: any MessagePartition, before offset: Int64) throws(JSONError) {
    let mark = partition.mark(before: offset)
    self.init(
      size: partition.bounds.upperBound, head: "",
      tail: mark.map { SourceFingerprint.digits($0.hash) } ?? "")
    if let mark { self = adding(SourceFingerprint.messageWord, "\(mark.offset)") }
    if let id = try partition.topicID { self = adding(SourceFingerprint.topicWord, id) }
  }

  /// The id of the partition's topic; nil: brokers did not tell it.
  var topicID: String? { fact(SourceFingerprint.topicWord).map(String.init) }

  /// The last message before a checkpoint in a partition; nil: none was read.
  var messageMark: MessageMark? {
    guard let offset = fact(SourceFingerprint.messageWord).flatMap({ Int64($0) }),
      let hash = UInt64(tailHash, radix: 16)
    else { return nil }
    return MessageMark(offset: offset, hash: hash)
  }
}
