import CKafka
import Sluice
import SluiceFeed
import SluiceSystem

/// A partition of a topic, in the state in which a job or a feed has found it, and its messages.
///
/// Positions in it count messages: a record's offset is the message's, and the offset of a position is that
/// of the next message. One thread uses it at a time.
///
/// Sound because messages are lent only until the next `fill`, and their reader lives until then.
@safe
package final class KafkaPartition: MessagePartition {
  /// `kafka://brokers/topic/3`.
  package let name: String
  package let number: Int32
  let topic: KafkaTopic
  /// The offset of the first message, and the one after the last, when they were asked for.
  package private(set) var bounds: Range<Int64> = 0..<0
  private var isKnown = false
  /// Whether it is read beyond `bounds`, in turns: a turn ends where nothing more has come.
  package let isFollowed: Bool
  /// How many messages may still be lent in this turn.
  private var turn = KafkaPartition.longestTurn
  /// What ends waits for brokers.
  var stops = FeedStops()

  // What is being read.

  private var reader: KafkaReader?
  /// The messages that `fill` took, and how many of them were lent.
  private var messages = unsafe UnsafeBufferPointer<UnsafeMutablePointer<ckf_message>>(
    start: nil, count: 0)
  private var index = 0
  /// The offset of the next message, if none is missing.
  package private(set) var offset: Int64 = 0
  /// The message before `offset`, if one was read.
  private var last: MessageMark?
  /// The size of the values that were read.
  package private(set) var bytes: Int64 = 0
  /// Offsets without a message, as far as they were read.
  package private(set) var gaps = KafkaGaps()
  private var losses: [String] = []
  /// Whether gaps are noted at the end, for feeds without a job.
  var tellsGaps = false
  /// When brokers last answered, by the clock of seconds; nil: there is nothing to wait for.
  private var quietSince: Double?
  /// What was last said about its brokers' faults.
  private var trouble: String?

  /// The number of messages after which another partition has its turn.
  private static let longestTurn = 10_000
  /// The longest wait before the brokers' troubles are examined, in milliseconds.
  private static let longestWait: Int32 = 200

  init(_ topic: KafkaTopic, _ number: Int32, isFollowed: Bool = false) {
    self.topic = topic
    self.isFollowed = isFollowed
    self.number = number
    name = "kafka://\(topic.address.brokers)/\(topic.address.topic)/\(number)"
  }

  /// Asks for its bounds, unless they are known. Throws `io`.
  package func inspect() throws(JSONError) {
    guard !isKnown else { return }
    bounds = try topic.bounds(of: number, stops)
    isKnown = true
  }

  /// Under which its progress is kept, whichever brokers are named.
  package var identity: String {
    get throws(JSONError) {
      "kafka:\(try topic.cluster(stops))/\(topic.address.topic)/\(number)"
    }
  }

  /// The id that brokers gave to its topic; nil: they don't tell it.
  package var topicID: String? { get throws(JSONError) { try topic.id(stops) } }

  /// Whether messages that expired before they were read are only noted.
  package var skipsExpired: Bool { topic.address.skipsExpired }

  package var topicName: String { topic.address.topic }

  package var gapText: String? { gaps.text(of: name) }

  package func heed(_ stops: [FeedStop]) { self.stops = FeedStops(stops) }

  // MARK: Reading

  /// Begins to read at an offset. Throws `io`.
  package func begin(at offset: Int64) throws(JSONError) {
    giveUp()
    reader?.stop()
    reader = nil
    (self.offset, quietSince) = (offset, nil)
    if let last, last.offset >= offset { self.last = nil }
    // At the end, nothing is asked of the broker.
    guard isFollowed || offset < bounds.upperBound else { return }
    reader = try topic.startReading(number, from: offset)
  }

  /// The first call after this begins a turn.
  package func beginTurn() { turn = KafkaPartition.longestTurn }

  /// Whether there are messages to take. Gives up those that were taken, and waits for the next ones. Returns
  /// false at the end, or at the end of a turn.
  package func fill() throws(InputEvent) -> Bool {
    while let reader, isFollowed ? turn > 0 : offset < bounds.upperBound {
      if unsafe index < messages.count { return true }
      giveUp()
      switch reader.fill() {
      case .messages:
        unsafe messages = unsafe reader.messages
        quietSince = nil
      case .end(let end):
        quietSince = nil
        skip(to: end)
        // Messages of transactions that are still open come after the end.
        guard isFollowed else { return false }
      case .failed(let code, let reason):
        try InputEvent.asFailures(try recover(from: code, reason))
      case .nothing:
        if isFollowed { return false }
        try wait(for: reader)
      }
    }
    return false
  }

  /// What becomes readable when `fill` has something.
  package var descriptor: FileDescriptor? { reader?.descriptor }

  /// Forgets the messages, which the reader is about to free.
  private func giveUp() {
    keepMark()
    unsafe messages = unsafe UnsafeBufferPointer(start: nil, count: 0)
    index = 0
  }

  package var aheadCount: Int { unsafe messages.count - index }

  package func ahead(_ index: Int) -> LentMessage {
    unsafe KafkaPartition.lent(messages[self.index + index])
  }

  private static func lent(_ message: UnsafePointer<ckf_message>) -> LentMessage {
    let found = unsafe message.pointee
    return unsafe LentMessage(
      offset: found.offset,
      key: UnsafeBufferPointer(start: found.key, count: found.key_count),
      value: UnsafeBufferPointer(start: found.value, count: found.value_count),
      handle: UnsafeRawPointer(message))
  }

  package func time(of message: LentMessage) -> Int64 {
    unsafe ckf_time(message.handle.assumingMemoryBound(to: ckf_message.self))
  }

  package func header(_ index: Int, of message: LentMessage) -> LentHeader? {
    guard
      let headers = unsafe ckf_headers(
        message.handle.assumingMemoryBound(to: ckf_message.self))
    else { return nil }
    var name: UnsafePointer<CChar>?
    var value: UnsafePointer<UInt8>?
    var count = 0
    guard unsafe ckf_header(headers, index, &name, &value, &count) != 0 else { return nil }
    // A C string; bytes that are not UTF-8 make it an object, which is no key: they are replaced.
    return unsafe LentHeader(
      name: name.map { unsafe String(cString: $0) } ?? "",
      value: value.map { unsafe UnsafeBufferPointer(start: $0, count: count) })
  }

  /// The next of the messages that `fill` took; nil after the last, or at the end. Valid until the next
  /// `fill`.
  ///
  /// Sound because the reader keeps the messages until then.
  package func popMessage() -> LentMessage? {
    guard let start = unsafe messages.baseAddress else { return nil }
    // One that was lent before is never lent again, whatever brokers send.
    while unsafe index < messages.count && start[index].pointee.offset < offset { index += 1 }
    guard unsafe index < messages.count, turn > 0 else { return nil }
    let message = unsafe start[index]
    // What was written after the end was found belongs to the next run.
    guard unsafe isFollowed || message.pointee.offset < bounds.upperBound else {
      skip(to: bounds.upperBound)
      return nil
    }
    if isFollowed { turn &-= 1 }
    index += 1
    if unsafe message.pointee.offset != offset { unsafe skip(to: message.pointee.offset) }
    offset = unsafe message.pointee.offset &+ 1
    bytes &+= unsafe Int64(message.pointee.value_count)
    return unsafe KafkaPartition.lent(message)
  }

  /// Notes that offsets up to `next` hold no message.
  private func skip(to next: Int64) {
    guard next > offset else { return }
    gaps.add(offset..<next)
    offset = next
  }

  private func wait(for reader: KafkaReader) throws(InputEvent) {
    let now = MonotonicClock.seconds
    trouble = topic.trouble() ?? trouble
    if quietSince == nil { quietSince = now }
    if let since = quietSince, now - since > topic.patience {
      throw .failed(
        SourceFault.error(
          name,
          "no message came for \(Int(topic.patience)) s, although there are some from offset"
            + " \(offset) on" + (trouble.map { ": \($0)" } ?? "")))
    }
    try stops.wait(
      for: [reader.descriptor], milliseconds: KafkaPartition.longestWait, name: name)
  }

  /// Lets librdkafka repeat a request whose fault may pass. Goes on after messages that expired while they were
  /// waited for, if the address says so. Throws `io`.
  private func recover(from code: Int32, _ reason: String) throws(JSONError) {
    if ckf_is_passing(code) != 0 {
      trouble = reason
      return
    }
    guard ckf_is_out_of_range(code) != 0 else {
      throw SourceFault.error(name, "it can't be read from offset \(offset) on: \(reason)")
    }
    giveUp()
    reader?.stop()
    let now = try topic.bounds(of: number, stops)
    bounds = now.lowerBound..<max(now.upperBound, isFollowed ? 0 : bounds.upperBound)
    guard offset < now.lowerBound, let loss = try loss(at: offset) else {
      throw SourceFault.error(
        name,
        "there is no message at offset \(offset) any more: the topic was made anew, or its brokers have"
          + " lost messages (\(reason))")
    }
    losses.append(loss)
    try begin(at: now.lowerBound)
  }

  /// Messages that expired before they were read, since the last call.
  package func takeLosses() -> [String] {
    defer { losses = [] }
    return losses
  }

  // MARK: The last message

  /// The mark of the message before `end`; nil: none was read directly before it.
  package func mark(before end: Int64) -> MessageMark? {
    keepMark()
    return last.flatMap { $0.offset < end ? $0 : nil }
  }

  private func keepMark() {
    guard index > 0, let start = unsafe messages.baseAddress else { return }
    last = unsafe mark(of: KafkaPartition.lent(start[index - 1]))
  }

  private func mark(of message: LentMessage) -> MessageMark {
    unsafe MessageMark(message, time: time(of: message))
  }

  /// Continues after a message that an earlier run has read: until another is read, it is the last one.
  package func resume(after mark: MessageMark?) { last = mark }

  /// The mark of the message at an offset, or of the first one after it; nil: the partition ends before.
  package func mark(at offset: Int64) throws(JSONError) -> MessageMark? {
    let other = KafkaPartition(topic, number)
    (other.bounds, other.isKnown, other.stops) = (bounds, true, stops)
    try other.begin(at: offset)
    do throws(InputEvent) {
      while try other.fill() {
        if let message = unsafe other.popMessage() { return unsafe other.mark(of: message) }
      }
    } catch {
      throw error.asError
    }
    return nil
  }
}
