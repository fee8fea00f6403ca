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
  /// Each piece ends one more record, and is written only after the one before was delivered. A
  /// reader that waited for more than it needs would wait forever.
  @Test(
    "are delivered as soon as their end is known",
    arguments: [
      (.lines, ["{}\n", "[1]\n", "7\n"]),
      // The second record proves the first: only then are records known to be on lines.
      (.concatenated, ["{}\n{}\n", "", "[1]\n", "\"a\"\n", "7\n", "[]\n"]),
      (.sequence, ["\u{1E}{}\u{1E}", "[1]\n\u{1E}", "\n7\n\u{1E}", "\"a\"\n\u{1E}"]),
      (.auto, ["{}\n", "{}\n"]), (.auto, ["{\n}\n", "{\n}\n"]),
    ] as [(FeedFraming, [String])])
  func prompt(framing: FeedFraming, pieces: [String]) throws {
    let watch = try HangWatch()
    defer { watch.end() }
    var ends: [Int32] = [0, 0]
    try #require(unsafe pipe(&ends) == 0)
    defer { close(ends[0]) }
    var waiting = pieces[...]
    func writeNext() {
      guard let piece = waiting.popFirst() else {
        close(ends[1])
        return
      }
      let bytes = Array(piece.utf8)
      if bytes.isEmpty { return }
      #expect(unsafe write(ends[1], bytes, bytes.count) == bytes.count)
    }
    writeNext()
    var feed = try JSONFeed(
      .fileDescriptor(ends[0], name: "pipe"), options: FeedOptions(framing: framing))
    var count = 0
    try feed.forEach { _ in
      count += 1
      writeNext()
    } rejected: {
      throw $0
    }
    #expect(count == pieces.count)
  }

  /// The same for compressed input, which is decompressed on a separate thread. The thread also waits
  /// with half a member: its first bytes give no text, and must not delay the record before them.
  @Test(
    "that are compressed are delivered as soon as they can be decompressed",
    arguments: Compression.allCases, [0, 1, 4, 12])
  func promptCompressed(compression: Compression, begun: Int) throws {
    let watch = try HangWatch()
    defer { watch.end() }
    var ends: [Int32] = [0, 0]
    try #require(unsafe pipe(&ends) == 0)
    defer { close(ends[0]) }
    let members = (0..<30).map { compression.compress(Array("{\"n\":\($0)}\n".utf8)) }
    var next = 0
    func writeNext() {
      guard next < members.count else {
        close(ends[1])
        return
      }
      var bytes = members[next].dropFirst(next == 0 ? 0 : begun)
      next += 1
      if next < members.count { bytes += members[next].prefix(begun) }
      let text = Array(bytes)
      #expect(unsafe write(ends[1], text, text.count) == text.count)
    }
    writeNext()
    var feed = try JSONFeed(.fileDescriptor(ends[0], name: "pipe"))
    var got: [Int] = []
    try feed.forEach { record in
      got.append(try record.cursor["n"].int)
      writeNext()
    } rejected: {
      throw $0
    }
    #expect(got == Array(0..<members.count))
  }
}
