import Sluice
import SluiceSystem

/// The errors of servers.
enum RemoteFault {
  static func error(_ name: String, _ reason: String) -> JSONError {
    JSONError(.io, at: 0, name: name, reason: reason)
  }

  static func changed(_ name: String, _ how: String) -> JSONError {
    error(
      name,
      "it was changed while it was read: \(how). What was read of it belongs to another state; read it"
        + " again from its start")
  }

  /// What a status says that is not a success, with what S3 says in the body.
  static func status(_ head: HTTPHead, body: String, of request: HTTPRequest) -> String {
    var text = "the server answered \(head.status)"
    if let code = XMLFields.first("Code", in: body) {
      text += " " + PrintableText.line(String(code.prefix(80)))
      if let message = XMLFields.first("Message", in: body), !message.isEmpty {
        text += ": " + PrintableText.line(String(message.prefix(200)))
      }
    } else if let word = words[head.status] {
      text += " " + word
    }
    switch head.status {
    case 401 where request.login == nil && request.signature == nil:
      text += "; a name and a password can be given as https://NAME:PASSWORD@…"
    default: break
    }
    return text
  }

  private static let words = [
    400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found",
    405: "Method Not Allowed",
    410: "Gone", 412: "Precondition Failed", 416: "Range Not Satisfiable", 429: "Too Many Requests",
    500: "Internal Server Error", 502: "Bad Gateway", 503: "Service Unavailable",
    504: "Gateway Timeout",
  ]
}

/// Fields of the small XML documents that S3 and STS answer with.
enum XMLFields {
  /// The text of the first element of this name.
  static func first(_ name: String, in text: String) -> String? {
    var place = text.startIndex
    return next(name, in: text, &place).map(unescaped)
  }

  /// The contents of all elements of this name, as they are.
  static func all(_ name: String, in text: String) -> [Substring] {
    var found: [Substring] = []
    var place = text.startIndex
    while let next = next(name, in: text, &place) { found.append(next) }
    return found
  }

  private static func next(
    _ name: String, in text: String, _ place: inout String.Index
  ) -> Substring? {
    guard let start = find("<\(name)>", in: text, from: place),
      let end = find("</\(name)>", in: text, from: start.upperBound)
    else { return nil }
    place = end.upperBound
    return text[start.upperBound..<end.lowerBound]
  }

  private static func find(
    _ word: String, in text: String, from start: String.Index
  ) -> Range<String.Index>? {
    let (bytes, word) = (text.utf8, Array(word.utf8))
    var place = start
    while let first = bytes[place...].firstIndex(of: word[0]) {
      if bytes[first...].starts(with: word) {
        return first..<bytes.index(first, offsetBy: word.count)
      }
      place = bytes.index(after: first)
    }
    return nil
  }

  private static func unescaped(_ text: some StringProtocol) -> String {
    var result = ""
    var rest = text[...]
    while let mark = rest.firstIndex(of: "&") {
      result += rest[..<mark]
      rest = rest[mark...]
      guard let end = rest.firstIndex(of: ";"), let meant = entity(rest[..<end].dropFirst()) else {
        result += "&"
        rest = rest.dropFirst()
        continue
      }
      result += meant
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }

  private static func entity(_ name: some StringProtocol) -> String? {
    switch name {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default:
      guard name.first == "#" else { return nil }
      let digits = name.dropFirst()
      let number =
        digits.first == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits, radix: 10)
      return number.flatMap(Unicode.Scalar.init).map { String($0) }
    }
  }
}
