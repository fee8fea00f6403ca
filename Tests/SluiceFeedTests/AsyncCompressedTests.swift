import Sluice
import SluiceFeed
import SluiceSystem
import TestSupport
import Testing

/// Compressed chunks of an asynchronous sequence, cut anywhere, against the text in one piece.
@Suite("Asynchronous feeds: compressed chunks")
struct AsyncCompressedTests {
  /// The given chunks, one after the other; then an error, if there is one.
  struct Pieces: AsyncSequence, AsyncIteratorProtocol {
    var rest: ArraySlice<ArraySlice<UInt8>>
    var failure: (any Error)?

    init(_ bytes: [UInt8], cutAt cuts: [Int], failure: (any Error)? = nil) {
      rest = cut(bytes, at: cuts)[...]
      self.failure = failure
    }

    func makeAsyncIterator() -> Pieces { self }

    mutating func next() async throws -> ArraySlice<UInt8>? {
      if let chunk = rest.popFirst() { return chunk }
      if let failure { throw failure }
      return nil
    }
  }

  struct Outcome: Equatable {
    var items: [Delivered.Item] = []
    var position = FeedPosition.start
    /// The code of the error that ended it.
    var code: String?
  }

  private static func outcome<C: AsyncSequence>(
    _ chunks: C, options: FeedOptions = FeedOptions(), from start: FeedPosition = .start
  ) async throws -> Outcome where C.Element: Sequence<UInt8> {
    var feed = try AsyncJSONFeed(chunks, options: options, from: start)
    var items: [Delivered.Item] = []
    var outcome = Outcome()
    do {
      try await feed.forEach { record in
        items.append(Delivered.Item(record))
      } rejected: { bad in
        items.append(Delivered.Item(bad))
      }
    } catch let error as JSONError {
      outcome.code = error.code.description
    }
    (outcome.items, outcome.position) = (items, feed.position)
    return outcome
  }

  /// A feed in a framing, with a bad record in it.
  private static func text(_ framing: FeedFraming) -> String {
    let values = ["{\"n\":1}", "{\"b\":tru}", "[2,\n{\"d\":[[]]}]", "{\"s\":\"a\\\"]}{[é\"}"]
    return switch framing {
    case .sequence: values.map { "\u{1E}\($0)\n" }.joined()
    case .rootElements, .document: "[\(values.joined(separator: ", \n"))]"
    case .elements: "{\"x\":[{}],\"items\":[\(values.joined(separator: ","))],\"y\":{}}"
    default: values.map { $0.replacing("\n", with: "") }.joined(separator: "\n") + "\n"
    }
  }

  static let framings: [FeedFraming] = [
    .lines, .auto, .concatenated, .sequence, .rootElements, .document,
    .elements(of: JSONPointer(tokens: ["items"])),
  ]

  @Test("a compressed feed that is cut anywhere is read as its text is", arguments: framings)
  func eachCut(framing: FeedFraming) async throws {
    let text = Array(Self.text(framing).utf8)
    let options = FeedOptions(framing: framing, checking: .full, windowSize: 64)
    let whole = try Delivered(.bytes(text, name: "whole"), options: options)
    let expected = Outcome(items: whole.items, position: whole.position)
    #expect(framing == .document || expected.items.count == 4)
    for compression in Compression.allCases {
      // In one member, and in three.
      for packed in [compression.compress(text), compression.compress(text, cutAt: [9, 20])] {
        let step = Rounds.count(3, long: 1)
        for first in stride(from: 0, through: packed.count, by: step) {
          let found = try await Self.outcome(Pieces(packed, cutAt: [first]), options: options)
          #expect(found == expected, "\(compression), cut at \(first)")
        }
        let single = try await Self.outcome(
          Pieces(packed, cutAt: Array(packed.indices)), options: options)
        #expect(single == expected, "\(compression), in single bytes")
      }
    }
  }

