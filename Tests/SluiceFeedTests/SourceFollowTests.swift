import Sluice
import SluiceFeed
import SluiceSystem
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("Sources: followed files")
struct SourceFollowTests {
  /// Follows a file. `react` gets each record's number `n`, and makes the next change to the file
  /// from within the call that got the record: a feed that missed it would wait forever. Returns
  /// the `n` of all records, negative for rejects, until `react` returns false.
  private func follow(
    _ path: String, from start: FeedPosition = .start,
    react: (Int) throws -> Bool
  ) throws -> (seen: [Int], position: FeedPosition, counts: FeedCounts) {
    let stop = FeedStop()
    var feed = try JSONFeed(
      .follow(path), options: FeedOptions(checking: .full), from: start, stop: stop)
    var seen: [Int] = []
    try feed.forEach { record in
      let n = try record.cursor["n"].int
      seen.append(n)
      if !(try react(n)) { stop.stop() }
    } rejected: { bad in
      seen.append(-bad.rawBytes.count)
    }
    return (seen, feed.position, feed.counts)
  }

  @Test("appended text is delivered line by line, until the feed is stopped")
  func appended() throws {
    let folder = try TemporaryFolder()
    let path = folder.put("{\"n\":1}\n{\"n\":2}\n", to: "log")
    let result = try follow(path) { n in
      // The newline arrives separately from the line.
      if n.isMultiple(of: 2), n < 50 {
        folder.put("{\"n\":\(n + 1)}", to: "log", appending: true)
        folder.put("\n{\"n", to: "log", appending: true)
        folder.put("\":\(n + 2)", to: "log", appending: true)
        folder.put("}\n", to: "log", appending: true)
      }
      return n < 50
    }
    #expect(result.seen == Array(1...50) && result.counts.rejected == 0)
  }

  @Test("an unfinished line is not delivered when the feed is stopped")
  func unfinished() throws {
    let folder = try TemporaryFolder()
    let path = folder.put("{\"n\":1}\n{\"n\":2}", to: "log")
    let first = try follow(path) { _ in false }
    #expect(first.seen == [1])
    #expect(first.position == FeedPosition(offset: 8, line: 1, recordNumber: 1))
    folder.put("\n{\"n\":3}\n", to: "log", appending: true)
    let rest = try follow(path, from: first.position) { $0 < 3 }
    #expect(rest.seen == [2, 3] && rest.position.line == 3)
  }

  @Test("the rest of a replaced file is read first, including its last line, and then the new file")
  func rotated() throws {
    let folder = try TemporaryFolder()
    let path = folder.put("{\"n\":1}\n", to: "log")
    let result = try follow(path) { n in
      switch n {
      case 1:
        // Its writer continues in the old file until it opens the new one.
        #expect(unsafe rename(path, path + ".1") == 0)
        folder.put("{\"n\":2}\n", to: "log.1", appending: true)
      case 2:
        folder.put("", to: "log")
        folder.put("{\"n\":3}\n{\"n\":4", to: "log.1", appending: true)
        folder.put("}", to: "log.1", appending: true)
        folder.put("{\"n\":5}\n", to: "log", appending: true)
      case 5:
        #expect(unsafe rename(path, path + ".2") == 0)
        folder.put("{\"n\":6}\n", to: "new")
        #expect(unsafe rename(folder.path + "/new", path) == 0)
      default: break
      }
      return n < 6
    }
    #expect(result.seen == [1, 2, 3, 4, 5, 6])
    #expect(result.position == FeedPosition(offset: 8, line: 1, recordNumber: 6))
    #expect(result.counts.lines == 6 && result.counts.bytes == 47)
  }

  @Test("a removed file is awaited until it exists again")
  func removed() throws {
    let folder = try TemporaryFolder()
    let path = folder.put("{\"n\":1}\n", to: "log")
    let result = try follow(path) { n in
      if n == 1 {
        #expect(unsafe unlink(path) == 0)
        folder.put("{\"n\":2}\n", to: "log")
      }
      return n < 2
    }
    #expect(result.seen == [1, 2])
  }

