import Sluice

/// The keys of a bucket that match a pattern (ListObjectsV2).
enum S3Listing {
  /// The objects in the byte order of their keys, with sizes and ETags. Folders (empty keys with a slash at
  /// their ends) are left out. Throws `io` if no key matches.
  static func objects(
    matching pattern: S3Address, _ context: RemoteContext, _ stops: FeedStops
  ) throws(InputEvent) -> [RemoteObject] {
    var exchange = RemoteExchange(context: context, name: pattern.name)
    exchange.stops = stops
    var found: [RemoteObject] = []
    var continuation: String?
    repeat {
      var query = [("list-type", "2"), ("encoding-type", "url"), ("prefix", pattern.prefix)]
      if let continuation { query.append(("continuation-token", continuation)) }
      let (head, body, request) = try exchange.text { () throws(InputEvent) in
        try S3Endpoint(context, stops).listing(pattern.bucket, query, context)
      }
      guard head.status == 200 else {
        throw .failed(
          RemoteFault.error(
            pattern.name,
            RemoteFault.status(head, body: body, of: request)
              + (try S3Endpoint(context, stops).hint)))
      }
      found += try page(body, of: pattern, context)
      let next = XMLFields.first("NextContinuationToken", in: body)
      let isCut = XMLFields.first("IsTruncated", in: body) == "true"
      if isCut, next == nil || next == continuation {
        throw .failed(
          RemoteFault.error(pattern.name, "the server's list of keys does not continue"))
      }
      continuation = isCut ? next : nil
    } while continuation != nil
    guard !found.isEmpty else {
      throw .failed(RemoteFault.error(pattern.name, "no key matches the pattern"))
    }
    return found.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  private static func page(
    _ body: String, of pattern: S3Address, _ context: RemoteContext
  ) throws(InputEvent) -> [RemoteObject] {
    let isEncoded = XMLFields.first("EncodingType", in: body) == "url"
    var found: [RemoteObject] = []
    for contents in XMLFields.all("Contents", in: body) {
      let contents = String(contents)
      guard var key = XMLFields.first("Key", in: contents) else { continue }
      // As in forms: a plus sign is a space, and a plus sign of the key is encoded.
      if isEncoded {
        key = PercentCoding.decoded(String(key.map { $0 == "+" ? " " : $0 }))
      }
      let size = XMLFields.first("Size", in: contents).flatMap { Int64($0) }
      guard pattern.matches(key), !(key.hasSuffix("/") && size == 0) else { continue }
      found.append(
        RemoteObject(
          .s3(S3Address(bucket: pattern.bucket, key: key)), context,
          RemoteFacts(size: size, etag: XMLFields.first("ETag", in: contents))))
    }
    return found
  }
}
