/// Writes batches in Arrow's IPC streaming format, which Arrow's libraries, Polars, DuckDB and pandas read.
///
/// ```swift
/// let writer = ArrowStreamWriter(stream.schema)
/// var bytes: [UInt8] = []
/// unsafe writer.begin { unsafe bytes.append(contentsOf: $0) }
/// while let batch = try stream.next() {
///   unsafe writer.write(batch) { unsafe bytes.append(contentsOf: $0) }
/// }
/// unsafe writer.end { unsafe bytes.append(contentsOf: $0) }
/// ```
///
/// Numbers are little-endian, as on every platform that Swift runs on, and nothing is compressed.
public struct ArrowStreamWriter: Sendable {
  private let schema: ColumnSchema

  public init(_ schema: ColumnSchema) { self.schema = schema }

  /// Passes the stream's beginning to the body: the schema. O(columns). Throws what the body throws.
  public func begin(_ body: (UnsafeRawBufferPointer) throws -> Void) rethrows {
    unsafe try ArrowStreamWriter.pass(StreamMessage.framed(StreamMessage.schema(schema)), body)
  }

  /// Passes a batch of the schema to the body, piece by piece: the batch's own memory, which is not copied.
  /// O(columns) besides what the body does. Throws what the body throws.
  public func write(
    _ batch: ColumnBatch, _ body: (UnsafeRawBufferPointer) throws -> Void
  ) rethrows {
    let buffers = StreamBody(batch)
    let message = StreamMessage.batch(rows: batch.count, buffers)
    unsafe try ArrowStreamWriter.pass(StreamMessage.framed(message), body)
    let zeros = [UInt8](repeating: 0, count: StreamBody.alignment)
    for memory in buffers.memory {
      let bytes = unsafe memory.bytes
      try unsafe body(UnsafeRawBufferPointer(bytes))
      let padding = StreamBody.padding(after: bytes.count)
      if padding > 0 { unsafe try ArrowStreamWriter.pass(zeros[..<padding], body) }
    }
  }

  /// Passes the stream's end to the body. Throws what the body throws.
  public func end(_ body: (UnsafeRawBufferPointer) throws -> Void) rethrows {
    unsafe try ArrowStreamWriter.pass(StreamMessage.end, body)
  }

  private static func pass(
    _ bytes: some Collection<UInt8>, _ body: (UnsafeRawBufferPointer) throws -> Void
  ) rethrows {
    unsafe try Array(bytes).withUnsafeBytes { bytes in try unsafe body(bytes) }
  }
}
