package import Sluice

/// What a URL of a registered kind stands for.
package protocol AddressedSource: Sendable {
  /// The URL without secrets.
  var name: String { get }
  var resource: SourceAddress.Resource { get }
  /// Whether the URL holds what must not be stored: a login, a signature, values that may be secrets.
  var hasSecrets: Bool { get }

  /// The object or objects, which are not asked for yet, except for a list. Throws `io`, also for none.
  func objects(_ stops: [FeedStop]) throws(JSONError) -> [any SourceObject]

  /// The partitions of a topic, or the one, in ascending order. Throws `io`. `isFollowed`: each will be read beyond what
  /// is its end now.
  func partitions(_ stops: [FeedStop], isFollowed: Bool) throws(JSONError) -> [any MessagePartition]
}

extension AddressedSource {
  package func objects(_ stops: [FeedStop]) throws(JSONError) -> [any SourceObject] {
    throw SourceFault.error(name, "it holds messages, and is no document")
  }

  package func partitions(
    _ stops: [FeedStop], isFollowed: Bool
  ) throws(JSONError) -> [any MessagePartition] {
    throw SourceFault.error(name, "it is no topic of Kafka")
  }
}
