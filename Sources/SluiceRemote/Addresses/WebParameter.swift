import Sluice
import SluiceFeed
import SluiceSystem

/// A parameter of a URL: `name=value`, or a word alone.
struct WebParameter: Sendable, Hashable {
  /// As it is spelled in the URL.
  let text: String
  /// In lowercase, decoded.
  private let name: String

  init(_ text: some StringProtocol) {
    self.text = String(text)
    name = PercentCoding.decoded(self.text.parts(at: "=", most: 2)[0]).lowercased()
  }

  /// Nil: it is a word alone.
  var value: Substring? {
    let parts = text.parts(at: "=", most: 2)
    return parts.count > 1 ? parts[1] : nil
  }

  /// Whether messages may show it: it says which part of the data is meant, or in which form.
  var isHarmless: Bool {
    guard WebParameter.harmless.contains(where: { $0 == name }) else { return text.isEmpty }
    // Other separators than those of most servers may hide parameters in a value.
    return !(value ?? "").utf8.contains { ";=?@".utf8.contains($0) }
  }

  /// With stars instead of a value that may be a secret, and a mark after them. A word alone may be one, too.
  func shown(marking mark: (String) -> String) -> String {
    if isHarmless { return text }
    let name = value?.isEmpty == false ? text.parts(at: "=", most: 2)[0] + "=" : ""
    return name + "***" + mark(text)
  }

  /// Whole names: a part of a name says nothing about the rest.
  private static let harmless = [
    // Stores' lists, and versions of objects.
    "list-type", "prefix", "delimiter", "max-keys", "start-after", "encoding-type", "versionid",
    "generation", "alt",
    // Pages and parts.
    "page", "page_size", "pagesize", "per_page", "limit", "offset", "partition", "partitions", "n",
    // Time.
    "date", "day", "week", "month", "year", "from", "to", "since", "until",
    // Forms.
    "format", "version", "v", "lang", "locale", "sort", "order",
  ]

  /// Whether its name speaks of something that is given out anew for the same object: a token, a password, a session.
  var isRenewed: Bool {
    WebParameter.renewedNames.contains { $0 == name }
      || WebParameter.renewed.contains { name.contains(text: $0) }
  }

  private static let renewedNames = ["code", "sid"]
  private static let renewed = [
    "token", "secret", "pass", "pwd", "key", "auth", "credential", "session", "jwt", "signature",
    "bearer", "otp", "ticket", "assertion", "hmac", "nonce",
  ]

  /// What signs a request in one of the ways of object stores.
  struct Signature {
    private let companions: [String]

    init(_ parameters: [WebParameter]) {
      companions =
        Signature.ways.first { way in
          parameters.contains { $0.name == way.name }
        }?.companions ?? []
    }

    func covers(_ parameter: WebParameter) -> Bool {
      companions.contains {
        $0.hasSuffix("-") ? parameter.name.starts(withText: $0) : parameter.name == $0
      }
    }

    /// By the parameter that holds the signature. A hyphen at the end stands for all names that begin so.
    private static let ways = [
      ("x-amz-signature", ["x-amz-"]), ("x-goog-signature", ["x-goog-"]),
      // S3's old way, Google's, and CloudFront's.
      (
        "signature",
        ["signature", "expires", "policy", "key-pair-id", "awsaccesskeyid", "googleaccessid"]
      ),
      // Azure's shared access signatures.
      (
        "sig",
        [
          "sig", "sv", "ss", "srt", "sp", "st", "se", "sr", "sip", "spr", "si", "sdd", "ses",
          "skoid", "sktid", "skt", "ske", "sks", "skv", "saoid", "suoid", "scid",
        ]
      ),
    ].map { (name: $0.0, companions: $0.1) }
  }
}
