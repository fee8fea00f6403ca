import Sluice
import SluiceFeed
import SluiceSystem

/// Headers that requests to some web servers carry, such as a token: one for each line, after the server that gets it.
///
/// ```
/// # who may read the feeds
/// https://api.example.com Authorization: Bearer …
/// https://logs.example.com:8443 X-Api-Key: …
/// ```
///
/// The lines are in the file that `SLUICE_HTTP_HEADERS_FILE` names, in `SLUICE_HTTP_HEADERS`, or in both. The file is
/// read for each request: a token in it may be renewed while a job runs.
enum RequestHeaders {
  static let fileVariable = "SLUICE_HTTP_HEADERS_FILE"
  static let variable = "SLUICE_HTTP_HEADERS"

  typealias Header = (name: String, value: String)

  /// Those for a server. Throws `io` for a file that can't be read, and for a line that is not such a header: never
  /// with its text.
  static func headers(
    for address: WebAddress, _ context: RemoteContext
  ) throws(JSONError) -> [Header] {
    var found: [Header] = []
    if let path = context.variable(fileVariable) {
      found += try headers(
        for: address, in: try SecretFile.text(of: path, notes: context.notes) ?? "", named: path)
    }
    if let text = context.variable(variable) {
      found += try headers(for: address, in: text, named: variable)
    }
    if address.login != nil, found.contains(where: { isName($0.name, "authorization") }) {
      throw SourceFault.error(
        address.name,
        "the URL has a login, and \(sources(context)) has the header Authorization for"
          + " \(address.site): remove one of them")
    }
    return found
  }

  /// Where the lines are, or belong, for messages.
  static func sources(_ context: RemoteContext) -> String {
    let path = context.variable(fileVariable).map { PrintableText.line($0) }
    let text = context.variable(variable).map { _ in variable }
    let all = [path, text].compactMap(\.self)
    return all.isEmpty
      ? "the file that \(fileVariable) names" : all.joined(separator: " or ")
  }

  private static func headers(
    for address: WebAddress, in text: String, named place: String
  ) throws(JSONError) -> [Header] {
    var found: [Header] = []
    let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    for (i, line) in lines.enumerated() {
      let line = trimmed(line)
      guard let first = line.utf8.first, first != UInt8(ascii: "#") else { continue }
      do throws(Fault) {
        let (site, header) = try parse(line)
        if ByteName(site) == ByteName(address.site) { found.append(header) }
      } catch {
        throw SourceFault.error(
          place,
          "expected lines such as https://HOST Authorization: Bearer TOKEN, and in line \(i + 1)"
            + " \(error.reason)")
      }
    }
    return found
  }

  private struct Fault: Error { let reason: String }

  /// A line that is neither empty nor a comment: `SITE NAME: VALUE`.
  private static func parse(_ line: Substring) throws(Fault) -> (site: String, header: Header) {
    guard let blank = line.unicodeScalars.firstIndex(where: { $0 == " " || $0 == "\t" }) else {
      throw Fault(reason: "there is one word")
    }
    let site = try site(String(line[..<blank]))
    guard let (head, rest) = line[blank...].halves(at: ":") else {
      throw Fault(reason: "there is no colon after the header's name")
    }
    let (name, value) = (trimmed(head), trimmed(rest))
    guard !name.isEmpty, name.utf8.allSatisfy(isOfName) else {
      throw Fault(reason: "the name of the header is not one")
    }
    guard !value.isEmpty, value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
      throw Fault(reason: "the header has no value, or one with control characters")
    }
    if let own = reserved.first(where: { isName(name, $0) }) {
      throw Fault(reason: "there is the header \(own), which Sluice sets itself")
    }
    return (site, (String(name), String(value)))
  }

  private static func site(_ word: String) throws(Fault) -> String {
    var reason = "it has a login, a path or a query"
    do throws(JSONError) {
      let address = try WebAddress(parsing: word)
      if address.login == nil, address.path == "/", address.query == nil { return address.site }
    } catch {
      reason = error.detail?.reason ?? reason
    }
    throw Fault(
      reason:
        "the first word is not the address of a server alone, https://HOST or http://HOST:PORT, to"
        + " which the header is sent, and to no other: \(reason)")
  }

  /// What says which bytes are asked for, and how they are sent.
  private static let reserved = [
    "host", "range", "if-match", "if-none-match", "if-range", "if-modified-since",
    "if-unmodified-since", "accept-encoding", "content-length", "transfer-encoding", "connection",
    "te", "upgrade", "expect", "proxy-authorization",
  ]

  private static func isName(_ name: some StringProtocol, _ other: String) -> Bool {
    ByteName(name.lowercased()) == ByteName(other)
  }

  /// Whether a byte can be in a header's name (RFC 9110, 5.6.2).
  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text.unicodeScalars.drop { $0 == " " || $0 == "\t" }
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return Substring(text)
  }
}