  @Test("a truncated file is read again from its start; the line it was cut in is a reject")
  func truncated() throws {
    let folder = try TemporaryFolder()
    let path = folder.put("{\"n\":1}\n{\"n\":2}\n{\"n\":3,", to: "log")
    let result = try follow(path) { n in
      if n == 2 { folder.put("{\"n\":4}\n", to: "log") }
      return n < 4
    }
    #expect(result.seen == [1, 2, -7, 4])
    #expect(result.position == FeedPosition(offset: 8, line: 1, recordNumber: 4))
  }

  @Test("many writes and rotations: each line is delivered once, in order", arguments: 0..<2)
  func manyRotations(round: UInt64) throws {
    let folder = try TemporaryFolder()
    let path = folder.put("", to: "log")
    let writer = LogWriter(path: path, seed: 0xF0110 + round, lines: 3000)
    let thread = try TestThread { writer.run() }
    defer { thread.join() }
    let result = try follow(path) { n in
      writer.seen.withLock { $0 = n }
      return n < 2999
    }
    #expect(result.seen == Array(0..<3000), "seed \(0xF0110 + round)")
  }

  @Test("stopping ends a feed that waits: in a followed file, a pipe, a compressed pipe")
  func stopped() throws {
    let folder = try TemporaryFolder()
    let path = folder.put("{\"n\":1}\n{\"n\":", to: "log")
    for kind in 0..<3 {
      var ends: [Int32] = [0, 0]
      #expect(unsafe pipe(&ends) == 0)
      defer { for end in ends { close(end) } }
      let text = Array("{\"n\":1}\n{\"n\":".utf8)
      let sent = kind == 2 ? Compression.zstd.compress(text) : text
      #expect(unsafe sent.withUnsafeBytes { unsafe systemWrite(ends[1], $0) } == sent.count)
      let stop = FeedStop()
      var feed = try JSONFeed(
        kind == 0 ? .follow(path) : .fileDescriptor(ends[0], name: "pipe"), stop: stop)
      var seen = 0
      var thread: TestThread?
      try feed.forEach { _ in
        seen += 1
        thread = try TestThread {
          usleep(20_000)
          stop.stop()
          stop.stop()
        }
      } rejected: { _ in
        Issue.record("the unfinished line was delivered")
      }
      thread?.join()
      #expect(seen == 1 && feed.position.offset == 8 && stop.isStopped)
      // It stays stopped.
      try feed.forEach { _ in
        seen += 1
      } rejected: { _ in
        seen += 1
      }
      #expect(seen == 1)
    }
  }

  @Test("a stopped feed and the one that resumes it deliver each record once")
  func stoppedInTheMiddle() throws {
    let whole = try Delivered(.bytes(PositionTests.mixed, name: "whole"))
    for count in [1, 20, 50] {
      let stop = FeedStop()
      var items: [Delivered.Item] = []
      var feed = try JSONFeed(
        .bytes(PositionTests.mixed, name: "part"), options: FeedOptions(windowSize: 700),
        stop: stop)
      try feed.forEach { record in
        items.append(Delivered.Item(record))
        if items.count >= count { stop.stop() }
      } rejected: {
        items.append(Delivered.Item($0))
      }
      #expect(items.count >= count && items.count < whole.items.count)
      let rest = try Delivered(.bytes(PositionTests.mixed, name: "rest"), from: feed.position)
      #expect(items + rest.items == whole.items)
    }
  }

  @Test("a feed that was stopped before it began delivers nothing")
  func stoppedBefore() throws {
    let stop = FeedStop()
    stop.stop()
    var feed = try JSONFeed(.bytes(Array("{}\n".utf8), name: "bytes"), stop: stop)
    try feed.forEach { _ in
      Issue.record("a record")
    } rejected: { _ in
      Issue.record("a reject")
    }
    #expect(feed.counts == FeedCounts())
  }

