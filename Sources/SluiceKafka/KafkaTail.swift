import CKafka
import Sluice
import SluiceFeed
import SluiceSystem

/// Reads the messages of one partition from its first on, in steps.
///
/// Sound because messages are copied before the next `fill`.
@safe
package final class KafkaTail {
  private let topic: KafkaTopic
  private let partition: Int32
  private var reader: KafkaReader?
  /// What comes before was read.
  private var offset: Int64 = 0
  /// Whether the end of what is committed was reached before.
  private var wasAtEnd = false

  /// How long nothing must come for an open transaction to be assumed, in seconds.
  private static let quiet = 1.0

  package struct Message {
    package let key: [UInt8]
    /// Nil: a tombstone.
    package let value: [UInt8]?
  }

  package init(_ topic: KafkaTopic, partition: Int32) {
    (self.topic, self.partition) = (topic, partition)
  }

  /// Passes on each message before `end`, and perhaps later ones. Returns whether all were read: an open transaction
  /// hides those after its first.
  ///
  /// `waits`: waits for open transactions instead, for twice the time that brokers may be silent. Throws `io`.
  package func read(
    upTo end: Int64, waits: Bool, _ body: (Message) -> Void
  ) throws(JSONError) -> Bool {
    guard offset < end else { return true }
    let reader = try begun()
    var start = MonotonicClock.seconds
    while offset < end {
      switch reader.fill() {
      case .messages:
        let messages = unsafe reader.messages
        for i in messages.indices {
          offset = unsafe messages[i].pointee.offset + 1
          body(unsafe KafkaTail.copy(messages[i].pointee))
        }
        start = MonotonicClock.seconds
      case .end(let at):
        offset = max(offset, at)
        wasAtEnd = true
        if !waits, offset < end { return false }
      case .failed(let code, let reason) where ckf_is_passing(code) == 0:
        throw SourceFault.error(topic.address.name, "it can't be read: \(reason)")
      case .nothing, .failed:
        let silence = MonotonicClock.seconds - start
        if !waits, wasAtEnd, silence > KafkaTail.quiet { return false }
        guard silence < 2 * topic.patience else { throw fault(upTo: end) }
        guard !topic.isOver(start) else { throw InputEvent.stopped(topic.address.name).asError }
        try InputEvent.asErrors(
          try FeedStops().wait(
            for: [reader.descriptor], milliseconds: 100, name: topic.address.name))
      }
    }
    return true
  }

  private func begun() throws(JSONError) -> KafkaReader {
    if let reader { return reader }
    // RD_KAFKA_OFFSET_BEGINNING.
    let made = try topic.startReading(partition, from: -2)
    reader = made
    return made
  }

  private func fault(upTo end: Int64) -> JSONError {
    SourceFault.error(
      topic.address.name,
      "it can't be read up to offset \(end): at offset \(offset) a transaction is open, or no broker answers"
        + (topic.trouble().map { " (\($0))" } ?? ""))
  }

  private static func copy(_ message: ckf_message) -> Message {
    let key = unsafe Array(UnsafeBufferPointer(start: message.key, count: message.key_count))
    guard let start = unsafe message.value else { return Message(key: key, value: nil) }
    return unsafe Message(
      key: key, value: Array(UnsafeBufferPointer(start: start, count: message.value_count)))
  }
}
