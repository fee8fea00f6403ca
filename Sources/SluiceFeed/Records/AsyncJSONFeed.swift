public import Sluice

/// Reads JSON records, one per line, from an asynchronous sequence of bytes: the body of a request,
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
/// `rejected` gets records that are not valid. An error that a closure throws ends the feed, also that of a cursor: to go on
/// after it, catch it and call `record.reject(error)`, or read with a mapping, whose errors make rejects.
///
/// Works like ``JSONFeed``. Chunks may be cut anywhere, compressed as those of any source, and
/// encoded in UTF-16 or UTF-32. A bad line does not affect its neighbours.
///
/// Waiting blocks no thread. The next chunk is requested after the records of the earlier ones are
/// taken. So a slow reader slows the sender down, and memory stays bounded: a chunk, plus the
/// windows and records that ``FeedOptions`` allows. A cancelled task gets a `CancellationError`
/// before the next window of records.
///
/// Cost: two more copies of each byte than reading a file; otherwise that of ``JSONFeed``. One task
/// reads: ``FeedOptions/parallel`` has no effect.
public struct AsyncJSONFeed<Chunks: AsyncSequence>: ~Copyable
where Chunks.Element: Sequence<UInt8> {
  @usableFromInline let engine: ChunkReader<Chunks>

  /// Creates a feed over chunks of bytes, such as `[UInt8]` or `Data`, cut anywhere. Errors and
  /// rejects refer to it as `name`.
  ///
  /// Optionally resumes `from` a position where another feed of the same bytes left off. The first
  /// request for records reads and drops the bytes before it, and throws `io` if the sequence ends
  /// there. Throws `out-of-memory`, `io` for a position in another source, and `invalid-value` for
  /// ``FeedFraming/auto`` from a position.
  public init(
    _ chunks: Chunks, name: String = "stream", options: FeedOptions = FeedOptions(),
    from position: FeedPosition = .start
  ) throws(JSONError) {
    engine = try ChunkReader(chunks, name: name, options: options, from: position)
  }

  /// Creates a feed over single bytes, which are passed on at each newline, and every 16 KiB.
  public init<Bytes: AsyncSequence>(
    bytes: Bytes, name: String = "stream", options: FeedOptions = FeedOptions(),
    from position: FeedPosition = .start
  ) throws(JSONError) where Bytes.Element == UInt8, Chunks == ByteChunks<Bytes> {
    try self.init(ByteChunks(bytes), name: name, options: options, from: position)
  }

  /// Lends each record in order, and hands over those that are not valid. Returns when the sequence
  /// ends.
  ///
  /// An error thrown by a closure ends the reading after the current record, and another `forEach`
  /// resumes there. Throws the errors of the closures. Throws the errors of the sequence,
  /// `CancellationError`, `decompression-failed` and `unsupported-encoding`, all after the records
  /// before the fault, and `out-of-memory`.
  public mutating func forEach(
    isolation: isolated (any Actor)? = #isolation,
    _ body: (borrowing FeedRecord) throws -> Void,
    rejected: (RejectedRecord) throws -> Void
  ) async throws {
    while try await engine.readWindow(body, rejected) {}
  }

  /// The position after the last record that was delivered or rejected.
  public var position: FeedPosition { engine.reader.position }

  /// Everything read since the feed was opened.
  public var counts: FeedCounts { unsafe engine.reader.state.pointee.counts }

  /// The name of the source.
  public var name: String { unsafe engine.reader.state.pointee.source }

  /// The values that a mapping makes from the records, in order.
  ///
  /// Records that are not valid JSON, and those that the mapping rejects, go to `rejected`; the next
  /// record is read normally. Without `rejected`, ``FeedOptions/badRecords`` decides. Under `.stop`,
  /// the first bad record ends the values: a ``RejectedRecord`` is thrown after the values of the
  /// records before it. Otherwise throws the errors of ``forEach(isolation:_:rejected:)``.
  @inlinable
  public func values<Mapping: JSONMapping>(
    _ mapping: Mapping, rejected: ((RejectedRecord) throws -> Void)? = nil
  ) -> Values<Mapping> {
    Values(engine, mapping, rejected)
  }
}
