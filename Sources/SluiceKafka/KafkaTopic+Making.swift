import CKafka
import Sluice
import SluiceFeed
import SluiceSystem

/// Examines topics that are written to, and makes them.
extension KafkaTopic {
  /// The number of the topic's partitions; nil: it does not exist. Throws `io`.
  package func partitionCount() throws(JSONError) -> Int? {
    var count: Int32 = 0
    var isThere = true
    try attempt("asking for the partitions", FeedStops()) { (milliseconds, fault) in
      let code = unsafe ckf_partition_count(handle, &count, milliseconds, &fault)
      isThere = ckf_is_unknown_topic(code) == 0
      return isThere ? code : 0
    }
    return isThere && count > 0 ? Int(count) : nil
  }

  /// The id that brokers gave to the topic; nil: it is not told. Throws `io`.
  package var id: String? { get throws(JSONError) { try id(FeedStops()) } }

  /// The offset after the last message of a partition, whether committed or not for a client that examines.
  package func end(of partition: Int32) throws(JSONError) -> Int64 {
    var (start, end): (Int64, Int64) = (0, 0)
    try attempt("asking for the end of partition \(partition)", FeedStops()) {
      (milliseconds, fault) in
      unsafe ckf_bounds(handle, partition, &start, &end, milliseconds, &fault)
    }
    return end
  }

  /// What brokers say about a setting of a topic.
  package enum Setting: Sendable, Hashable {
    case value(String)
    /// They don't tell this client: it may not ask, or they don't know the question.
    case withheld(reason: String)
  }

  /// A setting of the topic, such as `cleanup.policy`. Throws `io`.
  package func setting(_ name: String) throws(JSONError) -> Setting {
    var room = [UInt8](repeating: 0, count: 512)
    var reason: String?
    try attempt("asking for its \(name)", FeedStops()) { (milliseconds, fault) in
      let code = unsafe CStrings.with([name]) { texts in
        unsafe room.withUnsafeMutableBytes { room in
          guard let name = unsafe texts[0],
            let start = unsafe room.bindMemory(to: CChar.self).baseAddress
          else { return Int32(-1) }
          return unsafe ckf_setting(handle, name, start, room.count, milliseconds, &fault)
        }
      }
      guard ckf_is_withheld(code) != 0 else { return code }
      reason = fault.text
      return 0
    }
    if let reason { return .withheld(reason: reason) }
    return .value(String(decoding: room.prefix { $0 != 0 }, as: UTF8.self))
  }

  /// Makes the topic, and waits until brokers know it. Nothing happens if it exists. Throws `io`.
  ///
  /// `partitions`: nil: as many as the brokers are configured for.
  package func create(
    partitions: Int?, settings: [KafkaAddress.Property]
  ) throws(JSONError) {
    try attempt("making it, because it does not exist,", FeedStops()) { (milliseconds, fault) in
      unsafe CStrings.with(settings.flatMap { [$0.name, $0.value] }) { words in
        var pairs = unsafe [ckf_property]()
        for i in settings.indices {
          guard let name = unsafe words[2 * i], let value = unsafe words[2 * i + 1] else {
            return Int32(-1)
          }
          unsafe pairs.append(ckf_property(name: name, value: value))
        }
        return unsafe ckf_create(
          handle, Int32(partitions ?? -1), pairs, pairs.count, milliseconds, &fault)
      }
    }
    try awaitCreation()
  }

  /// Waits until brokers know the topic, which was made just now, perhaps by another client. Throws `io`.
  package func awaitCreation() throws(JSONError) {
    let start = MonotonicClock.seconds
    while try partitionCount() == nil {
      guard !isOver(start) else { throw InputEvent.stopped(address.name).asError }
      guard MonotonicClock.seconds - start < patience else {
        throw SourceFault.error(address.name, "it was made, and brokers still don't know it")
      }
      try FeedStops().sleep(milliseconds: 50, name: address.name)
    }
  }
}
