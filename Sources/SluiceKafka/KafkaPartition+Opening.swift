import Sluice
import SluiceFeed

/// Finds partitions by their addresses, and where reading begins in them.
extension KafkaPartition {
  /// The partitions of an address, in ascending order, which share their connections. Asks for their number.
  /// Throws `io`.
  static func all(
    at address: KafkaAddress, _ stops: [FeedStop], isFollowed: Bool
  ) throws(JSONError) -> [KafkaPartition] {
    var topic = try KafkaTopic(address)
    let numbers = try topic.partitions(FeedStops(stops))
    // All are received at once, and share the memory.
    if isFollowed, numbers.count > 4 {
      topic = try KafkaTopic(topic.address, for: .reading(partitions: numbers.count))
    }
    return numbers.map { number in
      let partition = KafkaPartition(topic, number, isFollowed: isFollowed)
      partition.stops = FeedStops(stops)
      return partition
    }
  }

  /// The address of this partition, with the parameters of the address it was found by.
  package var url: String { topic.address.url(ofPartition: number) }

  /// Begins to read where an earlier feed has stopped, or, if that is 0, at the first message. Throws `io`,
  /// also if the position does not exist (any more).
  package func begin(from position: FeedPosition) throws(JSONError) {
    try inspect()
    tellsGaps = true
    guard position.offset > 0 else { return try begin(at: bounds.lowerBound) }
    if let loss = try loss(at: position.offset) {
      SourceNotes.process.add("possible-loss", "\(name): \(loss)")
    }
    try begin(at: max(position.offset, bounds.lowerBound))
  }

  /// Reports what the whole reading has found, unless a job does.
  package func end() {
    for loss in tellsGaps ? takeLosses() : [] {
      SourceNotes.process.add("possible-loss", "\(name): \(loss)")
    }
    guard !isFollowed else { return }
    guard tellsGaps, let text = gaps.text(of: name) else { return }
    tellsGaps = false
    SourceNotes.process.add("gaps", text)
  }

  /// Compares an offset where reading should resume with the bounds. Returns what is lost if messages expired
  /// and the address says to skip them. Throws `io` if they expired and it does not, and if the partition ends
  /// before the offset.
  package func loss(at offset: Int64) throws(JSONError) -> String? {
    guard offset <= bounds.upperBound else {
      throw SourceFault.error(
        name,
        "it ends before offset \(bounds.upperBound), and reading should resume at \(offset): the topic was"
          + " made anew, or its brokers have lost messages")
    }
    guard offset < bounds.lowerBound else { return nil }
    let lost =
      "the messages from offset \(offset) to \(bounds.lowerBound - 1) expired before they were"
      + " read: its first message is at \(bounds.lowerBound) now"
    guard skipsExpired else {
      throw SourceFault.error(
        name, "\(lost). To go on without them, add expired=skip to its address")
    }
    return lost
  }
}
