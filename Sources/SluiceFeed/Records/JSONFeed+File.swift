package import Sluice
import SluiceSystem

extension JSONFeed {
  /// Reads the decoded text of a file's first `end` bytes. The descriptor stays open, and must outlive
  /// the feed. `isLog`: its text may have gaps anywhere, as that of a followed file. Throws the errors of `init` for
  /// resuming from a position.
  package init(
    _ descriptor: FileDescriptor, end: Int64, name: String, options: FeedOptions,
    from position: FeedPosition, isLog: Bool, stop: FeedStop?
  ) throws(JSONError) {
    let stops = stop.map { [$0] } ?? []
    let source = ByteSource(
      FileSpan(descriptor, end: end, name: name), name: name, limits: options.decompression,
      stops: stops, mayHaveGaps: isLog)
    reader = try FeedReader(
      SourceParts(source, options, from: position, stops: stops), named: name, options: options,
      from: position, stops: stops)
  }
}
