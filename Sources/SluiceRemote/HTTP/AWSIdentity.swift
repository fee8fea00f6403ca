import SluiceFeed
import SluiceSystem

/// Keys for signed requests. Never printed, and not printable.
package struct AWSCredentials: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
  let keyID: String
  let secret: String
  let token: String?
  /// In seconds since 1970; nil: they do not expire.
  var expires: Int64?

  package init(keyID: String, secret: String, token: String?, expires: Int64? = nil) {
    self.keyID = keyID
    self.secret = secret
    self.token = token
    self.expires = expires
  }

  package var description: String { "credentials" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}

/// The identity by which S3 is asked, and where.
package struct AWSIdentity: Sendable {
  /// Nil: requests are not signed.
  let credentials: AWSCredentials?
  /// Where the credentials came from, or where none were found.
  let source: String
  let region: String?
  /// The endpoint of the profile.
  let endpoint: String?

  package init(
    credentials: AWSCredentials?, source: String, region: String?, endpoint: String?
  ) {
    self.credentials = credentials
    self.source = source
    self.region = region
    self.endpoint = endpoint
  }

  /// Whether the credentials are about to expire.
  package var expiresSoon: Bool { credentials?.expires.map { $0 - Moment.now < 300 } ?? false }
}

/// The scope of a signature by AWS's version 4, which curl makes.
struct AWSSignature: Sendable {
  let credentials: AWSCredentials
  let region: String
  /// The bucket of the request, if it has one.
  let bucket: String?

  var text: String { "aws:amz:\(region):s3" }
}
