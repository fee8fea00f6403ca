package import Sluice

extension JSONFeed {
  /// Reads a partition that a job has examined, from an offset that exists. Throws what `init` throws for
  /// resuming from a position.
  package init(
    _ partition: any MessagePartition, options: FeedOptions, from position: FeedPosition,
    stop: FeedStop?
  ) throws(JSONError) {
    let stops = stop.map { [$0] } ?? []
    partition.heed(stops)
    try partition.begin(at: position.offset)
    reader = try FeedReader(
      SourceParts(ByteSource(partition), options, from: position, stops: stops),
      named: partition.name, options: options, from: position, stops: stops)
  }

  /// Continues with another partition, which has begun to be read. `position`: after the last record that was
  /// read of it.
  package mutating func turn(to partition: any MessagePartition, from position: FeedPosition) {
    reader.open(ByteSource(partition))
    unsafe reader.state.pointee.enter(at: position, of: partition.name)
  }

  /// Leaves the field `kafka` out of messages' records, for a reader that never asks for it.
  package func leaveOutMessageFields() {
    reader.former?.describesMessages = reader.options.duplicateKeys == .reject
  }
}
