import SluiceSystem

/// The address of a database as a URL: `SCHEME://USER:PASSWORD@HOST:PORT/DATABASE?OPTION=VALUE`. Separates what
/// may be shown from what is secret.
struct DatabaseURL {
  var host: String?
  var port: UInt32 = 0
  var user: String?
  var password: String?
  var database = ""
  var options: [(name: String, value: String)] = []
  /// What must be removed from messages.
  private(set) var secrets = ConnectionSecrets()
  /// Why it can't be read; nil when it can.
  var fault: String?

  /// `variable`: an environment variable that may have the password.
  init(_ text: String, passwordIn variable: String) {
    let start = text.range(ofText: "://")?.upperBound ?? text.startIndex
    let rest = text[start...]
    secrets.addEnvironment(variable)
    // Everything that might be a password, also if the text is not meant as it is read.
    if let at = rest.unicodeScalars.lastIndex(of: "@"),
      let (_, password) = rest[..<at].halves(at: ":")
    {
      let suspect = String(password)
      secrets.add([suspect, DatabaseURL.decoded(suspect[...]) ?? suspect])
    }
    do throws(Fault) {
      try read(rest)
    } catch {
      fault = error.reason
    }
  }

  private struct Fault: Error { let reason: String }

  private mutating func read(_ text: Substring) throws(Fault) {
    let question = text.unicodeScalars.firstIndex(of: "?") ?? text.endIndex
    let slash = text[..<question].unicodeScalars.firstIndex(of: "/") ?? question
    var authority = text[..<slash]
    let path = Substring(text[slash..<question].unicodeScalars.dropFirst())
    guard !path.utf8.contains(where: { "/@".utf8.contains($0) }) else {
      throw Fault(reason: "write / and @ in a password as %2F and %40")
    }
    if let at = authority.unicodeScalars.lastIndex(of: "@") {
      let parts = authority[..<at].parts(at: ":", most: 2)
      user = try part(parts[0], "the user")
      if parts.count > 1 {
        password = try part(parts[1], "the password")
        if let password { secrets.add([password]) }
      }
      authority = authority[authority.unicodeScalars.index(after: at)...]
    }
    if authority.starts(withText: "["), let (head, rest) = authority.halves(at: "]") {
      host = String(head.unicodeScalars.dropFirst())
      authority = rest
    } else {
      let end = authority.unicodeScalars.firstIndex(of: ":") ?? authority.endIndex
      host = try part(authority[..<end], "the host")
      authority = authority[end...]
    }
    if authority.starts(withText: ":") {
      let digits = Substring(authority.utf8.dropFirst())
      guard let number = UInt16(digits), number > 0 else {
        throw Fault(reason: "the port is not a number from 1 to 65535")
      }
      port = UInt32(number)
    }
    database = try part(path, "the database")
    guard !database.isEmpty else { throw Fault(reason: "it names no database: …/DATABASE") }
    let query = Substring(text[question...].unicodeScalars.dropFirst())
    for word in query.parts(at: "&") where !word.isEmpty {
      let pair = word.parts(at: "=", most: 2)
      let value = try part(pair.count > 1 ? pair[1] : "", "an option")
      options.append((String(pair[0]), value))
    }
    if host?.isEmpty == true { host = nil }
    if user?.isEmpty == true { user = nil }
  }

  /// The address without password and options.
  func shown(as scheme: String) -> String {
    guard fault == nil else { return "\(scheme)://…" }
    let place = host.map { $0.contains(":") ? "[\($0)]" : $0 } ?? ""
    return
      "\(scheme)://\(user.map { "\($0)@" } ?? "")\(place)\(port > 0 ? ":\(port)" : "")/\(database)"
  }

  private func part(_ text: Substring, _ what: String) throws(Fault) -> String {
    guard let decoded = DatabaseURL.decoded(text), !decoded.utf8.contains(0) else {
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
