/// A request of HTTP.
struct HTTPRequest: Sendable {
  var address: WebAddress
  /// Nil: GET.
  var method: String?
  var headers: [(name: String, value: String)] = []
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
    if address.site == self.address.site { request.login = address.login ?? login }
    let kept = ["if-match", "if-unmodified-since", "accept-encoding"]
    request.headers = headers.filter { kept.contains($0.name.lowercased()) }
    return request
  }

  /// The range as curl takes it.
  var rangeText: String? { range.map { "\($0.first)-" + ($0.last.map { "\($0)" } ?? "") } }
}

/// The head of a response.
struct HTTPHead: Sendable {
  let status: Int
  /// By their names in lowercase. Of repeated ones, the last.
  let fields: [String: String]

  init(status: Int, text: String) {
    self.status = status
    var fields: [String: String] = [:]
    for line in text.split(whereSeparator: \.isNewline).dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { continue }
      fields[parts[0].lowercased()] =
        String(parts[1].drop { $0 == " " || $0 == "\t" })
        .trimmingSpaces
    }
    self.fields = fields
  }

  subscript(name: String) -> String? { fields[name] }

  /// The announced size of the body.
  var contentLength: Int64? { fields["content-length"].flatMap { Int64($0) } }

  /// What `Content-Range: bytes 5-9/10` says; the first byte is nil in `bytes */10`.
  var contentRange: (first: Int64?, total: Int64?)? {
    guard let text = fields["content-range"], text.lowercased().hasPrefix("bytes ") else {
      return nil
    }
    let parts = text.dropFirst(6).split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    return (parts[0].split(separator: "-").first.flatMap { Int64($0) }, Int64(parts[1]))
  }
}

extension String {
  /// Without spaces and tabs at its end.
  fileprivate var trimmingSpaces: String {
    var text = self[...]
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return String(text)
  }
}
