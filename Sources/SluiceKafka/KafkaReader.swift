import CKafka
import Sluice
import SluiceFeed
import SluiceSystem

/// Fetches the messages of one partition in order. librdkafka's threads receive and decompress them ahead, up
/// to `queued.max.messages.kbytes`.
///
/// Sound because it owns the handle, and lends messages only until the next `fill`.
@safe
final class KafkaReader {
  private var handle: OpaquePointer?
  /// Closed only after its readers.
  private let topic: KafkaTopic

  enum KafkaEvent {
    case messages
    case nothing
    /// The end of the partition, for now: the offset of the next message.
    case end(Int64)
    case failed(code: Int32, reason: String)
  }

  init(_ handle: OpaquePointer, of topic: KafkaTopic) {
    unsafe self.handle = unsafe handle
    self.topic = topic
  }

  deinit { stop() }

  /// Ends the fetching, and frees all messages. Another reader may begin then.
  func stop() {
    if let handle = unsafe handle { unsafe ckf_stop(handle) }
    unsafe handle = nil
  }

  /// Gives up the messages of the call before, and takes those that have come. Does not wait.
  func fill() -> KafkaEvent {
    guard let handle = unsafe handle else { return .nothing }
    var fault = ckf_fault()
    switch unsafe Int(ckf_fill(handle, &fault)) {
    case CKF_MESSAGES: return .messages
    case CKF_NOTHING: return .nothing
    case CKF_END: return .end(unsafe ckf_end(handle))
    default: return .failed(code: fault.code, reason: fault.text)
    }
  }

  /// The messages that `fill` took.
  var messages: UnsafeBufferPointer<UnsafeMutablePointer<ckf_message>> {
    guard let handle = unsafe handle else {
      return unsafe UnsafeBufferPointer(start: nil, count: 0)
    }
    var count = 0
    let start = unsafe ckf_messages(handle, &count)
    return unsafe UnsafeBufferPointer(start: start, count: count)
  }

  /// Becomes readable when `fill` has something to take.
  var descriptor: FileDescriptor {
    FileDescriptor(rawValue: unsafe handle.map { unsafe ckf_descriptor($0) } ?? -1)
  }
}
