import CKafka
import Sluice
import SluiceFeed
import SluiceSystem

/// A topic of a cluster, with the connections to its brokers, through librdkafka. It is loaded for the first
/// one.
///
/// Sound because it owns the handle, which any thread may use, and its readers keep it.
@safe
package final class KafkaTopic {
  package let address: KafkaAddress
  let handle: OpaquePointer
  private var knownCluster: String?
  private var knownID: String??

  /// How long brokers may be silent, in seconds.
  package let patience: Double
  /// Whether a wait that began at a moment has to end now, because of a stop.
  package var isOver: (_ begin: Double) -> Bool = { _ in false }

  /// Connects when something is asked. Throws `io` without librdkafka, and for properties that it does not
  /// take; `out-of-memory`.
  package init(
    _ address: KafkaAddress, for use: KafkaProperties.Use = .reading(partitions: 1),
    notes: SourceNotes = .process
  ) throws(JSONError) {
    self.address = address
    let properties = try KafkaProperties(address, for: use, notes: notes)
    patience = properties.patience
    unsafe handle = unsafe try properties.open(address, [address.topic]) {
      (texts, pairs, failed, fault) in
      guard let topic = unsafe texts[0] else { return nil }
      return unsafe ckf_open(topic, pairs, pairs.count, &failed, &fault)
    }
  }

  deinit { unsafe ckf_close(handle) }

  // MARK: Questions

  /// The partitions that the address names, in ascending order. Throws `io` for those that do not exist.
  func partitions(_ stops: FeedStops) throws(JSONError) -> [Int32] {
    var count: Int32 = 0
    try attempt("asking for the partitions", stops) { (milliseconds, fault) in
      unsafe ckf_partition_count(handle, &count, milliseconds, &fault)
    }
    let wanted = address.partition.map { [$0] } ?? address.partitions ?? Array(0..<max(count, 0))
    for number in wanted where number >= count {
      throw SourceFault.error(
        address.name, "it has no partition \(number): its partitions are 0 to \(count - 1)")
    }
    return wanted
  }

  /// The offset of a partition's first message, and the one after its last.
  func bounds(of partition: Int32, _ stops: FeedStops) throws(JSONError) -> Range<Int64> {
    while true {
      var (start, end): (Int64, Int64) = (0, 0)
      try attempt("asking for the offsets of partition \(partition)", stops) {
        (milliseconds, fault) in
        unsafe ckf_bounds(handle, partition, &start, &end, milliseconds, &fault)
      }
      guard start >= 0, start <= end else {
        throw SourceFault.error(
          address.name, "partition \(partition) has impossible offsets: \(start) to \(end)")
      }
      if start < end { return start..<end }
      if try isEmpty(partition, at: end, stops) { return start..<end }
    }
  }

  /// Whether a partition has no message, and ends at an offset. librdkafka answers the same if only one of its
  /// two requests for the bounds has failed.
  private func isEmpty(
    _ partition: Int32, at end: Int64, _ stops: FeedStops
  ) throws(JSONError) -> Bool {
    // RD_KAFKA_OFFSET_BEGINNING.
    let reader = try startReading(partition, from: -2)
    defer { reader.stop() }
    let start = MonotonicClock.seconds
    while true {
      switch reader.fill() {
      case .messages: return false
      case .end(let offset): return offset == end
      case .failed(let code, let reason):
        guard ckf_is_passing(code) != 0 else {
          throw SourceFault.error(
            address.name, "partition \(partition) can't be read: \(reason)")
        }
      case .nothing:
        guard MonotonicClock.seconds - start < patience else {
          throw SourceFault.error(
            address.name,
            "partition \(partition) can't be read: no broker answers"
              + (trouble().map { " (\($0))" } ?? ""))
        }
        try InputEvent.asErrors(
          try stops.wait(for: [reader.descriptor], milliseconds: 100, name: address.name))
      }
    }
  }

  /// The identity of the cluster, whichever of its brokers are asked. The brokers' addresses where they don't
  /// tell it (before Kafka 0.10.1).
  func cluster(_ stops: FeedStops) throws(JSONError) -> String {
    if let knownCluster { return knownCluster }
    // Brokers answer by now, or this throws.
    _ = try partitions(stops)
    let room = 1024
    let text = unsafe String(unsafeUninitializedCapacity: room) { bytes in
      guard let start = bytes.baseAddress else { return 0 }
      return unsafe UnsafeMutableRawPointer(start).withMemoryRebound(to: CChar.self, capacity: room)
      {
        unsafe ckf_cluster(handle, $0, room, 2000)
      }
    }
    let found = text.isEmpty ? address.brokers : text
    knownCluster = found
    return found
  }

  /// The id that brokers gave to the topic when it was made; nil: librdkafka (before 2.3) or brokers (before 2.8)
  /// don't tell it, or not to this client.
  func id(_ stops: FeedStops) throws(JSONError) -> String? {
    if let knownID { return knownID }
    var room = [CChar](repeating: 0, count: 64)
    try attempt("asking for its id", stops) { (milliseconds, fault) in
      let code = unsafe room.withUnsafeMutableBufferPointer { room in
        guard let start = room.baseAddress else { return Int32(-1) }
        return unsafe ckf_id(handle, start, room.count, milliseconds, &fault)
      }
      return ckf_is_withheld(code) != 0 ? 0 : code
    }
    let text = String(decoding: room.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    let found = text.isEmpty ? nil : text
    knownID = .some(found)
    return found
  }

  /// Repeats a request while its fault may pass, for up to `patience`. Each attempt is short, so that a stop
  /// ends it soon.
  func attempt(
    _ what: String, _ stops: FeedStops, _ request: (Int32, inout ckf_fault) -> Int32
  ) throws(JSONError) {
    let start = MonotonicClock.seconds
    var milliseconds: Int32 = 250
    while true {
      var fault = ckf_fault()
      if request(milliseconds, &fault) == 0 { return }
      guard !stops.isStopped, !isOver(start) else { throw InputEvent.stopped(address.name).asError }
      guard ckf_is_passing(fault.code) != 0, MonotonicClock.seconds - start < patience
      else {
        throw SourceFault.error(
          address.name,
          "\(what) failed: \(fault.text)" + (trouble().map { " (\($0))" } ?? ""))
      }
      // A broker that refuses is asked again soon, but not at once.
      try stops.sleep(milliseconds: 50, name: address.name)
      milliseconds = min(2 * milliseconds, 2000)
    }
  }

  /// What was last said about the connections, if they have a problem since the last call.
  func trouble() -> String? {
    var fault = ckf_fault()
    return unsafe ckf_trouble(handle, &fault) == 0 ? nil : fault.text
  }

  /// Begins to read a partition. Throws `io`.
  func startReading(_ partition: Int32, from offset: Int64) throws(JSONError) -> KafkaReader {
    var fault = ckf_fault()
    guard let reader = unsafe ckf_start(handle, partition, offset, &fault) else {
      throw SourceFault.error(
        address.name, "partition \(partition) can't be read: \(fault.text)")
    }
    return unsafe KafkaReader(reader, of: self)
  }
}

extension ckf_fault {
  /// What librdkafka said, as one printable line.
  package var text: String {
    unsafe withUnsafeBytes(of: reason) {
      PrintableText.line(
        unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self))
    }
  }
}

extension FeedStops {
  /// Waits for a while. Throws `io` if the feed is to stop.
  func sleep(milliseconds: Int32, name: String) throws(JSONError) {
    try InputEvent.asErrors(try wait(for: [], milliseconds: milliseconds, name: name))
  }
}