  @Test(
    "cancelling a task ends its loop over values, even while it waits", arguments: [true, false])
  func cancelled(isFollowed: Bool) async throws {
    let folder = try TemporaryFolder()
    let path = folder.put("{\"n\":1}\n{\"n\":", to: "log")
    var ends: [Int32] = [0, 0]
    #expect(unsafe pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    let text = Array("{\"n\":1}\n{\"n\":".utf8)
    #expect(unsafe text.withUnsafeBytes { unsafe systemWrite(ends[1], $0) } == text.count)
    let input = ends[0]
    let task = Task {
      let mapping = ClosureMapping { try $0["n"].int }
      let feed = try JSONFeed(isFollowed ? .follow(path) : .fileDescriptor(input, name: "pipe"))
      var seen = 0
      do {
        for try await n in feed.values(mapping) {
          seen += n
        }
        return "ended"
      } catch is CancellationError {
        return "cancelled after \(seen)"
      }
    }
    // Not a task: the loop blocks one of the threads that run tasks.
    let thread = try TestThread {
      usleep(30_000)
      task.cancel()
    }
    let result = try await task.value
    thread.join()
    // On a slow machine, it is cancelled before the first value.
    #expect(["cancelled after 1", "cancelled after 0"].contains(result))
  }

  @Test("a missing file is awaited; a stop ends the wait")
  func waitedFor() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/log"
    let thread = try TestThread {
      let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
      _ = unsafe Array("{\"n\":1}\n".utf8).withUnsafeBytes { unsafe systemWrite(descriptor, $0) }
      close(descriptor)
    }
    defer { thread.join() }
    #expect(try follow(path) { _ in false }.seen == [1])
    let stop = FeedStop()
    stop.stop()
    var feed = try JSONFeed(.follow(folder.path + "/never"), stop: stop)
    try feed.forEach { _ in
      Issue.record("a record")
    } rejected: { _ in
      Issue.record("a reject")
    }
  }

  @Test("a file that was truncated and has grown past the position is read again from its start")
  func regrown() throws {
    let folder = try TemporaryFolder()
    let path = folder.put("{\"n\":1}\n{\"n\":2}\n", to: "log")
    let result = try follow(path) { n in
      if n == 2 { folder.put((3...9).map { "{\"n\":\($0)}\n" }.joined(), to: "log") }
      return n < 9
    }
    #expect(result.seen == Array(1...9) && result.counts.rejected == 0)
  }

  @Test("anything but a file can't be followed")
  func nothingThere() throws {
    let folder = try TemporaryFolder()
    for path in [folder.path, "/dev/null"] {
      let error = DeliveredUntilFailure.opening(.follow(path))
      #expect(error?.code == .io && error?.description.contains(path) == true)
    }
  }
}

/// Writes numbered lines to a log in random pieces, and sometimes replaces it with another file.
private final class LogWriter: Sendable {
  let path: String
  let seed: UInt64
  let lines: Int
  /// The last line that was read. Two replacements in quick succession would lose a file to any
  /// reader.
  let seen = LockedValue(-1)

  init(path: String, seed: UInt64, lines: Int) {
    self.path = path
    self.seed = seed
    self.lines = lines
  }

  func run() {
    var random = SeededGenerator(seed: seed)
    var descriptor = unsafe open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
    var pending: [UInt8] = []
    var firstInFile = 0
    for n in 0..<lines {
      pending += Array("{\"n\":\(n)}\n".utf8)
      let isLast = n == lines - 1
      while isLast && !pending.isEmpty || pending.count > 200 {
        let count = Int.random(in: 1...min(200, pending.count), using: &random)
        let written = unsafe pending[..<count].withUnsafeBytes {
          unsafe systemWrite(descriptor, $0)
        }
        guard written > 0 else { return }
        pending.removeFirst(written)
      }
      if Int.random(in: 0..<200, using: &random) == 0, !isLast {
        // The current line is finished in the old file.
        while !pending.isEmpty {
          let written = unsafe pending.withUnsafeBytes { unsafe systemWrite(descriptor, $0) }
          guard written > 0 else { return }
          pending.removeFirst(written)
        }
        while seen.withLock({ $0 }) < firstInFile { usleep(100) }
        firstInFile = n + 1
        close(descriptor)
        unsafe unlink(path + ".1")
        unsafe rename(path, path + ".1")
        descriptor = unsafe open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o644)
        if Bool.random(using: &random) { usleep(500) }
      }
    }
    close(descriptor)
  }
}
