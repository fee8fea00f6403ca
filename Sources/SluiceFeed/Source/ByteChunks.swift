/// Gathers single bytes into chunks: up to a newline, or 16 KiB.
public struct ByteChunks<Bytes: AsyncSequence>: AsyncSequence where Bytes.Element == UInt8 {
  public typealias Element = [UInt8]

  private let bytes: Bytes

  init(_ bytes: Bytes) { self.bytes = bytes }

  public func makeAsyncIterator() -> Iterator { Iterator(bytes: bytes.makeAsyncIterator()) }

  public struct Iterator: AsyncIteratorProtocol {
    private var bytes: Bytes.AsyncIterator
    /// The error that ended the bytes: thrown after the bytes before it.
    private var failure: (any Error)?

    private static var largest: Int { 16 << 10 }

    init(bytes: Bytes.AsyncIterator) { self.bytes = bytes }

    public mutating func next() async throws -> [UInt8]? { try await next(isolation: nil) }

    public mutating func next(isolation: isolated (any Actor)?) async throws -> [UInt8]? {
      if let failure { throw failure }
      var chunk: [UInt8] = []
      do {
        while let byte = try await bytes.next(isolation: isolation) {
          chunk.append(byte)
          if byte == UInt8(ascii: "\n") || chunk.count == Iterator.largest { return chunk }
        }
      } catch {
        guard !chunk.isEmpty else { throw error }
        failure = error
      }
      return chunk.isEmpty ? nil : chunk
    }
  }
}
