package import Sluice
import SluiceSystem

/// A partition of messages, in the state in which a job or a feed has found it.
///
/// Positions in it count messages: a record's offset is the message's, and the offset of a position is that of the next
/// message. One thread uses it at a time.
package protocol MessagePartition: AnyObject {
  /// The URL without parameters: `kafka://brokers/topic/3`.
  var name: String { get }
  /// With those of the address by which it was found.
  var url: String { get }
  var topicName: String { get }
  var number: Int32 { get }
  /// Under which its progress is kept, whichever brokers are named.
  var identity: String { get throws(JSONError) }
  /// The id that brokers gave to its topic; nil: they don't tell it.
  var topicID: String? { get throws(JSONError) }
  /// The offset of the first message, and the one after the last, when they were asked for.
  var bounds: Range<Int64> { get }
  /// Whether it is read beyond `bounds`, in turns: a turn ends where nothing more has come.
  var isFollowed: Bool { get }

  /// Asks for its bounds, unless they are known. Throws `io`.
  func inspect() throws(JSONError)
  /// What ends waits for brokers.
  func heed(_ stops: [FeedStop])

  // MARK: Where reading begins

  /// At an offset. Throws `io`.
  func begin(at offset: Int64) throws(JSONError)
  /// Where an earlier feed has stopped, or, if that is 0, at the first message. Throws `io`, also if the position does not
  /// exist (any more).
  func begin(from position: FeedPosition) throws(JSONError)
  /// What is lost if reading resumes at an offset, where the address says to go on without it. Throws `io` if it does not,
  /// and if the partition ends before the offset.
  func loss(at offset: Int64) throws(JSONError) -> String?

  // MARK: Messages

  /// The next call of `fill` begins a turn.
  func beginTurn()
  /// Gives up the messages of the call before, and waits for the next ones. Returns false at the end, or at the end of a
  /// turn.
  func fill() throws(InputEvent) -> Bool
  /// How many of those messages were not taken yet. Some of them may never be lent by `popMessage`.
  var aheadCount: Int { get }
  /// One of them. Valid until the next `fill`.
  func ahead(_ index: Int) -> LentMessage
  /// The next of them; nil after the last, or at the end. Valid until the next `fill`.
  func popMessage() -> LentMessage?
  /// In milliseconds since 1970; -1: it has none.
  func time(of message: LentMessage) -> Int64
  /// The header of an index; nil after the last.
  func header(_ index: Int, of message: LentMessage) -> LentHeader?
  /// What becomes readable when `fill` has something.
  var descriptor: FileDescriptor? { get }

  // MARK: What was read

  /// The offset of the next message, if none is missing.
  var offset: Int64 { get }
  /// The size of the values that were read.
  var bytes: Int64 { get }
  /// What should be known of offsets without a message; nil without any.
  var gapText: String? { get }
  /// Messages that expired before they were read, since the last call.
  func takeLosses() -> [String]
  /// Reports what the whole reading has found, unless a job does.
  func end()

  // MARK: The last message

  /// The mark of the message before `end`; nil: none was read directly before it.
  func mark(before end: Int64) -> MessageMark?
  /// The mark of the message at an offset, or of the first one after it; nil: the partition ends before.
  func mark(at offset: Int64) throws(JSONError) -> MessageMark?
  /// Continues after a message that an earlier run has read: until another is read, it is the last one.
  func resume(after mark: MessageMark?)
}

/// A message in the memory of its partition's reader.
@unsafe
package struct LentMessage {
  package let offset: Int64
  /// Without an address: it has none.
  package let key: UnsafeBufferPointer<UInt8>
  /// Without an address: a tombstone.
  package let value: UnsafeBufferPointer<UInt8>
  /// By which its partition knows it.
  package let handle: UnsafeRawPointer

  package init(
    offset: Int64, key: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>,
    handle: UnsafeRawPointer
  ) {
    unsafe self.offset = offset
    unsafe (self.key, self.value, self.handle) = (key, value, handle)
  }
}

/// A header of a message.
@unsafe
package struct LentHeader {
  package let name: String
  /// Nil: it has none.
  package let value: UnsafeBufferPointer<UInt8>?

  package init(name: String, value: UnsafeBufferPointer<UInt8>?) {
    unsafe self.name = name
    unsafe self.value = unsafe value
  }
}
