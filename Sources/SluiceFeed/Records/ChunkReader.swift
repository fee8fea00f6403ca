import Sluice

/// A feed's engine over an asynchronous sequence of chunks: lends available records, and requests
/// the next chunk only when no whole record is left.
///
/// The engine itself does not use `await`. When it lacks bytes, its step is `needsMore`, and it is called again once
/// they arrive. So only the task waits.
@usableFromInline
final class ChunkReader<Chunks: AsyncSequence> where Chunks.Element: Sequence<UInt8> {
  let reader: FeedReader
  private let input: ChunkInput
  private var chunks: Chunks.AsyncIterator
  /// The number of bytes of text to drop before the position, and the position's offset.
  private var toDrop: Int64
  private let start: Int64

  init(
    _ chunks: Chunks, name: String, options: FeedOptions, from position: FeedPosition
  ) throws(JSONError) {
    if let file = position.file, file != ByteName(name) {
      throw JSONError(
        .io, at: 0, name: name,
        reason: "reading should resume in \(file), which is another source")
    }
    self.chunks = chunks.makeAsyncIterator()
    input = ChunkInput(name: name)
    start = position.offset
    toDrop = start
    var options = options
    options.parallel = 1
    reader = try FeedReader(
      SourceParts(
        ByteSource(input, name: name, limits: options.decompression, isThreaded: false), options,
        from: .start, stops: []),
      named: name, options: options, from: position)
  }

  /// Moves to the position. Returns false if it has not come yet. Throws `io` if the text ends before it, and the
  /// errors of reading a feed.
  private func drop() throws(InputEvent) -> Bool {
    guard toDrop > 0 else { return true }
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 16 << 10, alignment: 16)
    defer { unsafe room.deallocate() }
    while toDrop > 0 {
      let wanted = Int(min(toDrop, Int64(room.count)))
      guard
        let got = try unsafe reader.source.readAvailable(
          into: UnsafeMutableRawBufferPointer(rebasing: room[..<wanted]))
      else { return false }
      guard got > 0 else {
        throw .failed(SourceFault.endsBefore(start, reader.source.name))
      }
      toDrop -= Int64(got)
    }
    return true
  }

  /// Delivers the records of the next window. Returns false at the end. Throws the errors of the
  /// closures and the sequence, `CancellationError`, and the errors of reading a feed.
  @usableFromInline
  func readWindow(
    isolation: isolated (any Actor)? = #isolation,
    _ body: (borrowing FeedRecord) throws -> Void, _ rejected: (RejectedRecord) throws -> Void
  ) async throws -> Bool {
    // Held while the next chunk is awaited: another task may enter the same actor meanwhile.
    try reader.beginReading()
    defer { reader.endReading() }
    while true {
      try Task.checkCancellation()
      switch try step(body, rejected) {
      case .progress: return true
      case .end: return false
      case .needsMore: break
      }
      if let chunk = try await chunks.next(isolation: isolation) {
        input.bring(chunk)
      } else {
        // Some sequences end when their task is cancelled: then the text is cut, not complete.
        try Task.checkCancellation()
        input.end()
      }
    }
  }

  private func step(
    _ body: (borrowing FeedRecord) throws -> Void, _ rejected: (RejectedRecord) throws -> Void
  ) throws -> ReadingStep {
    do throws(InputEvent) {
      guard try drop() else { return .needsMore }
    } catch {
      throw error.asError
    }
    return try reader.handler.flushing { try reader.step(body, rejected) }
  }
}
