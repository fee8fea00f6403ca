import Sluice

/// A feed's engine over an asynchronous sequence of chunks: lends what is there, and asks for the
/// next chunk only when no whole record is left.
///
/// The engine itself knows nothing of `await`: where it lacks bytes it throws and is none the worse
/// for it (`ChunkInput`), and is called again when they are there. So nothing waits but the task.
final class ChunkReader<Chunks: AsyncSequence> where Chunks.Element: Sequence<UInt8> {
  let reader: FeedReader
  private let input: ChunkInput
  private var chunks: Chunks.AsyncIterator

  init(_ chunks: Chunks, name: String, options: FeedOptions) throws(JSONError) {
    self.chunks = chunks.makeAsyncIterator()
    input = ChunkInput(name: name)
    var options = options
    options.parallel = 1
    reader = try FeedReader(
      SourceParts(ByteSource(input, name: name, isThreaded: false)), named: name, options: options,
      from: .start)
  }

  /// Delivers the records of the next window. False: there is none. Throws what the closures and
  /// the sequence throw, `CancellationError`, and what reading a feed throws.
  func deliverWindow(
    isolation: isolated (any Actor)? = #isolation,
    _ body: FeedReader.Body, _ rejected: FeedReader.Rejected
  ) async throws -> Bool {
    while true {
      try Task.checkCancellation()
      do {
        return try reader.keeper.flushing { try reader.deliverWindow(body, rejected) }
      } catch  where ChunkInput.isStarvation(error) {}
      if let chunk = try await chunks.next(isolation: isolation) {
        input.bring(chunk)
      } else {
        // Some sequences end when their task is cancelled: what is there is cut then, not whole.
        try Task.checkCancellation()
        input.end()
      }
    }
  }
}
