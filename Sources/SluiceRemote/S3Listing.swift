import Sluice
import SluiceFeed
import SluiceSystem

/// The keys of a bucket that match a pattern (ListObjectsV2).
enum S3Listing {
  /// The objects in the byte order of their keys, with sizes and ETags. Folders (empty keys with a slash at
  /// their ends) are left out. Throws `io` if no key matches, and for a list that is not whole.
  static func objects(
    matching pattern: S3Address, _ context: RemoteContext, _ stops: FeedStops
  ) throws(InputEvent) -> [RemoteObject] {
    var found: [RemoteObject] = []
    var continuation: String?
    repeat {
      let page = try page(continuation, of: pattern, context, stops)
      for entry in page.entries {
        guard pattern.matches(entry.key),
          !(entry.key.utf8.last == UInt8(ascii: "/") && entry.size == 0)
        else {
          continue
        }
        found.append(
          RemoteObject(
            .s3(S3Address(bucket: pattern.bucket, key: entry.key)), context,
            RemoteFacts(size: entry.size, etag: entry.etag)))
      }
      let next = page.continuation
      if page.isCut, next == nil || next == continuation {
        throw .failed(
          SourceFault.error(pattern.name, "the server's list of keys does not continue"))
      }
      continuation = page.isCut ? next : nil
    } while continuation != nil
    guard !found.isEmpty else {
      throw .failed(SourceFault.error(pattern.name, "no key matches the pattern"))
    }
    return found.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// One page. Asked for again when it is not whole, as often as other failures are.
  private static func page(
    _ continuation: String?, of pattern: S3Address, _ context: RemoteContext, _ stops: FeedStops
  ) throws(InputEvent) -> S3ListPage {
    var exchange = RemoteExchange(context: context, name: pattern.name)
    exchange.stops = stops
    var query = [("list-type", "2"), ("encoding-type", "url"), ("prefix", pattern.prefix)]
    if let continuation { query.append(("continuation-token", continuation)) }
    var retries = Retries(context.policy, name: pattern.name)
    while true {
      let (head, body, request) = try exchange.bytes { () throws(InputEvent) in
        try S3Endpoint(context, stops).listing(pattern.bucket, query, context)
      }
      guard head.status == 200 else {
        let text = String(decoding: body, as: UTF8.self)
        throw .failed(
          SourceFault.error(
            pattern.name,
            RemoteFault.status(head, body: text, of: request)
              + (try S3Endpoint(context, stops).hint)))
      }
      do throws(XMLFault) {
        return try S3ListPage(body)
      } catch {
        try retries.wait(
          after: TransientFault(
            reason: "the server's list of keys from \(request.address.site) is not whole:"
              + " \(PrintableText.line(error.reason)). Nothing was read of its objects; try again, or"
              + " name the objects one by one"),
          stops)
      }
    }
  }
}
