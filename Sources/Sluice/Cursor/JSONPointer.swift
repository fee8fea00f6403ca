/// A JSON Pointer (RFC 6901), parsed once: `/users/0/name`.
///
/// ```swift
/// let name = try JSONPointer("/users/0/name")
/// let text = try root.at(name).string
/// ```
///
/// Each reference token begins with `/`; within a token `~1` stands for `/` and `~0` for `~`. On an object a token is a
/// key, compared with the unescaped keys. On an array it is an index: digits without leading zeros. `-`, the position
/// after an array's last element, leads nowhere when reading. The empty pointer is the value itself.
public struct JSONPointer: Sendable, Hashable, CustomStringConvertible {
  /// The pointer as it was given.
  public let description: String
  package let steps: [PathStep]

  /// Throws `invalid-path` for text that is not a pointer: it has no `/` at the start, or a `~` that is neither `~0`
  /// nor `~1`.
  public init(_ text: String) throws(JSONError) {
    description = text
    guard !text.isEmpty else {
      steps = []
      return
    }
    guard text.utf8.first == UInt8(ascii: "/") else {
      throw JSONError(
        .invalidPath, at: 0, name: text, reason: "a JSON Pointer begins with '/' or is empty")
    }
    var steps: [PathStep] = []
    for token in text.utf8.dropFirst().split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    {
      steps.append(PathStep(key: try JSONPointer.unescaped(token, in: text)))
    }
    self.steps = steps
  }

  /// A pointer of these reference tokens, unchanged: each becomes a key or an index.
  public init(tokens: [String]) {
    steps = tokens.map { PathStep(key: $0) }
    description = tokens.map { token in
      var escaped = "/"
      for scalar in token.unicodeScalars {
        switch scalar {
        case "~": escaped += "~0"
        case "/": escaped += "~1"
        default: escaped.unicodeScalars.append(scalar)
        }
      }
      return escaped
    }.joined()
  }

  /// The reference tokens, unescaped.
  public var tokens: [String] { steps.map(\.key) }

  public static func == (left: JSONPointer, right: JSONPointer) -> Bool {
    left.steps.elementsEqual(right.steps) { haveSameUTF8($0.key, $1.key) }
  }

  public func hash(into hasher: inout Hasher) {
    for step in steps { hasher.combine(ByteName(step.key)) }
  }

  private static func unescaped(
    _ token: Substring.UTF8View.SubSequence, in pointer: String
  ) throws(JSONError) -> String {
    var bytes: [UInt8] = []
    var rest = token[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "~") else {
        bytes.append(byte)
        continue
      }
      switch rest.popFirst() {
      case UInt8(ascii: "0"): bytes.append(byte)
      case UInt8(ascii: "1"): bytes.append(UInt8(ascii: "/"))
      default:
        throw JSONError(
          .invalidPath, at: 0, name: pointer,
          reason: "'~' stands only in '~0' (for '~') and '~1' (for '/')")
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
