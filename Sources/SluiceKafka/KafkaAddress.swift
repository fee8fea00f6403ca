import Sluice
import SluiceFeed
import SluiceSystem

/// A topic of a Kafka cluster, or one partition of it:
///
/// ```
/// kafka://broker1:9092,broker2/topic                  all partitions
/// kafka://broker1,broker2/topic?partitions=0,2-5      some of them
/// kafka://broker1,broker2/topic/3                     one
/// ```
///
/// | parameter | meaning |
/// |---|---|
/// | `partitions=0,2-5` | only these partitions |
/// | `config=FILE` | a file of librdkafka's properties |
/// | `expired=skip` | goes on after messages that the topic no longer has |
/// | any name with a dot, such as `security.protocol=ssl` | a property of librdkafka |
package struct KafkaAddress: Sendable, Hashable {
  /// Separated by commas, as librdkafka takes them.
  package let brokers: String
  package private(set) var topic: String
  /// Nil: the topic as a whole.
  package let partition: Int32?
  /// Ascending; nil: all.
  package let partitions: [Int32]?
  package let configuration: String?
  /// Whether messages that expired before they were read are only noted.
  package let skipsExpired: Bool
  /// In the order in which they were given.
  package let properties: [Property]
  private let query: String

  package struct Property: Sendable, Hashable {
    package let name: String
    package let value: String

    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// More partitions than a topic has.
  private static let mostPartitions: Int32 = 1_000_000

  /// Throws `io`, which does not repeat the text: it may hold a password.
  package init(parsing text: String) throws(JSONError) {
    guard KafkaAddress.isURL(text) else {
      throw KafkaAddress.fault("it does not begin with kafka://")
    }
    let halves = Substring(text.unicodeScalars.dropFirst(8)).parts(at: "?", most: 2)
    let parts = halves[0].parts(at: "/")
    guard parts.count == 2 || parts.count == 3 else {
      throw KafkaAddress.fault("expected kafka://BROKER,BROKER/TOPIC or …/TOPIC/PARTITION")
    }
    guard !parts[0].contains(text: "@") else {
      throw KafkaAddress.fault(
        "names and passwords belong into a file of properties (config=FILE), as sasl.username and"
          + " sasl.password")
    }
    brokers = String(parts[0])
    topic = String(parts[1])
    guard !brokers.isEmpty,
      brokers.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"\"\\<>".utf8.contains($0) })
    else { throw KafkaAddress.fault("it names no broker") }
    guard !topic.isEmpty, topic.utf8.count <= 249, topic.utf8.allSatisfy(KafkaAddress.isOfTopic)
    else {
      throw KafkaAddress.fault(
        "a topic's name has up to 249 letters, digits, dots, underscores and hyphens")
    }
    if parts.count == 3 {
      guard let number = KafkaAddress.partition(parts[2]) else {
        throw KafkaAddress.fault("a partition is a number from 0")
      }
      partition = number
    } else {
      partition = nil
    }
    query = halves.count > 1 ? String(halves[1]) : ""
    var (partitions, configuration, skipsExpired): ([Int32]?, String?, Bool) = (nil, nil, false)
    var properties: [Property] = []
    for parameter in query.parts(at: "&") where !parameter.isEmpty {
      let pair = parameter.parts(at: "=", most: 2)
      let name = PercentCoding.decoded(pair[0])
      let value = pair.count > 1 ? PercentCoding.decoded(pair[1]) : ""
      switch name {
      case "partitions": partitions = try KafkaAddress.partitions(value)
      case "config" where !value.isEmpty: configuration = value
      case "expired":
        guard value == "skip" else {
          throw KafkaAddress.fault("expired=skip is the only value of expired")
        }
        skipsExpired = true
      case _ where name.contains("."):
        let property = Property(name: name, value: value)
        guard !property.isSecret else {
          throw KafkaAddress.fault("\(name) belongs into a file of properties (config=FILE)")
        }
        properties.append(property)
      default:
        throw KafkaAddress.fault(
          "expected partitions, config, expired or a property of librdkafka after the question mark,"
            + " found \(name)")
      }
    }
    guard partition == nil || partitions == nil else {
      throw KafkaAddress.fault("it names one partition, and a list of them")
    }
    self.partitions = partitions
    self.configuration = configuration
    self.skipsExpired = skipsExpired
    self.properties = properties
  }

  /// Whether a text begins as an address.
  package static func isURL(_ text: String) -> Bool {
    String(decoding: text.utf8.prefix(8), as: UTF8.self).lowercased().starts(withText: "kafka://")
  }

  /// The name of an address, whether or not it can be parsed.
  package static func name(of text: String) -> String {
    do throws(JSONError) {
      return try KafkaAddress(parsing: text).name
    } catch {
      return "a topic"
    }
  }

  /// Another topic of the same cluster, with the same properties.
  package func with(topic: String) -> KafkaAddress {
    var address = self
    address.topic = topic
    return address
  }

  /// The address for messages, rejects and progress: without its parameters.
  package var name: String { "kafka://\(brokers)/\(topic)" + (partition.map { "/\($0)" } ?? "") }

  /// The address of one of its partitions, with all parameters that concern it.
  package func url(ofPartition number: Int32) -> String {
    let rest = query.parts(at: "&").filter {
      !$0.isEmpty && !$0.starts(withText: "partitions=")
    }
    return "kafka://\(brokers)/\(topic)/\(number)"
      + (rest.isEmpty ? "" : "?" + rest.joined(separator: "&"))
  }

  /// Parses `0,2-5`: ascending, each once.
  static func partitions(_ text: String) throws(JSONError) -> [Int32] {
    var found: Set<Int32> = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false).map(partition)
      guard ends.count == 1 || ends.count == 2, let first = ends[0],
        let last = ends[ends.count - 1],
        first <= last
      else { throw fault("expected partitions such as 0,2-5, found \(text)") }
      found.formUnion(first...last)
    }
    return found.sorted()
  }

  private static func partition(_ text: Substring) -> Int32? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = Int32(text), number <= mostPartitions
    else { return nil }
    return number
  }

  private static func isOfTopic(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"):
      true
    default: "._-".utf8.contains(byte)
    }
  }

  private static func fault(_ reason: String) -> JSONError {
    JSONError(.io, at: 0, name: "an address of Kafka", reason: reason)
  }
}

extension KafkaAddress.Property {
  /// Whether its value must be neither printed nor stored.
  var isSecret: Bool {
    let name = name.lowercased()
    return ["password", "passphrase", "secret"].contains { name.contains(text: $0) }
      || name.hasSuffix(".pem") || name == "sasl.oauthbearer.config" || name.hasPrefix("sasl.jaas")
  }
}
