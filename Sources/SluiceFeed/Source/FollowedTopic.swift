package import Sluice
import SluiceSystem

/// The partitions of a topic as their messages come, in turns: each turn is one partition's, and takes what has
/// come for it, up to a limit.
package final class FollowedTopic {
  package let partitions: [any MessagePartition]
  package let name: String
  private var stops: FeedStops
  /// The partition of the last turn.
  private var last = -1

  /// How long messages are gathered once the first of them has come, in milliseconds. Turns cost a commit each.
  private static let gathering: Int32 = 50
  /// The longest wait before partitions are asked again, in milliseconds.
  private static let longestWait: Int32 = 200

  /// The partitions of an address. They share the memory for messages that are received ahead. Throws `io`.
  package init(_ address: SourceAddress, _ stops: [FeedStop]) throws(JSONError) {
    name = address.description
    self.stops = FeedStops(stops)
    partitions = try address.partitions(stops, isFollowed: true)
  }

  /// Waits for messages, and begins the turn of their partition. Throws `stopped`, and what reading a partition
  /// throws.
  package func next() throws(InputEvent) -> any MessagePartition {
    while true {
      for i in 1...max(partitions.count, 1) {
        let number = (last + i) % max(partitions.count, 1)
        let partition = partitions[number]
        partition.beginTurn()
        guard try partition.fill() else { continue }
        last = number
        return partition
      }
      try stops.wait(
        for: partitions.compactMap(\.descriptor), milliseconds: FollowedTopic.longestWait,
        name: name)
      try stops.wait(for: [], milliseconds: FollowedTopic.gathering, name: name)
    }
  }
}
