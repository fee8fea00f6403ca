package import Sluice
import SluiceSystem

/// A URL as a source, parsed once: an object on a server, the objects of a bucket whose keys match, a topic of Kafka, or one
/// of its partitions.
///
/// It is printed without logins, signatures, and values that may be secrets. Addresses are equal if they were given in the
/// same bytes.
public struct SourceAddress: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
  /// What a URL stands for.
  package enum Resource: Sendable { case object, objects, topic, partition }

  private enum ParsedURL {
    case remote(RemoteOrigin)
    case kafka(KafkaAddress)
  }

  private final class Parsed: Sendable {
    let text: String
    let resource: Resource
    let name: String
    /// The error of a URL that can't be read is thrown when it is opened.
    let origin: Result<ParsedURL, JSONError>

    init(
      _ text: String, _ resource: Resource, _ name: String, _ origin: Result<ParsedURL, JSONError>
    ) {
      (self.text, self.resource, self.name, self.origin) = (text, resource, name, origin)
    }
  }

  private let parsed: Parsed

  /// Any text: opening one that is no URL of a scheme that can be read throws `io`.
  public init(_ text: String) {
    switch SourceAddress.scheme(of: text) {
    case "kafka":
      do throws(JSONError) {
        let address = try KafkaAddress(parsing: text)
        let resource: Resource = address.partition == nil ? .topic : .partition
        parsed = Parsed(text, resource, address.name, .success(.kafka(address)))
      } catch {
        parsed = Parsed(text, .topic, "a topic", .failure(error))
      }
    case let scheme:
      let isPattern = scheme == "s3" && text.utf8.contains(UInt8(ascii: "*"))
      let resource: Resource = isPattern ? .objects : .object
      do throws(JSONError) {
        let origin = try RemoteOrigin(parsing: text)
        parsed = Parsed(text, resource, origin.name, .success(.remote(origin)))
      } catch {
        parsed = Parsed(text, resource, "a URL", .failure(error))
      }
    }
  }

  /// Nil for a text without a scheme of something on a server: a path, say.
  package init?(ifURL text: String) {
    guard SourceAddress.scheme(of: text) != nil else { return nil }
    self.init(text)
  }

  /// `http`, `https`, `s3` or `kafka`; nil for others.
  static func scheme(of text: String) -> String? {
    let start = String(decoding: text.utf8.prefix(8), as: UTF8.self).lowercased()
    return ["https", "http", "s3", "kafka"].first { start.starts(withText: $0 + "://") }
  }

  /// As it was given, with its secrets.
  package var text: String { parsed.text }
  package var resource: Resource { parsed.resource }
  /// The URL without secrets.
  public var description: String { parsed.name }

  /// Has no children: `dump` would show the text.
  public var customMirror: Mirror { Mirror(self, children: []) }

  /// Whether it stands for several objects or partitions.
  var isSeveral: Bool { resource == .objects || resource == .topic }

  /// Whether its records are messages of Kafka.
  package var areMessages: Bool { resource == .topic || resource == .partition }

  /// Whether it holds what must not be stored: a login, a signature, values that may be secrets. Those of Kafka are in files
  /// of properties.
  package var hasSecrets: Bool {
    guard case .success(.remote(.web(let address))) = parsed.origin else { return false }
    return address.hasSecrets
  }

  /// Throws `io` for a text that is no URL that can be read.
  package func check() throws(JSONError) { _ = try parsed.origin.get() }

  /// Throws `io` for anything but objects.
  func remoteOrigin() throws(JSONError) -> RemoteOrigin {
    switch try parsed.origin.get() {
    case .remote(let origin): return origin
    case .kafka:
      throw RemoteFault.error(
        description, "a topic of Kafka holds messages, and is no document")
    }
  }

  /// Throws `io` for anything but topics and partitions.
  func kafkaAddress() throws(JSONError) -> KafkaAddress {
    guard case .kafka(let address) = try parsed.origin.get() else {
      throw RemoteFault.error(description, "it is no topic of Kafka")
    }
    return address
  }

  public static func == (a: SourceAddress, b: SourceAddress) -> Bool {
    a.parsed === b.parsed || haveSameUTF8(a.text, b.text)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(ByteName(text)) }
}
