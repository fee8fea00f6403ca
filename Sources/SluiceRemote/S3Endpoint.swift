import Sluice
import SluiceFeed
import SluiceSystem

/// Where requests to S3 go, and who signs them.
struct S3Endpoint {
  private let identity: AWSIdentity
  /// Nil: AWS's own.
  private let override: WebAddress?
  private let region: String

  /// The SHA-256 of nothing: these requests have no body.
  private static let noBody = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

  init(_ context: RemoteContext, _ stops: FeedStops) throws(InputEvent) {
    let identity = try context.identity(stops)
    self.identity = identity
    let named =
      context.variable("AWS_ENDPOINT_URL_S3") ?? context.variable("AWS_ENDPOINT_URL")
      ?? identity.endpoint
    do throws(JSONError) {
      override = try named.map { text throws(JSONError) in try WebAddress(parsing: text) }
    } catch {
      throw .failed(
        SourceFault.error(
          "AWS_ENDPOINT_URL_S3", "it is not an http or https URL: \(error.detail?.reason ?? "")"))
    }
    region =
      context.variable("AWS_REGION") ?? context.variable("AWS_DEFAULT_REGION") ?? identity.region
      ?? "us-east-1"
    guard S3Endpoint.isRegion(region) else {
      throw .failed(
        SourceFault.error("AWS_REGION", "a region has lowercase letters, digits and hyphens"))
    }
  }

  /// Whether a text can be a region: it becomes a part of a host's name.
  static func isRegion(_ text: String) -> Bool {
    (1...63).contains(text.utf8.count)
      && text.utf8.allSatisfy {
        switch $0 {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
          UInt8(ascii: "-"):
          true
        default: false
        }
      }
  }

  /// The request of an object. Its path is canonical: curl signs it as it is.
  func request(
    for object: S3Address, _ context: RemoteContext, _ stops: FeedStops
  ) throws(InputEvent) -> HTTPRequest {
    try request(object.bucket, object.key, query: [], context)
  }

  /// The request of a bucket's keys.
  func listing(
    _ bucket: String, _ query: [(String, String)], _ context: RemoteContext
  ) throws(InputEvent) -> HTTPRequest {
    try request(bucket, "", query: query, context)
  }

  private func request(
    _ bucket: String, _ key: String, query: [(String, String)], _ context: RemoteContext
  ) throws(InputEvent) -> HTTPRequest {
    let region = context.region(of: bucket) ?? region
    var address = try InputEvent.asFailures(try site(of: bucket, in: region))
    address.path += PercentCoding.canonical(key, keepingSlashes: true)
    if !query.isEmpty {
      // Canonical: sorted by the bytes of the encoded names.
      address.query = query.map {
        (PercentCoding.canonical($0), PercentCoding.canonical($1))
      }.sorted { $0.0.utf8.lexicographicallyPrecedes($1.0.utf8) }.map { "\($0)=\($1)" }
        .joined(separator: "&")
    }
    var request = HTTPRequest(address)
    request.login = nil
    request.certificates = context.variable("AWS_CA_BUNDLE") ?? context.certificates
    if let credentials = identity.credentials {
      request.headers.append(("x-amz-content-sha256", S3Endpoint.noBody))
      request.signature = AWSSignature(
        credentials: credentials, region: region, bucket: bucket)
    }
    return request
  }

  /// The bucket's address, with a slash at its end: `https://bucket.s3.region.amazonaws.com/`, or in the path
  /// where the bucket's name can't be a part of a certificate's, and at other endpoints.
  private func site(of bucket: String, in region: String) throws(JSONError) -> WebAddress {
    if var address = override {
      address.query = nil
      if !address.path.hasSuffix("/") { address.path += "/" }
      address.path += bucket + "/"
      return address
    }
    let end = region.hasPrefix("cn-") ? "amazonaws.com.cn" : "amazonaws.com"
    let isHost = bucket.utf8.allSatisfy { byte in
      byte != UInt8(ascii: ".") && byte != UInt8(ascii: "_")
        && !(UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    }
    return try WebAddress(
      parsing: isHost
        ? "https://\(bucket).s3.\(region).\(end)/" : "https://s3.\(region).\(end)/\(bucket)/")
  }

  /// What to add to an error about permissions.
  var hint: String {
    identity.credentials == nil
      ? "; it was asked without credentials: \(identity.source)"
      : "; it was asked with the credentials of \(identity.source)"
  }
}
