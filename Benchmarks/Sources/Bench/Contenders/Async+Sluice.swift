import Sluice
import SluiceFeed
import SluiceRules

/// Six fields of each record into a struct, by `forEach`.
final class ValuesForEach: WalkingContender {
  let name = "foreach"
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func walk(into sink: inout some Sink) throws {
    var feed = try JSONFeed(.bytes(bytes, name: "logs"))
    try feed.forEach(LogSummary.rule) {
      $0.handOver(to: &sink)
    } rejected: {
      throw $0
    }
  }
}

/// The same values, by `for await`.
final class ValuesAwaited: AwaitingContender {
  let name = "sluice"
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func walk(into sink: inout some Sink) async throws {
    let feed = try JSONFeed(.bytes(bytes, name: "logs"))
    for try await value in feed.values(LogSummary.rule) { value.handOver(to: &sink) }
  }
}

/// The same values from an asynchronous sequence of chunks, by `forEach` or by `for await`.
final class ChunksSluice: AwaitingContender {
  let name: String
  private let chunks: Chunks
  private let isAwaited: Bool

  init(_ name: String, _ bytes: [UInt8], awaited: Bool = false) {
    self.name = name
    isAwaited = awaited
    chunks = Chunks(bytes, of: 65_536)
  }

  func walk(into sink: inout some Sink) async throws {
    var feed = try AsyncJSONFeed(chunks, name: "logs")
    if isAwaited {
      for try await value in feed.values(LogSummary.rule) { value.handOver(to: &sink) }
      return
    }
    try await feed.forEach { record in
      try LogSummary.rule.value(from: record.cursor).handOver(to: &sink)
    } rejected: {
      throw $0
    }
  }
}

/// Arrays of bytes, all available at once.
private struct Chunks: AsyncSequence, Sendable {
  typealias Element = [UInt8]

  private let chunks: [[UInt8]]

  init(_ bytes: [UInt8], of size: Int) {
    chunks = stride(from: 0, to: bytes.count, by: size).map {
      Array(bytes[$0..<Swift.min($0 + size, bytes.count)])
    }
  }

  func makeAsyncIterator() -> Iterator { Iterator(chunks: chunks) }

  struct Iterator: AsyncIteratorProtocol {
    let chunks: [[UInt8]]
    private var next = 0

    init(chunks: [[UInt8]]) { self.chunks = chunks }

    mutating func next() async -> [UInt8]? {
      guard next < chunks.count else { return nil }
      defer { next += 1 }
      return chunks[next]
    }
  }
}
