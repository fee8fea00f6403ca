import CPostgreSQL
import SluiceSystem

/// The address of a database, as libpq reads it: a URI or keywords. Separates what may be shown from what
/// is secret.
struct PostgreSQLAddress {
  /// The address without anything secret: `postgresql://user@host:port/database`.
  let shown: String
  /// What must be removed from messages.
  let secrets: ConnectionSecrets
  /// Why libpq can't read it; nil when it can.
  let fault: String?

  init(_ text: String) {
    var secrets = ConnectionSecrets()
    let rough = RoughAddress(text)
    guard unsafe cpq_load() == nil, !text.utf8.contains(0) else {
      secrets.add(rough.suspects)
      self.init(shown: rough.shown, secrets: secrets, fault: nil)
      return
    }
    if !rough.isURI, !text.contains("=") {
      // A database's name.
      secrets.addEnvironment("PGPASSWORD")
      self.init(shown: "postgresql:///\(text)", secrets: secrets, fault: nil)
      return
    }
    var reason: UnsafeMutablePointer<CChar>?
    guard let options = unsafe cpq_conninfoParse(text, &reason) else {
      defer { unsafe cpq_freemem(reason) }
      secrets.add(rough.suspects)
      let words = unsafe reason.map { unsafe String(cString: $0) } ?? "out of memory"
      // What libpq quotes is a part of the address.
      self.init(
        shown: rough.shown, secrets: secrets,
        fault: ConnectionSecrets.withoutQuotations(PostgreSQLConnection.line(words)))
      return
    }
    defer { unsafe cpq_conninfoFree(options) }
    var values: [String: String] = [:]
    var option = unsafe UnsafePointer<cpq_option>(options)
    while let keyword = unsafe option.pointee.keyword.map({ unsafe String(cString: $0) }) {
      let value = unsafe option.pointee.value.map { unsafe String(cString: $0) }
      if unsafe option.pointee.display.map({ unsafe String(cString: $0) }) == "*"
        || keyword.contains("secret")
      {
        if let value { secrets.add([value]) }
        if let variable = unsafe option.pointee.variable {
          unsafe secrets.addEnvironment(String(cString: variable))
        }
      }
      values[keyword] = value
      unsafe option += 1
    }
    if let password = rough.password { secrets.add([password]) }
    let isClear =
      (values["port"] ?? "").utf8.allSatisfy { (48...57).contains($0) || $0 == 44 }
      && ["host", "hostaddr", "dbname"].allSatisfy {
        values[$0]?.utf8.contains(UInt8(ascii: "@")) != true
      }
    // A password that contains a "/", for instance, is not a password to libpq.
    if !isClear { secrets.add(rough.suspects) }
    self.init(
      shown: isClear ? PostgreSQLAddress.text(of: values) : rough.shown, secrets: secrets,
      fault: nil)
  }

  private init(shown: String, secrets: ConnectionSecrets, fault: String?) {
    (self.shown, self.secrets, self.fault) = (shown, secrets, fault)
  }

  /// Host, port, database and user as a URI. Sockets are folders, and follow the database.
  private static func text(of values: [String: String]) -> String {
    let named = values["host"] ?? values["hostaddr"] ?? ""
    let hosts = named.parts(at: ",").map(String.init)
    let ports = (values["port"] ?? "").parts(at: ",")
    let areSockets = hosts.contains { $0.starts(withText: "/") }
    var authority = values["user"].map { "\($0)@" } ?? ""
    var query: [String] = []
    if areSockets {
      query.append("host=\(named)")
      if let port = values["port"] { query.append("port=\(port)") }
    } else {
      authority += hosts.enumerated().map { number, host in
        let port = ports.count == 1 ? ports[0] : number < ports.count ? ports[number] : ""
        return (host.contains(":") ? "[\(host)]" : host) + (port.isEmpty ? "" : ":\(port)")
      }.joined(separator: ",")
    }
    return "postgresql://\(authority)/\(values["dbname"] ?? "")"
      + (query.isEmpty ? "" : "?\(query.joined(separator: "&"))")
  }
}

/// An address that libpq did not read, or reads otherwise than it was meant: shows nothing of it but what
/// can't belong to a password.
private struct RoughAddress {
  let isURI: Bool
  let shown: String
  /// The text after the first colon of what may be the user, undecoded.
  let password: String?
  /// Everything that might be secret.
  let suspects: [String]

  init(_ text: String) {
    guard let start = text.range(ofText: "://")?.upperBound else {
      // Keywords.
      isURI = false
      shown = "a PostgreSQL database"
      password = nil
      suspects = RoughAddress.pieces(of: text, " =\t\n'")
      return
    }
    isURI = true
    let rest = text[start...]
    let question = rest.unicodeScalars.firstIndex(of: "?") ?? rest.endIndex
    guard let at = rest.unicodeScalars.lastIndex(of: "@") else {
      shown = "postgresql://\(rest[..<question])"
      password = nil
      suspects = RoughAddress.pieces(of: String(rest[question...]), "?&=")
      return
    }
    shown =
      at < question
      ? "postgresql://…@\(rest[rest.unicodeScalars.index(after: at)..<question])" : "postgresql://…"
    let user = rest[..<at]
    password = user.halves(at: ":").map { String($0.rest) }
    suspects =
      [password].compactMap { $0 } + RoughAddress.pieces(of: password ?? "", "/?&=#:@")
      + RoughAddress.pieces(of: String(rest[max(question, user.startIndex)...]), "?&=")
  }

  /// The parts between separators, undecoded and with percent signs decoded.
  private static func pieces(of text: String, _ separators: String) -> [String] {
    var found: [String] = []
    for piece in text.unicodeScalars.split(whereSeparator: separators.unicodeScalars.contains) {
      found += [String(piece), RoughAddress.decoded(Substring(piece))]
    }
    return found
  }

  private static func decoded(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      if byte == UInt8(ascii: "%"), digits.utf8.count == 2, let value = UInt8(digits, radix: 16) {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
