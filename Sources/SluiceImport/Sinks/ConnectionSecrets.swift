import SluiceSystem

/// Passwords, and texts from outside without them: libpq and servers repeat parts of an address in their
/// messages.
struct ConnectionSecrets {
  /// Longest first.
  private var values: [String] = []
  /// Whether some are parts of an address, not only of the environment.
  private(set) var areGiven = false

  private static let mask = "***"
  /// Shorter ones are removed only where they are whole words: otherwise no message would stay readable.
  private static let shortCount = 4

  mutating func add(_ secrets: [String]) {
    if secrets.contains(where: { !$0.isEmpty }) { areGiven = true }
    hide(secrets)
  }

  private mutating func hide(_ secrets: [String]) {
    for secret in secrets
    where !secret.isEmpty && !values.contains(where: { $0.utf8.elementsEqual(secret.utf8) }) {
      values.append(secret)
    }
    values.sort { $0.utf8.count > $1.utf8.count }
  }

  /// Adds an environment variable's value.
  mutating func addEnvironment(_ name: String) {
    if let value = Environment.value(of: name) { hide([value]) }
  }

  /// A text with each secret replaced by `***`.
  func removed(from text: String) -> String {
    var text = text
    for secret in values where text.contains(text: secret) {
      text =
        secret.count < ConnectionSecrets.shortCount
        ? ConnectionSecrets.replacingWord(secret, in: text)
        : text.replacingBytes(of: secret, with: ConnectionSecrets.mask)
    }
    return text
  }

  private static func replacingWord(_ word: String, in text: String) -> String {
    var result = ""
    var rest = text[...]
    while let range = rest.range(ofText: word) {
      let before = rest[..<range.lowerBound].last ?? result.last
      let after = rest[range.upperBound...].first
      result += rest[..<range.lowerBound]
      let isPart = [before, after].contains { $0.map { $0.isLetter || $0.isNumber } ?? false }
      result += isPart ? word : mask
      rest = rest[range.upperBound...]
    }
    return result + rest
  }

  /// A text without the parts in double quotes.
  static func withoutQuotations(_ text: String) -> String {
    let parts = text.parts(at: "\"")
    // An odd number of quotes: everything after the first one may be quoted.
    if parts.count % 2 == 0 { return "\(parts[0])\"\(mask)\"" }
    return parts.enumerated().map { $0.offset % 2 == 0 ? String($0.element) : "\"\(mask)\"" }
      .joined()
  }
}
