package import Sluice

/// The text of a source: its parts, one after the other, as one stream.
package final class SourceText {
  private let parts: SourceParts
  private var part: ByteSource?

  /// Opens the first part. Throws `io` when it can't be opened, or a pattern matches no file.
  package init(_ source: FeedSource, _ limits: DecompressionLimits) throws(JSONError) {
    var options = FeedOptions()
    options.decompression = limits
    parts = try SourceParts(source, options, from: .start, stops: [])
    part = try InputEvent.asErrors(try parts.next())
  }

  /// Reads up to `room.count` bytes; 0 at the end. Waits for at least one.
  package func read(into room: UnsafeMutableRawBufferPointer) throws(JSONError) -> Int {
    while let part {
      let count = try unsafe InputEvent.asErrors(try part.read(into: room))
      if count > 0 { return count }
      self.part = try InputEvent.asErrors(try parts.next())
    }
    return 0
  }
}
