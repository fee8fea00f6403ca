/// A dotted key path, parsed once: `actor.login`, `commits.0.sha`.
///
/// ```swift
/// let login = JSONKeyPath("actor.login")
/// let text = try root.at(keyPath: login).string
/// ```
///
/// Dots separate the steps. On an object a step is a key; on an array it is an index (digits
/// without leading zeros). The empty path is the value itself.
///
/// A key that contains dots: if the path starts from an object that has a field named by the *whole* path, the path
/// means that field, even if it is `null`. This is tried only at the start, not deeper. Keys with dots deeper down, and
/// the empty key at the start, need a ``JSONPointer``. Two dots in a row have the empty key between them.
public struct JSONKeyPath: Sendable, Hashable, CustomStringConvertible, ExpressibleByStringLiteral {
  /// The path as it was given.
  public let description: String
  package let steps: [PathStep]

  /// Any text is a key path.
  public init(_ text: String) {
    description = text
    steps =
      text.isEmpty
      ? []
      : text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        .map { PathStep(key: String(decoding: $0, as: UTF8.self)) }
  }

  public init(stringLiteral value: String) { self.init(value) }

  /// The keys and indexes between the dots.
  public var keys: [String] { steps.map(\.key) }

  /// Whether a field could have the whole path as its name.
  var hasDots: Bool { steps.count > 1 }

  public static func == (left: JSONKeyPath, right: JSONKeyPath) -> Bool {
    haveSameUTF8(left.description, right.description)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(ByteName(description)) }
}
