/// URLs as sources.
package enum RemoteSource {
  /// The scheme of a text that names an object on a server: `http`, `https`, `s3`; nil for all others.
  package static func scheme(of text: String) -> String? {
    ["https", "http", "s3"].first { text.lowercased().hasPrefix("\($0)://") }
  }

  package static func isURL(_ text: String) -> Bool { scheme(of: text) != nil }

  /// Whether a URL stands for all objects of a bucket whose keys match.
  package static func isPattern(_ url: String) -> Bool {
    scheme(of: url) == "s3" && url.utf8.contains(UInt8(ascii: "*"))
  }

  /// The name of a URL, without secrets.
  package static func name(of url: String) -> String {
    guard let origin = try? RemoteOrigin(parsing: url) else { return "a URL" }
    return origin.name
  }

  /// Whether a URL holds what must not be stored: a password, a signature, a token.
  package static func hasSecrets(_ url: String) -> Bool {
    guard case .web(let address) = try? RemoteOrigin(parsing: url) else { return false }
    return address.hasSecrets
  }
}
