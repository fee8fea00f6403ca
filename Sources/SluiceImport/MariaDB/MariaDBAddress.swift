import SluiceSystem

/// The address of a MariaDB or MySQL database, as a URL: `mariadb://user@host:port/database?socket=PATH`.
/// Separates what may be shown from what is secret.
struct MariaDBAddress {
  var host: String?
  var port: UInt32 = 0
  var user: String?
  /// Nil: the client's configuration files or `MYSQL_PWD` have it, or there is none.
  var password: String?
  var database = ""
  /// The path of a Unix socket.
  var socket: String?
  /// A file of certificates that the server's must descend from; requires TLS.
  var certificates: String?
  /// Whether the connection must be encrypted.
  var requiresTLS = false
  /// The address without anything secret.
  private(set) var shown: String
  /// What must be removed from messages.
  private(set) var secrets = ConnectionSecrets()
  /// Why it can't be read; nil when it can.
  private(set) var fault: String?

  static let schemes = ["mariadb://", "mysql://"]

  init(_ text: String) {
    let start = text.firstRange(of: "://")?.upperBound ?? text.startIndex
    let rest = text[start...]
    shown = "mariadb://…"
    secrets.addEnvironment("MYSQL_PWD")
    // Everything that might be a password, also if the text is not meant as it is read.
    if let at = rest.lastIndex(of: "@"), let colon = rest[..<at].firstIndex(of: ":") {
      let suspect = String(rest[rest.index(after: colon)..<at])
      secrets.add([suspect, MariaDBAddress.decoded(suspect[...]) ?? suspect])
    }
    do throws(Fault) {
      try read(rest)
    } catch {
      fault = error.reason
    }
  }

  private struct Fault: Error { let reason: String }

  private mutating func read(_ text: Substring) throws(Fault) {
    let question = text.firstIndex(of: "?") ?? text.endIndex
    let slash = text[..<question].firstIndex(of: "/") ?? question
    var authority = text[..<slash]
    let path = text[slash..<question].dropFirst()
    guard !path.contains(where: { "/@".contains($0) }) else {
      throw Fault(reason: "write / and @ in a password as %2F and %40")
    }
    if let at = authority.lastIndex(of: "@") {
      let parts = authority[..<at].split(
        separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      user = try part(parts[0], "the user")
      if parts.count > 1 {
        password = try part(parts[1], "the password")
        if let password { secrets.add([password]) }
      }
      authority = authority[authority.index(after: at)...]
    }
    if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") {
      host = String(authority[authority.index(after: authority.startIndex)..<end])
      authority = authority[authority.index(after: end)...]
    } else {
      let end = authority.firstIndex(of: ":") ?? authority.endIndex
      host = try part(authority[..<end], "the host")
      authority = authority[end...]
    }
    if let digits = authority.first == ":" ? authority.dropFirst() : nil {
      guard let number = UInt16(digits), number > 0 else {
        throw Fault(reason: "the port is not a number from 1 to 65535")
      }
      port = UInt32(number)
    }
    database = try part(path, "the database")
    guard !database.isEmpty else { throw Fault(reason: "it names no database: …/DATABASE") }
    for word in text[question...].dropFirst().split(separator: "&") {
      let pair = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let value = try part(pair.count > 1 ? pair[1] : "", "an option")
      switch pair[0] {
      case "socket": socket = value
      case "ssl-ca": (certificates, requiresTLS) = (value, true)
      case "ssl": requiresTLS = value == "true" || value == "1" || value.isEmpty
      default: throw Fault(reason: "expected the options socket, ssl or ssl-ca")
      }
    }
    if host?.isEmpty == true { host = nil }
    shown = MariaDBAddress.text(user, host, port, database, socket)
  }

  private static func text(
    _ user: String?, _ host: String?, _ port: UInt32, _ database: String, _ socket: String?
  ) -> String {
    let place = host.map { $0.contains(":") ? "[\($0)]" : $0 } ?? ""
    return
      "mariadb://\(user.map { "\($0)@" } ?? "")\(place)\(port > 0 ? ":\(port)" : "")/\(database)"
      + (socket.map { "?socket=\($0)" } ?? "")
  }

  private func part(_ text: Substring, _ what: String) throws(Fault) -> String {
    guard let decoded = MariaDBAddress.decoded(text), !decoded.utf8.contains(0) else {
      throw Fault(reason: "\(what) is not percent-encoded UTF-8")
    }
    return decoded
  }

  private static func decoded(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      guard digits.utf8.count == 2, let value = UInt8(digits, radix: 16) else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
