import Sluice
public import SluiceFeed

extension SourceKind {
  /// Objects on servers and in buckets, by HTTP: `https://…`, `http://…`, `s3://bucket/key`.
  public static let remote = SourceKind(schemes: ["https", "http", "s3"], noun: "a URL") {
    (text) throws(JSONError) in try RemoteOrigin(parsing: text)
  }
}

extension RemoteOrigin: AddressedSource {
  package var resource: SourceAddress.Resource {
    if case .s3(let address) = self, address.isPattern { .objects } else { .object }
  }

  package var hasSecrets: Bool {
    if case .web(let address) = self { address.hasSecrets } else { false }
  }

  package func objects(_ stops: [FeedStop]) throws(JSONError) -> [any SourceObject] {
    try RemoteObject.objects(at: self, .process, stops)
  }
}

extension RemoteObject {
  /// Asks nothing yet. Throws `io` for a text that is no URL of an object.
  package convenience init(url: String, _ context: RemoteContext) throws(JSONError) {
    self.init(try RemoteOrigin(parsing: url), context)
  }

  /// One, or those of a bucket that match a pattern (`s3://bucket/prefix*`), which asks for a list. Throws `io`, also when
  /// no key matches.
  package static func objects(
    at url: String, _ context: RemoteContext, _ stops: [FeedStop] = []
  ) throws(JSONError) -> [RemoteObject] {
    try objects(at: try RemoteOrigin(parsing: url), context, stops)
  }

  fileprivate static func objects(
    at origin: RemoteOrigin, _ context: RemoteContext, _ stops: [FeedStop]
  ) throws(JSONError) -> [RemoteObject] {
    guard case .s3(let pattern) = origin, pattern.isPattern else {
      return [RemoteObject(origin, context)]
    }
    return try InputEvent.asErrors(
      try S3Listing.objects(matching: pattern, context, FeedStops(stops)))
  }
}
