package import Sluice
import SluiceSystem

/// URLs as sources.
package enum RemoteSource {
  /// The scheme of a text that names something on a server: `http`, `https`, `s3`, `kafka`; nil for all
  /// others.
  package static func scheme(of text: String) -> String? {
    ["https", "http", "s3", "kafka"].first { text.lowercased().starts(withText: "\($0)://") }
  }

  package static func isURL(_ text: String) -> Bool { scheme(of: text) != nil }

  /// Whether a URL stands for all objects of a bucket whose keys match.
  package static func isPattern(_ url: String) -> Bool {
    scheme(of: url) == "s3" && url.utf8.contains(UInt8(ascii: "*"))
  }

  /// Whether a URL names a topic of Kafka, or a partition of it.
  package static func isKafka(_ url: String) -> Bool { scheme(of: url) == "kafka" }

  /// Whether a URL stands for the partitions of a topic.
  package static func isTopic(_ url: String) -> Bool {
    isKafka(url) && (try? KafkaAddress(parsing: url))?.partition == nil
  }

  /// Whether a source is one partition of a topic.
  static func isPartition(_ source: FeedSource) -> Bool {
    if case .url(let url) = source { isKafka(url) && !isTopic(url) } else { false }
  }

  /// Whether a source is a topic whose new messages are awaited.
  package static func isFollowedTopic(_ source: FeedSource) -> Bool {
    if case .follow(let url) = source { isKafka(url) } else { false }
  }

  /// Throws `io` for a text that is no URL that can be read.
  package static func check(_ url: String) throws(JSONError) {
    if isKafka(url) {
      _ = try KafkaAddress(parsing: url)
    } else {
      _ = try RemoteOrigin(parsing: url)
    }
  }

  /// The name of a URL, without secrets.
  package static func name(of url: String) -> String {
    if isKafka(url) { return (try? KafkaAddress(parsing: url))?.name ?? "a topic" }
    guard let origin = try? RemoteOrigin(parsing: url) else { return "a URL" }
    return origin.name
  }

  /// Whether a URL holds what must not be stored: a login, a signature, values that may be secrets.
  package static func hasSecrets(_ url: String) -> Bool {
    // Secrets of Kafka are in files of properties.
    guard !isKafka(url) else { return false }
    guard case .web(let address) = try? RemoteOrigin(parsing: url) else { return false }
    return address.hasSecrets
  }
}
