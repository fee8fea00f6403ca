import Sluice
import SluiceSystem

/// What the URLs of some schemes are read by. The module of each kind has it: `SourceKind.remote` of SluiceRemote reads
/// `https`, `http` and `s3`, `SourceKind.kafka` of SluiceKafka topics.
///
/// ```swift
/// SourceKind.register(.remote)
/// ```
///
/// A program that reads files needs none, and builds none of that code.
public struct SourceKind: Sendable {
  /// In lowercase.
  let schemes: [String]
  /// What a URL is called that can't be parsed, and whose text may hold secrets.
  let noun: String
  let areMessages: Bool
  let parse: @Sendable (String) throws(JSONError) -> any AddressedSource

  /// `parse` gets the whole text, and throws `io` without repeating it.
  package init(
    schemes: [String], noun: String, areMessages: Bool = false,
    parse: @escaping @Sendable (_ text: String) throws(JSONError) -> any AddressedSource
  ) {
    (self.schemes, self.noun) = (schemes, noun)
    (self.areMessages, self.parse) = (areMessages, parse)
  }

  private static let registered = LockedValue<[SourceKind]>([])

  /// The schemes that other modules of Sluice read.
  private static let modules: [(scheme: String, module: String, kind: String)] = [
    ("https", "SluiceRemote", "remote"), ("http", "SluiceRemote", "remote"),
    ("s3", "SluiceRemote", "remote"), ("kafka", "SluiceKafka", "kafka"),
  ]

  /// Makes URLs of a kind readable by this process, once and before the first of them is used. May be called repeatedly,
  /// from any thread.
  public static func register(_ kind: SourceKind) {
    registered.withLock { kinds in
      guard !kinds.contains(where: { $0.schemes == kind.schemes }) else { return }
      kinds.append(kind)
    }
  }

  /// The scheme with which a text begins, if it is one that can be read, or could be with another module.
  static func scheme(of text: String) -> String? {
    // Most texts are paths.
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")),
      text.utf8[colon...].starts(with: "://".utf8)
    else { return nil }
    let scheme = text[..<colon].lowercased()
    let known = registered.withLock { $0.flatMap(\.schemes) } + modules.map(\.scheme)
    return known.first { haveSameUTF8($0, scheme) }
  }

  /// Whether the URL's scheme has a registered kind.
  package static func isRegistered(_ url: String) -> Bool {
    scheme(of: url).map { ofScheme($0) != nil } ?? false
  }

  static func ofScheme(_ scheme: String) -> SourceKind? {
    registered.withLock { kinds in kinds.first { $0.schemes.contains { $0 == scheme } } }
  }

  /// The error of a URL whose kind was not registered.
  package static func missing(_ scheme: String?) -> JSONError {
    guard let found = modules.first(where: { $0.scheme == scheme }) else {
      return SourceFault.error("a URL", "it begins with no scheme that can be read")
    }
    return SourceFault.error(
      "a URL",
      "\(found.scheme) is read by the module \(found.module): import it, and call"
        + " SourceKind.register(.\(found.kind)) before the first URL is used")
  }
}
