import Sluice
public import SluiceFeed

extension SourceKind {
  /// Topics of Kafka: `kafka://brokers/topic`.
  public static let kafka = SourceKind(schemes: ["kafka"], noun: "a topic", areMessages: true) {
    (text) throws(JSONError) in try KafkaAddress(parsing: text)
  }
}

extension KafkaAddress: AddressedSource {
  package var resource: SourceAddress.Resource { partition == nil ? .topic : .partition }
  package var hasSecrets: Bool { false }

  package func partitions(
    _ stops: [FeedStop], isFollowed: Bool
  ) throws(JSONError) -> [any MessagePartition] {
    try KafkaPartition.all(at: self, stops, isFollowed: isFollowed)
  }
}
