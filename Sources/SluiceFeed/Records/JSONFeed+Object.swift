package import Sluice

extension JSONFeed {
  /// Reads an object that a job has examined, or the decoded text of its first `end` bytes. Throws what
  /// `init` throws for resuming from a position.
  package init(
    _ object: any SourceObject, end: Int64?, options: FeedOptions, from position: FeedPosition,
    stop: FeedStop?
  ) throws(JSONError) {
    let stops = stop.map { [$0] } ?? []
    let parts: SourceParts
    if let end {
      let source = ByteSource(
        object.input(to: end), name: object.name, limits: options.decompression,
        stops: stops)
      parts = try SourceParts(source, options, from: position, stops: stops)
    } else {
      parts = try SourceParts(object, options, from: position, stops: stops)
    }
    reader = try FeedReader(
      parts, named: object.name, options: options, from: position, stops: stops)
  }
}
