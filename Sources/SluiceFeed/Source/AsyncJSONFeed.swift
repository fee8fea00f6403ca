public import Sluice

/// Reads JSON records, one on each line, out of an asynchronous sequence of bytes: a request's body,
/// a socket, the output of a process.
///
/// ```swift
/// var feed = try AsyncJSONFeed(body)
/// try await feed.forEach { record in
///   total += try record.cursor["size"].int
/// } rejected: { bad in
///   messages.append(bad.description)
/// }
/// ```
///
/// The same feed as ``JSONFeed``: the chunks may be cut anywhere, may be compressed by gzip or
/// Zstandard and be in UTF-16 or UTF-32, and a bad line costs its neighbours nothing.
///
/// No thread is blocked while it waits. The next chunk is asked for when the records of those before
/// it are taken, so that a slow reader slows the sender down and memory stays bounded: a chunk, and
/// what ``FeedOptions`` says of windows and records. A cancelled task gets a `CancellationError`
/// before the next window of records.
///
/// Cost: each byte is copied twice more than out of a file; otherwise that of ``JSONFeed``. One task
/// reads: ``FeedOptions/parallel`` has no effect.
public struct AsyncJSONFeed<Chunks: AsyncSequence>: ~Copyable
where Chunks.Element: Sequence<UInt8> {
  let engine: ChunkReader<Chunks>

  /// A feed over chunks of bytes, such as `[UInt8]` or `Data`, however they are cut. Errors and
  /// rejects call it by `name`.
  ///
  /// It goes on `from` a position where another feed of the same bytes left off: what the sequence
  /// gives before it is read and dropped, with the first records that are asked for. Where the
  /// sequence ends before it, they throw `io`. Throws `out-of-memory`; `io` for a position in another
  /// source, and `invalid-value` for ``FeedFraming/auto`` from a position.
  public init(
    _ chunks: Chunks, name: String = "stream", options: FeedOptions = FeedOptions(),
    from position: FeedPosition = .start
  ) throws(JSONError) {
    engine = try ChunkReader(chunks, name: name, options: options, from: position)
  }

  /// A feed over single bytes. They are handed on at each newline, and every 16 KiB.
  public init<Bytes: AsyncSequence>(
    bytes: Bytes, name: String = "stream", options: FeedOptions = FeedOptions(),
    from position: FeedPosition = .start
  ) throws(JSONError) where Bytes.Element == UInt8, Chunks == ByteChunks<Bytes> {
    try self.init(ByteChunks(bytes), name: name, options: options, from: position)
  }

  /// Lends each record in order, and hands over those that are not valid. Returns when the sequence
  /// ends.
  ///
  /// Throws what the closures throw: that ends the reading behind the record at hand, and another
  /// `forEach` goes on there. Throws what the sequence throws, `CancellationError`,
  /// `decompression-failed`, `unsupported-encoding`, all behind the records before that, and
  /// `out-of-memory`.
  public mutating func forEach(
    isolation: isolated (any Actor)? = #isolation,
    _ body: (borrowing FeedRecord) throws -> Void,
    rejected: (RejectedRecord) throws -> Void
  ) async throws {
    while try await engine.deliverWindow(body, rejected) {}
  }

  /// Behind the last record that was lent or rejected.
  public var position: FeedPosition { engine.reader.state.pointee.position }

  /// What was read since the feed was opened.
  public var counts: FeedCounts { engine.reader.state.pointee.counts }

  /// The name of the source.
  public var name: String { engine.reader.state.pointee.source }

  /// The values that a mapping makes of the records, in order.
  ///
  /// Records that are no valid JSON, and those of which the mapping makes nothing, go to
  /// `rejected`, and the next is read as if nothing had happened. Without it
  /// ``FeedOptions/badRecords`` says what is done about them: as long as that is `.stop`, the first
  /// ends the values, and a ``RejectedRecord`` is thrown behind the values of the records before it.
  /// Otherwise throws what ``forEach(isolation:_:rejected:)`` says.
  public func values<Mapping: JSONMapping>(
    _ mapping: Mapping, rejected: ((RejectedRecord) throws -> Void)? = nil
  ) -> AsyncFeedValues<Chunks, Mapping> {
    AsyncFeedValues(engine, mapping, rejected)
  }
}
