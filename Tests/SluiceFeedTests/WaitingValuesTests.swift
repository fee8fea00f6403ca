import Sluice
import SluiceFeed
import Synchronization
import TestSupport
import Testing

@Suite("Values that wait to be taken")
struct WaitingValuesTests {
  /// How many values exist.
  private final class Living: Sendable {
    let count = Mutex(0)
  }

  private final class Value: Sendable {
    let number: Int
    let living: Living

    init(_ number: Int, _ living: Living) {
      self.number = number
      self.living = living
      living.count.withLock { $0 += 1 }
    }

    deinit { living.count.withLock { $0 -= 1 } }
  }

  static let count = 500
  static let lines = (0..<count).map { "{\"n\":\($0)}\n" }.joined()

  /// Takes some of the values, and returns their numbers.
  private static func take(
    _ wanted: Int, awaited: Bool, threads: Int, windowSize: Int, _ living: Living
  ) async throws -> [Int] {
    let options = FeedOptions(windowSize: windowSize, parallel: threads)
    let feed = try JSONFeed(.bytes(Array(lines.utf8), name: "f"), options: options)
    let values = feed.map { record in Value(Int(try record.cursor["n"].int64), living) }
    var found: [Int] = []
    if awaited {
      for try await value in values {
        found.append(value.number)
        if found.count == wanted { break }
      }
    } else {
      while found.count < wanted, let value = try values.next() { found.append(value.number) }
    }
    return found
  }

  @Test(
    "are delivered once and in order, and released if nobody takes them",
    arguments: [1, 17, 499, 500, 501], [16, 1000, 1 << 17])
  func released(wanted: Int, windowSize: Int) async throws {
    for threads in [1, 3] {
      for awaited in [false, true] {
        let living = Living()
        let found = try await Self.take(
          wanted, awaited: awaited, threads: threads, windowSize: windowSize, living)
        #expect(found == Array(0..<min(wanted, Self.count)))
        #expect(living.count.withLock { $0 } == 0, "\(threads) threads, awaited: \(awaited)")
      }
    }
  }
}