  @Test("a longer one is read as its text is, with empty chunks and from any position")
  func longer() async throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let text = PositionTests.mixed
    for round in 0..<Rounds.count(6, long: 60) {
      let options = FeedOptions(windowSize: [16, 300, 4096, 128 << 10][round % 4])
      let whole = try Delivered(.bytes(text, name: "whole"), options: options)
      for compression in Compression.allCases {
        let members = (0..<round % 4).map { _ in Int.random(in: 0...text.count, using: &random) }
        let packed = compression.compress(text, cutAt: members)
        let cuts = (0..<Int.random(in: 0...200, using: &random)).map { _ in
          Int.random(in: 0...packed.count, using: &random)
        }
        let start = whole.items[Int.random(in: 0..<whole.items.count, using: &random)].after
        let found = try await Self.outcome(
          Pieces(packed, cutAt: cuts), options: options, from: start)
        let rest = whole.items.filter { $0.after.offset > start.offset }
        #expect(
          found == Outcome(items: rest, position: whole.position), "seed \(seed), round \(round)")
      }
    }
  }

  @Test("one that is cut short or damaged ends as a plain feed of it does")
  func damaged() async throws {
    let text = Array(Self.text(.lines).utf8)
    let whole = try Delivered(.bytes(text, name: "whole"))
    for compression in Compression.allCases {
      let packed = compression.compress(text)
      for place in stride(from: compression.magicSize, to: packed.count, by: 3) {
        var changed = packed
        changed[place] ^= 0x41
        for bytes in [Array(packed[..<place]), changed] {
          let plain = try DeliveredUntilFailure(.bytes(bytes, name: "plain"))
          for cuts in [[], [place], Array(bytes.indices)] {
            let found = try await Self.outcome(Pieces(bytes, cutAt: cuts))
            #expect(found.code == plain.error?.code.description, "\(compression), \(place)")
            // How much text comes before the fault depends on how much is decompressed at a time; and it
            // may be damaged, because its checksum comes last.
            if found.code == nil {
              #expect(found.items.filter(\.isGood).count == plain.good.count)
            } else if bytes.count < packed.count {
              #expect(whole.items.starts(with: found.items), "\(compression), \(place)")
            }
          }
        }
      }
    }
  }

  @Test("a feed of chunks whose task is cancelled at any moment loses nothing")
  func cancelled() async throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let text = PositionTests.mixed
    let whole = try Delivered(.bytes(text, name: "whole"))
    for round in 0..<Rounds.count(12, long: 150) {
      let compression = Compression.allCases[
        round % (Compression.allCases.count + 1) % Compression.allCases.count]
      let bytes = round % 4 == 0 ? text : compression.compress(text, cutAt: [700])
      var items: [Delivered.Item] = []
      var position = FeedPosition.start
      var isOver = false
      while !isOver {
        let cuts = (0..<60).map { _ in Int.random(in: 0...bytes.count, using: &random) }
        let chunks = Paused(Pieces(bytes, cutAt: cuts), seed: random.next())
        let (start, last) = (position, Int.random(in: 1...60, using: &random))
        let task = Task { () -> ([Delivered.Item], FeedPosition, Bool) in
          var feed = try AsyncJSONFeed(
            chunks, options: FeedOptions(windowSize: 300), from: start)
          var items: [Delivered.Item] = []
          func take(_ item: Delivered.Item) {
            items.append(item)
            if items.count == last { unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
          }
          do {
            try await feed.forEach {
              take(Delivered.Item($0))
            } rejected: {
              take(Delivered.Item($0))
            }
            return (items, feed.position, true)
          } catch is CancellationError {
            return (items, feed.position, false)
          }
        }
        // From inside, or while it waits for a chunk.
        if Bool.random(using: &random) {
          for _ in 0..<Int.random(in: 0...20, using: &random) { await Task.yield() }
          task.cancel()
        }
        let (more, reached, ended) = try await task.value
        items += more
        // Empty lines after the record are passed, too.
        if let after = more.last?.after {
          #expect(after.recordNumber == reached.recordNumber && after.offset <= reached.offset)
        }
        // Only a feed that came further is resumed from where it came.
        position = more.isEmpty ? position : reached
        isOver = ended
      }
      #expect(items == whole.items, "seed \(seed), round \(round)")
    }
  }

  /// Chunks for which the task really waits at times.
  struct Paused: AsyncSequence, AsyncIteratorProtocol {
    var pieces: Pieces
    var random: SeededGenerator

    init(_ pieces: Pieces, seed: UInt64) {
      self.pieces = pieces
      random = SeededGenerator(seed: seed)
    }

    func makeAsyncIterator() -> Paused { self }

    mutating func next() async throws -> ArraySlice<UInt8>? {
      if Bool.random(using: &random) { await Task.yield() }
      return try await pieces.next()
    }
  }
}
