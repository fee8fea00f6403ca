import Sluice
import SluiceFeed
import SluiceSystem

/// An `http` or `https` URL, with its secrets apart.
struct WebAddress: Sendable, Hashable {
  let scheme: String
  /// In lowercase; that of IPv6 in brackets.
  let host: String
  /// Nil: the scheme's own.
  let port: Int?
  /// Encoded, with a slash at its start.
  var path: String
  /// Encoded, without its question mark.
  var query: String?
  /// Name and password, from `https://user:password@host/`.
  let login: Login?

  struct Login: Sendable, Hashable {
    let user: String
    let password: String
  }

  /// Throws `io`, which does not repeat the text: it may hold a password.
  init(parsing text: String) throws(JSONError) {
    func fault(_ reason: String) -> JSONError {
      JSONError(.io, at: 0, name: "an http or https URL", reason: reason)
    }
    guard
      let scheme = ["http", "https"].first(where: { text.lowercased().starts(withText: "\($0)://") }
      )
    else { throw fault("it begins with neither http:// nor https://") }
    let rest = text.unicodeScalars.dropFirst(scheme.count + 3)
    guard !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
      throw fault("it has control characters")
    }
    let end = rest.firstIndex { "/?#".unicodeScalars.contains($0) } ?? rest.endIndex
    let authority = rest[..<end]
    let tail = rest[end...].prefix { $0 != "#" }
    var place = authority
    if let at = authority.lastIndex(of: "@") {
      place = authority[authority.index(after: at)...]
      let parts = authority[..<at].split(
        separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      login = Login(
        user: PercentCoding.decoded(String(parts[0])),
        password: parts.count > 1 ? PercentCoding.decoded(String(parts[1])) : "")
    } else {
      login = nil
    }
    var host = place
    var port: Int?
    if let colon = place.lastIndex(of: ":"), !place[colon...].contains("]") {
      host = place[..<colon]
      let digits = String(place[place.index(after: colon)...])
      if !digits.isEmpty {
        guard let number = Int(digits), (1...65535).contains(number), digits.utf8.first != 0x2B
        else { throw fault("its port is not a number from 1 to 65535") }
        port = number
      }
    }
    guard !host.isEmpty, !host.contains(where: { " \\\"<>^`{|}%".unicodeScalars.contains($0) })
    else { throw fault("it names no host") }
    self.scheme = scheme
    self.host = String(host).lowercased()
    self.port = port == (scheme == "http" ? 80 : 443) ? nil : port
    let question = tail.firstIndex(of: "?") ?? tail.endIndex
    let path = String(tail[..<question])
    self.path = path.isEmpty ? "/" : PercentCoding.completed(path)
    query =
      question == tail.endIndex
      ? nil : PercentCoding.completed(String(tail[tail.index(after: question)...]))
  }

  /// Scheme, host and port: what secrets belong to.
  var site: String { "\(scheme)://\(host)" + (port.map { ":\($0)" } ?? "") }

  /// As it is requested, without the login.
  var url: String { site + path + (query.map { "?" + $0 } ?? "") }

  /// Whether it leads to this machine, whatever the name service says.
  var isLoopback: Bool {
    if host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127"
      && parts.allSatisfy { UInt8($0) != nil }
  }
}
