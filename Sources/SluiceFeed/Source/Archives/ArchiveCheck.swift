package import Sluice
import SluiceSystem

/// Reads archives before a job does, so that no row comes from a damaged one.
package enum ArchiveCheck {
  /// Decodes all files of an archive that are to be read, and compares their checksums. Returns how many of its bytes
  /// belong to it, without padding; nil, after a few bytes, if the file is not an archive.
  ///
  /// O(size), with the memory of reading it as a feed. Reads the descriptor at offsets. Throws the errors of reading
  /// a feed.
  package static func read(
    _ descriptor: FileDescriptor, name: String, _ options: FeedOptions, _ stop: FeedStop
  ) throws(JSONError) -> Int64? {
    let source = ByteSource(
      FileSpan(descriptor, end: .max, name: name), name: name, limits: options.decompression,
      stops: [stop])
    return try read(
      SourceParts(source, options, from: .start, stops: [stop]), stop)
  }

  /// The same for an object, which is received as a whole if it is an archive.
  package static func read(
    _ object: any SourceObject, _ options: FeedOptions, _ stop: FeedStop
  ) throws(JSONError) -> Int64? {
    try read(SourceParts(object, options, from: .start, stops: [stop]), stop)
  }

  /// A source whose first bytes can't be decoded is not known to be one.
  private static func isArchive(_ source: ByteSource) throws(InputEvent) -> Bool {
    do throws(InputEvent) {
      return try source.isArchive
    } catch {
      if case .failed(let failure) = error, failure.code == .decompressionFailed { return false }
      throw error
    }
  }

  private static func read(_ parts: SourceParts, _ stop: FeedStop) throws(JSONError) -> Int64? {
    do throws(InputEvent) {
      guard let source = try parts.next(), try isArchive(source) else { return nil }
      try parts.enter(source)
      let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 64)
      defer { unsafe room.deallocate() }
      while let member = try parts.next() {
        while try unsafe member.read(into: room) > 0 {
          if stop.isStopped { return 0 }
        }
      }
      return parts.archiveEnd
    } catch {
      if stop.isStopped { return 0 }
      throw error.asError
    }
  }
}
