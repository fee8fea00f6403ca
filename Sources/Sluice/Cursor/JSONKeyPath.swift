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
/// means that field, even if it is `null`. This is tried only at the start. Anywhere, `\.` is a dot inside of a key
/// (`actor.user\.name`); a backslash before anything else is itself. The empty key at the start, and a key with a backslash
/// before a dot or at its end, need a ``JSONPointer``. Two dots in a row have the empty key between them.
public struct JSONKeyPath: Sendable, Hashable, CustomStringConvertible, ExpressibleByStringLiteral {
  /// The path as it was given.
  public let description: String
  package let steps: [PathStep]

  /// Any text is a key path.
  public init(_ text: String) {
    description = text
    steps = text.isEmpty ? [] : JSONKeyPath.keys(of: text).map { PathStep(key: $0) }
  }

  private static func keys(of text: String) -> [String] {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    guard text.utf8.contains(UInt8(ascii: "\\")) else { return parts }
    var keys = [parts[0]]
    for part in parts.dropFirst() {
      if keys[keys.count - 1].utf8.last == UInt8(ascii: "\\") {
        keys[keys.count - 1].unicodeScalars.removeLast()
        keys[keys.count - 1] += "." + part
      } else {
        keys.append(part)
      }
    }
    return keys
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
