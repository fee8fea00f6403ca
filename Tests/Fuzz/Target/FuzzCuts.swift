import Dispatch
import Sluice
import SluiceFeed

/// Reads the bytes as a feed of any framing, with a small limit, in one piece and in pieces as an asynchronous sequence
/// brings them: the same records, rejects, position and error.
enum FuzzCuts {
  private struct Entry: Equatable {
    var offset: Int64
    var line: Int64
    var bytes: [UInt8]
    var length: Int64
    /// Nil for a record.
    var error: String?

    init(_ record: borrowing FeedRecord) {
      (offset, line, bytes) = (record.offset, record.line, record.rawBytes)
      (length, error) = (Int64(record.length), nil)
    }

    init(_ bad: RejectedRecord) {
      (offset, line, bytes) = (bad.offset, bad.line, bad.rawBytes)
      (length, error) = (bad.length, "\(bad.error)")
    }
  }

  private struct Outcome: Equatable, Sendable {
    var entries: [Entry] = []
    var position = FeedPosition.start
    var failure: String?
  }

  /// Bytes in pieces: the low bits of each byte of `sizes` say how long the next one is.
  private struct Pieces: AsyncSequence, AsyncIteratorProtocol {
    var rest: ArraySlice<UInt8>
    var sizes: ArraySlice<UInt8>

    func makeAsyncIterator() -> Pieces { self }

    mutating func next() async -> ArraySlice<UInt8>? {
      guard !rest.isEmpty else { return nil }
      let size = sizes.popFirst().map { Int($0 & 63) } ?? rest.count
      defer { rest = rest.dropFirst(size) }
      return rest.prefix(size)
    }
  }

  private static let framings: [FeedFraming] = [
    .concatenated, .sequence, .rootElements, .elements(of: JSONPointer(tokens: ["a"])), .auto,
    .lines, .document, .elements(of: JSONPointer(tokens: ["a", "1"])),
  ]

  /// The first bytes of the input choose framing, limit and cuts.
  static func run(_ input: [UInt8], control: UInt8) {
    guard input.count > 8 else { return }
    var options = FeedOptions(
      framing: framings[Int(input[0] & 7)], checking: input[0] & 8 == 0 ? .full : .accessed,
      maximumRecordSize: [4, 10, 30, 64 << 20][Int(input[0] >> 4 & 3)],
      windowSize: [16, 40, 100, 1 << 17][Int(input[0] >> 6)], badRecords: .skip)
    options.leavesUnfinishedEnd = control & 1 != 0
    let bytes = Array(input[8...])
    let whole = read(bytes, options)
    let found = read(Pieces(rest: bytes[...], sizes: input[1..<8]), options)
    if found != whole {
      disagreement("a feed in one piece (\(whole)) and in others (\(found)), \(options),", bytes)
    }
  }

  private static func read(_ bytes: [UInt8], _ options: FeedOptions) -> Outcome {
    var outcome = Outcome()
    do {
      var feed = try JSONFeed(.bytes(bytes, name: "fuzz"), options: options)
      defer { outcome.position = feed.position }
      try feed.forEach {
        outcome.entries.append(Entry($0))
      } rejected: {
        outcome.entries.append(Entry($0))
      }
    } catch {
      outcome.failure = "\(error)"
    }
    return outcome
  }

  /// Waits for a task: the fuzzer calls from outside of any.
  private static func read(_ pieces: Pieces, _ options: FeedOptions) -> Outcome {
    nonisolated(unsafe) var outcome = Outcome()
    let done = DispatchSemaphore(value: 0)
    Task.detached {
      outcome = await readAsync(pieces, options)
      done.signal()
    }
    done.wait()
    return outcome
  }

  private static func readAsync(_ pieces: Pieces, _ options: FeedOptions) async -> Outcome {
    var outcome = Outcome()
    do {
      var feed = try AsyncJSONFeed(pieces, name: "fuzz", options: options)
      defer { outcome.position = feed.position }
      try await feed.forEach {
        outcome.entries.append(Entry($0))
      } rejected: {
        outcome.entries.append(Entry($0))
      }
    } catch {
      outcome.failure = "\(error)"
    }
    return outcome
  }
}
