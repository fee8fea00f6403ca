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

  private final class Parsed: Sendable {
    let text: String
    let resource: Resource
    let name: String
    /// The error of a URL that can't be read is thrown when it is opened.
    let location: Result<any AddressedSource, JSONError>

    init(_ text: String) {
      self.text = text
      let scheme = SourceKind.scheme(of: text)
      let kind = scheme.flatMap { SourceKind.ofScheme($0) }
      do throws(JSONError) {
        guard let kind else { throw SourceKind.missing(scheme) }
        let found = try kind.parse(text)
        (resource, name, location) = (found.resource, found.name, .success(found))
      } catch {
        resource = kind?.areMessages == true ? .topic : .object
        (name, location) = (kind?.noun ?? "a URL", .failure(error))
      }
    }
  }

  private let parsed: Parsed

  /// Any text: opening one that is no URL of a registered ``SourceKind`` throws `io`.
  public init(_ text: String) { parsed = Parsed(text) }

  /// Nil for a text without a scheme of something on a server: a path, say.
  package init?(ifURL text: String) {
    guard SourceKind.scheme(of: text) != nil else { return nil }
    self.init(text)
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
    guard case .success(let location) = parsed.location else { return false }
    return location.hasSecrets
  }

  /// What it stands for. Throws `io` for a text that is no URL that can be read.
  package func location() throws(JSONError) -> any AddressedSource { try parsed.location.get() }

  /// The object or objects. Throws `io`, also for a topic.
  package func objects(_ stops: [FeedStop] = []) throws(JSONError) -> [any SourceObject] {
    try location().objects(stops)
  }

  /// The partitions of a topic, or the one. Throws `io`, also for objects.
  package func partitions(
    _ stops: [FeedStop] = [], isFollowed: Bool = false
  ) throws(JSONError) -> [any MessagePartition] {
    try location().partitions(stops, isFollowed: isFollowed)
  }

  /// The only partition. Throws `io` for anything else.
  package func partition(_ stops: [FeedStop] = []) throws(JSONError) -> any MessagePartition {
    guard let partition = try partitions(stops).first else {
      throw SourceFault.error(description, "it has no partition")
    }
    return partition
  }

  /// The only object. Throws `io` for anything else.
  package func object(_ stops: [FeedStop] = []) throws(JSONError) -> any SourceObject {
    let location = try location()
    guard areMessages || resource == .object, let object = try location.objects(stops).first else {
      throw SourceFault.error(description, "it stands for several objects, and one is expected")
    }
    return object
  }

  public static func == (a: SourceAddress, b: SourceAddress) -> Bool {
    a.parsed === b.parsed || haveSameUTF8(a.text, b.text)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(ByteName(text)) }
}
