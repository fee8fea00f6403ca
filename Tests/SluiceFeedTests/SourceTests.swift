import Sluice
import SluiceFeed
import SluiceSamples
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("Sources")
struct SourceTests {
  /// A file that exists for the duration of a test.
  private static func withFile<R>(_ bytes: [UInt8], _ body: (String) throws -> R) throws -> R {
    let folder = try TemporaryFolder()
    let path = try folder.write(bytes, to: "feed")
    return try withExtendedLifetime(folder) { try body(path) }
  }

  @Test("a pipe cut anywhere yields what one pass over the bytes yields", arguments: 0..<20)
  func pipes(round: UInt64) throws {
    var random = SeededGenerator(seed: 0xF1FE &+ round)
    let seed = random.state
    var bytes = PositionTests.mixed
    if round % 2 == 0 {
      bytes = []
      var sample = SampleFeed(shape: .events, seed: round)
      sample.appendRecords(100, to: &bytes)
    }
    let options = FeedOptions(windowSize: [16, 300, 4096, 256 << 10][Int(round % 4)])
    let whole = try Delivered(.bytes(bytes, name: "whole"), options: options)
    let largest = [1, 7, 500, 100_000][Int.random(in: 0..<4, using: &random)]
    let piped = try Pipe.delivered(bytes, options: options) { _ in
      Int.random(in: 1...largest, using: &random)
    }
    #expect(piped == whole, "seed \(seed)")
  }

  @Test("a file yields what its bytes yield, from any position")
  func files() throws {
    let whole = try Delivered(.bytes(PositionTests.mixed, name: "whole"))
    try Self.withFile(PositionTests.mixed) { path in
      #expect(try Delivered(.file(path)) == whole)
      for (i, item) in whole.items.enumerated() {
        let rest = try Delivered(
          .file(path), options: FeedOptions(windowSize: 512), from: item.after)
        #expect(rest.items == Array(whole.items[(i + 1)...]))
      }
    }
  }

  @Test("a pipe's bytes before the position are read and dropped")
  func skippedPipe() throws {
    let whole = try Delivered(.bytes(PositionTests.mixed, name: "whole"))
    let item = whole.items[20]
    let rest = try Pipe.delivered(PositionTests.mixed, from: item.after) { _ in 333 }
    #expect(rest.items == Array(whole.items[21...]))
  }

  @Test("an offset past the source's end is an error, not an empty feed")
  func beyondTheEnd() throws {
    let position = FeedPosition(offset: 100, line: 3, recordNumber: 3)
    let bytes = Array("{}\n{}\n".utf8)
    func code(_ body: () throws -> Delivered) -> JSONError.Code? {
      do {
        _ = try body()
        Issue.record("it was read")
        return nil
      } catch let error as JSONError {
        #expect(error.description.contains("ends before byte 100"))
        return error.code
      } catch {
        return nil
      }
    }
    let inMemory = code { try Delivered(.bytes(bytes, name: "b"), from: position) }
    #expect(inMemory == .io)
    let piped = code { try Pipe.delivered(bytes, from: position) { _ in 2 } }
    #expect(piped == .io)
    try Self.withFile(bytes) { path in
      let file = code { try Delivered(.file(path), from: position) }
      #expect(file == .io)
      let end = FeedPosition(offset: 6, line: 2, recordNumber: 2)
      let nothing = try Delivered(.file(path), from: end)
      #expect(nothing.items.isEmpty)
    }
  }

  @Test("an unreadable source is an error that says which and why")
  func unreadable() throws {
    for (path, reason) in [("/nonexistent/feed.ndjson", "No such file"), ("/", "directory")] {
      do {
        _ = try Delivered(.file(path))
        Issue.record("\(path) was read")
      } catch let error as JSONError {
        #expect(error.code == .io)
        #expect(error.description.contains(path) && error.description.contains(reason))
      }
    }
    do {
      _ = try Delivered(.fileDescriptor(-1, name: "socket 4"))
      Issue.record("a closed descriptor was read")
    } catch let error as JSONError {
      #expect(error.code == .io && error.description.contains("socket 4"))
    }
  }

  @Test("a record from a pipe is delivered before the next one is written")
  func recordsComeAtOnce() throws {
    var ends: [Int32] = [0, 0]
    #expect(unsafe pipe(&ends) == 0)
    let (input, output) = (ends[0], ends[1])
    defer { close(input) }
    // Each record is written from within the call that got the one before: a feed that waited for
    // more would hang.
    func send(_ n: Int) {
      let line = Array("{\"n\":\(n)}\n".utf8)
      #expect(unsafe write(output, line, line.count) == line.count)
    }
    send(0)
    var feed = try JSONFeed(.fileDescriptor(input, name: "pipe"))
    var next = 0
    try feed.forEach { record in
      let n = try record.cursor["n"].int
      #expect(n == next)
      next += 1
      if next < 50 { send(next) } else { close(output) }
    } rejected: { _ in
      Issue.record("unexpected reject")
    }
    #expect(next == 50)
  }
}
