import SluiceFeed

struct HTTPRequest: Sendable {
  var address: WebAddress
  /// Nil: GET.
  var method: String?
  var headers: [(name: String, value: String)] = []
  /// Those that only this site gets.
  var siteHeaders: [(name: String, value: String)] = []
  /// The first byte, and the last one unless it is the end.
  var range: (first: Int64, last: Int64?)?
  /// Only for requests that are not signed.
  var login: WebAddress.Login?
  var signature: AWSSignature?
  /// The body that a POST sends.
  var body: String?
  /// A file of certificates to trust.
  var certificates: String?
  /// Whether no proxy may see it.
  var isDirect = false

  init(_ address: WebAddress) {
    self.address = address
    login = address.login
    // The environment's proxies are for other machines.
    isDirect = address.isLoopback
  }

  /// The same for another address, without what belongs to the one before if that is another site.
  func redirected(to address: WebAddress) -> HTTPRequest {
    var request = HTTPRequest(address)
    request.range = range
    request.certificates = certificates
    if address.site == self.address.site {
      request.login = address.login ?? login
      request.siteHeaders = siteHeaders
    }
    let kept = ["if-match", "if-range", "if-unmodified-since", "accept-encoding"]
    request.headers = headers.filter { kept.contains($0.name.lowercased()) }
    return request
  }

  /// Words of the server's without the secrets of this request, which it may repeat.
  func hidden(in text: String) -> String {
    let words = siteHeaders.flatMap { header in
      [header.value] + header.value.split(separator: " ").map { String($0) }
    }
    return address.hidden(in: text, and: words)
  }

  /// The range as curl takes it.
  var rangeText: String? { range.map { "\($0.first)-" + ($0.last.map { "\($0)" } ?? "") } }
}
