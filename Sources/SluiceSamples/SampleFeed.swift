/// Generates realistic NDJSON records from a seed: for tests, and as the frozen input of benchmarks.
///
/// The same shape, seed and number of records give the same bytes on every platform. 20% of the
/// records have missing or extra optional fields, and 2% have their fields in another order. Values
/// include nulls, escapes and characters outside ASCII.
package struct SampleFeed: Sendable {
  /// What the records look like.
  package enum Shape: String, Sendable, Hashable, CaseIterable {
    /// Like the events of a code host: nested actor, repository and payload, with an array of
    /// commits in the payload. 0.5–3 KB, 1.2 KB on average.
    case events
    /// Like the log of a web service: flat, 235 bytes on average.
    case logs
  }

  /// What the records look like.
  package let shape: Shape
  var random: SampleRandom
  let words = SampleWords()
  /// Milliseconds since 1970 at the next record.
  var clock = 1_772_359_200_000
  /// The number of the last event.
  var serial = 40_000_000_000

  /// A feed of this shape. Each seed gives a different one.
  package init(shape: Shape, seed: UInt64) {
    self.shape = shape
    random = SampleRandom(seed: seed)
  }

  /// Appends the next record and its newline.
  package mutating func appendRecord(to bytes: inout [UInt8]) {
    clock += random.below(400)
    switch shape {
    case .events: appendEvent(to: &bytes)
    case .logs: appendLog(to: &bytes)
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Appends the next `count` records, each with a newline.
  package mutating func appendRecords(_ count: Int, to bytes: inout [UInt8]) {
    for _ in 0..<max(count, 0) { appendRecord(to: &bytes) }
  }

  /// Passes the next `count` records to `write` in pieces of whole records, about `chunkSize` bytes
  /// each. Memory: one piece. Throws the errors of `write`.
  package mutating func writeRecords<E: Error>(
    _ count: Int, chunkSize: Int = 256 << 10, to write: (borrowing [UInt8]) throws(E) -> Void
  ) throws(E) {
    var piece: [UInt8] = []
    piece.reserveCapacity(chunkSize + (8 << 10))
    for _ in 0..<max(count, 0) {
      appendRecord(to: &piece)
      if piece.count >= chunkSize {
        try write(piece)
        piece.removeAll(keepingCapacity: true)
      }
    }
    if !piece.isEmpty { try write(piece) }
  }

  mutating func pick(_ words: [StaticString]) -> StaticString { words[random.below(words.count)] }

  /// A random order of the fields in 2% of the records. Nil: their own order.
  mutating func order(of count: Int) -> [Int]? {
    guard random.chance(percent: 2) else { return nil }
    var order = Array(0..<count)
    for i in stride(from: count - 1, to: 0, by: -1) { order.swapAt(i, random.below(i + 1)) }
    return order
  }
}
