import Sluice
import SluiceFeed
import SluiceSystem

/// What servers say in their errors.
enum RemoteFault {
  /// What a status says that is not a success, with what S3 says in the body.
  static func status(_ head: HTTPHead, body: String, of request: HTTPRequest) -> String {
    var text = "the server answered \(head.status)"
    if let words = XMLScanner.words(of: body) {
      text += " " + request.hidden(in: words)
    } else if let word = words[head.status] {
      text += " " + word
    }
    return text
  }

  /// What may help after a 401 or a 403 of a web server.
  static func hint(_ request: HTTPRequest, _ context: RemoteContext) -> String {
    let place = RequestHeaders.sources(context)
    if !request.siteHeaders.isEmpty {
      let names = request.siteHeaders.map { PrintableText.line($0.name) }
      return
        "; \(names.joined(separator: " and ")) of \(place) was sent, and no longer counts or is not"
        + " enough"
    }
    if request.login != nil { return "" }
    return
      "; a token is sent if a line of \(place) is: \(request.address.site) Authorization: Bearer TOKEN"
      + " (a login may also stand in the URL, before the host and @)"
  }

  private static let words = [
    400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found",
    405: "Method Not Allowed",
    410: "Gone", 412: "Precondition Failed", 416: "Range Not Satisfiable", 429: "Too Many Requests",
    500: "Internal Server Error", 502: "Bad Gateway", 503: "Service Unavailable",
    504: "Gateway Timeout",
  ]
}

extension XMLScanner {
  /// What an error in XML says, `NoSuchKey: there is no such key`; nil for any other text: pages of proxies, say.
  static func words(of body: String) -> String? {
    guard case .success(let root) = parsed(Array(body.utf8)) else { return nil }
    return words(of: root)
  }

  static func words(of root: XMLElement) -> String? {
    guard let code = root.first("Code")?.text else { return nil }
    let text = PrintableText.line(String(code.prefix(80)))
    guard let message = root.first("Message")?.text, !message.isEmpty else { return text }
    return text + ": " + PrintableText.line(String(message.prefix(200)))
  }
}
