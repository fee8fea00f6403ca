import Sluice
import SluiceFeed

/// Compares a partition with the checkpoint of an earlier run.
extension SourceFile {
  /// Throws when the messages before the checkpoint are not those that were imported, or when messages after it
  /// expired, unless the address says to skip them.
  ///
  /// The last message before the checkpoint is read again and compared, as the last bytes of a file are. If it is gone,
  /// only its offset is compared. The topic's id, which not every librdkafka and broker tells, tells even then.
  func verify(_ checkpoint: Checkpoint, of partition: any MessagePartition) throws(ImportError) {
    let offset = checkpoint.position.offset
    let mark = checkpoint.fingerprint.messageMark
    var found: MessageMark?
    if let earlier = checkpoint.fingerprint.topicID,
      let id = try ImportError.reading({ try partition.topicID }),
      id != earlier
    {
      throw changed("its topic was made anew: its id was \(earlier), and is \(id)")
    }
    do throws(JSONError) {
      if let loss = try partition.loss(at: offset) {
        notes.append(ImportNote(kind: .possibleLoss, message: "\(partition.name): \(loss)"))
      }
      if let mark, mark.offset >= partition.bounds.lowerBound {
        found = try partition.mark(at: mark.offset)
      }
    } catch {
      throw ImportError(.changedSource, "\(error)")
    }
    // Compaction may have removed it meanwhile.
    if let mark, let found, found.offset == mark.offset, found != mark {
      throw changed("the message at offset \(mark.offset) is not the one that was imported")
    }
    partition.resume(after: mark)
  }
}

extension MessagePartition {
  /// Where reading resumes: at the first message that is still there.
  func start(after position: FeedPosition) -> FeedPosition {
    var position = position
    position.offset = max(position.offset, bounds.lowerBound)
    return position
  }

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
