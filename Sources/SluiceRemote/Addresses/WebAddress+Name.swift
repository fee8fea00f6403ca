import Sluice
import SluiceFeed
import SluiceSystem

/// A URL for people: messages, rejects and progress show of its parameters what can't be a secret.
///
/// Which names speak of secrets can't be listed: `pass`, `otp`, `ticket`, `sid`. So every value is a secret but those of
/// some parameters that are known to be harmless.
extension WebAddress {
  /// The URL without the login, and without what signs a request. Values of parameters are stars, but those that are
  /// known to be harmless.
  var name: String { name { _ in "" } }

  /// The same with a mark after the stars of each value.
  func name(marking mark: (String) -> String) -> String {
    let path = path.parts(at: "/").map { part in
      part.parts(at: ";").enumerated().map { place, word in
        place > 0 && word.utf8.contains(UInt8(ascii: "="))
          ? WebParameter(word).shown(marking: mark) : String(word)
      }.joined(separator: ";")
    }.joined(separator: "/")
    let shown = parametersOfQuery.map { $0.shown(marking: mark) }.joined(separator: "&")
    return site + path + (shown.isEmpty ? "" : "?" + shown)
  }

  /// Those of the query, but what signs a request: it is new for each, and says nothing about the object.
  private var parametersOfQuery: [WebParameter] {
    let all = (query ?? "").parts(at: "&").map(WebParameter.init)
    let signature = WebParameter.Signature(all)
    return all.filter { !signature.covers($0) }
  }

  /// Whether its name lacks something that a request needs.
  var hasSecrets: Bool { login != nil || name != url }

  /// A text of the server's without the secrets of the URL, which servers like to repeat, and without others.
  func hidden(in text: String, and others: [String]) -> String {
    var secrets = others + [login?.password].compactMap(\.self)
    var words = (query ?? "").parts(at: "&").map { WebParameter($0) }
    words += path.parts(at: ";").dropFirst().map { WebParameter($0.parts(at: "/", most: 2)[0]) }
    for word in words where !word.isHarmless {
      // A short value is found only with its name: a text without each "1" can't be read.
      let value = word.value ?? word.text[...]
      secrets += value.utf8.count < WebAddress.shortest ? [word.text] : [word.text, String(value)]
    }
    secrets += secrets.map { PercentCoding.decoded($0) }
    var text = text
    for secret in secrets.sorted(by: { $0.utf8.count > $1.utf8.count })
    where secret.utf8.count >= WebAddress.shortest {
      text = text.replacingBytes(of: secret, with: "***")
    }
    return text
  }

  private static let shortest = 4
}
