import Sluice
import SluiceFeed
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("Records from a pipe")
struct PromptTests {
  /// Each piece ends one more record, and is written only when the one before was delivered: a reader
  /// that waited for more than it needs would wait for ever.
  @Test(
    "are delivered as soon as their end is known", .timeLimit(.minutes(1)),
    arguments: [
      (.lines, ["{}\n", "[1]\n", "7\n"]), (.concatenated, ["{}", "[1]", "\"a\"", "7 ", "[]"]),
      (.sequence, ["\u{1E}{}", "\n\u{1E}[1]", "\n\u{1E}7\n", "\u{1E}\"a\""]),
      (.rootElements, ["[{}", ",[1]", ",\"a\"", ",7,", "{}"]),
      (.auto, ["{}\n", "{}\n"]), (.auto, ["{\n}\n", "{\n}"]),
    ] as [(FeedFraming, [String])])
  func prompt(framing: FeedFraming, pieces: [String]) throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { close(ends[0]) }
    var waiting = pieces[...]
    func writeNext() {
      guard let piece = waiting.popFirst() else {
        close(ends[1])
        return
      }
      let bytes = Array(piece.utf8)
      #expect(write(ends[1], bytes, bytes.count) == bytes.count)
    }
    writeNext()
    var feed = try JSONFeed(
      .fileDescriptor(ends[0], name: "pipe"), options: FeedOptions(framing: framing))
    var count = 0
    try feed.forEach { _ in
      count += 1
      writeNext()
    } rejected: {
      // The array that never ends.
      #expect($0.error.code == .incomplete && framing == .rootElements)
    }
    #expect(count == pieces.count)
  }
}
