import Sluice
import SluiceFeed
import SluiceSystem

/// Where an object is: a URL, or a key in a bucket.
enum RemoteOrigin: Sendable, Hashable {
  case web(WebAddress)
  case s3(S3Address)

  /// Throws `io` for anything but an `http`, `https` or `s3` URL.
  init(parsing text: String) throws(JSONError) {
    self =
      text.lowercased().starts(withText: "s3://")
      ? .s3(try S3Address(parsing: text)) : .web(try WebAddress(parsing: text))
  }

  /// The name for people, without secrets.
  var name: String {
    switch self {
    case .web(let address): address.name
    case .s3(let address): address.name
    }
  }

  /// Whether it is an `http` or `https` URL.
  var isWeb: Bool { if case .web = self { true } else { false } }

  /// The request of the object's bytes. Looks for credentials.
  func request(_ context: RemoteContext, _ stops: FeedStops) throws(InputEvent) -> HTTPRequest {
    switch self {
    case .web(let address):
      var request = HTTPRequest(address)
      request.certificates = context.certificates
      // Without it, a server may choose any content coding.
      request.headers.append(("Accept-Encoding", "identity"))
      request.siteHeaders = try InputEvent.asFailures(
        try RequestHeaders.headers(for: address, context))
      return request
    case .s3(let address):
      return try S3Endpoint(context, stops).request(for: address, context, stops)
    }
  }
}
