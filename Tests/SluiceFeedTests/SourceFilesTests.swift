import FeedTestSupport
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

@Suite("Sources: several files")
struct SourceFilesTests {
  /// `name:line:offset:number` of each record, `!` before a reject.
  private func outline(
    _ source: FeedSource, from start: FeedPosition = .start, options: FeedOptions = FeedOptions()
  ) throws -> (lines: [String], after: [FeedPosition], counts: FeedCounts) {
    var (lines, after): ([String], [FeedPosition]) = ([], [])
    var feed = try JSONFeed(source, options: options, from: start)
    func short(_ name: String) -> Substring { name.split(separator: "/").last ?? "" }
    try feed.forEach { record in
      lines.append("\(short(record.source)):\(record.line):\(record.offset):\(record.number)")
      after.append(record.positionAfter)
    } rejected: { bad in
      lines.append("!\(short(bad.source)):\(bad.line):\(bad.offset):\(bad.number)")
      after.append(bad.positionAfter)
    }
    return (lines, after, feed.counts)
  }

  /// Files with and without a newline at the end, an empty one, one with a mark, a compressed one, one
  /// in UTF-16, and bad lines.
  private func folder() throws -> (TemporaryFolder, [String]) {
    let folder = try TemporaryFolder()
    let gzip = Compression.gzip.compress(Array("{\"d\":1}\n{\"d\":2}".utf8))
    return (
      folder,
      [
        folder.put("{\"a\":1}\n{\"a\":2}", to: "a"),
        folder.put("", to: "b"),
        folder.put("\u{FEFF}{\"c\":\"\n\n{\"c\":2}\n", to: "c"),
        folder.put(gzip, to: "d.gz"),
        folder.put(TestEncoding.utf16LE.encode("[1]\n[\"é\"]\n", mark: true), to: "e"),
      ]
    )
  }

  @Test("each file has its own name, lines and offsets, and record numbers continue")
  func numbering() throws {
    let (folder, paths) = try folder()
    let expected = [
      "a:1:0:1", "a:2:8:2", "!c:1:3:3", "c:3:11:4", "d.gz:1:0:5", "d.gz:2:8:6", "e:1:0:7",
      "e:2:4:8",
    ]
    for window in [16, 128 << 10] {
      let files = try outline(.files(paths), options: FeedOptions(windowSize: window))
      #expect(files.lines == expected)
      #expect(
        files.counts == FeedCounts(records: 7, rejected: 1, bytes: 15 + 19 + 15 + 11, lines: 9))
      let glob = try outline(.glob(folder.path + "/*"), options: FeedOptions(windowSize: window))
      #expect(glob.lines == expected && glob.after == files.after)
    }
  }

  @Test("a feed resumes after any record of any file")
  func positions() throws {
    let (folder, paths) = try folder()
    let whole = try outline(.files(paths))
    for (i, position) in whole.after.enumerated() {
      #expect(paths.contains { ByteName($0) == position.file })
      for source in [FeedSource.files(paths), .glob(folder.path + "/*")] {
        let rest = try outline(source, from: position)
        #expect(rest.lines == Array(whole.lines[(i + 1)...]), "behind \(whole.lines[i])")
      }
    }
  }

  @Test("a position in a file that is missing, or listed twice, is an error")
  func wrongPositions() throws {
    let (folder, paths) = try folder()
    let inB = FeedPosition(offset: 1, line: 1, recordNumber: 1, file: "/gone.ndjson")
    let gone = DeliveredUntilFailure.opening(.files(paths), from: inB)
    #expect(gone?.code == .io && gone?.description.contains("/gone.ndjson") == true)
    let inA = FeedPosition(offset: 8, line: 1, recordNumber: 1, file: ByteName(paths[0]))
    let twice = DeliveredUntilFailure.opening(.files(paths + paths), from: inA)
    #expect(twice?.description.contains("more than once") == true)
    let nowhere = FeedPosition(offset: 8, line: 1, recordNumber: 1)
    #expect(DeliveredUntilFailure.opening(.files(paths), from: nowhere)?.code == .io)
    #expect(DeliveredUntilFailure.opening(.file(paths[1]), from: inA)?.code == .io)
    #expect(DeliveredUntilFailure.opening(.file(paths[0]), from: inA) == nil)
    _ = folder
  }

  @Test("a pattern that matches no file is an error that says so, and folders do not count")
  func noMatch() throws {
    let folder = try TemporaryFolder()
    unsafe mkdir(folder.path + "/sub.ndjson", 0o755)
    for pattern in ["*.ndjson", "nothing*", "gone/*"] {
      let error = DeliveredUntilFailure.opening(.glob("\(folder.path)/\(pattern)"))
      #expect(error?.code == .io)
      #expect(error?.description.contains("no file matches") == true)
      #expect(error?.description.contains(pattern) == true)
    }
    folder.put("{}\n", to: "x.ndjson")
    #expect(try outline(.glob(folder.path + "/*.ndjson")).lines == ["x.ndjson:1:0:1"])
  }

  @Test("a pattern's files come in byte order")
  func order() throws {
    let folder = try TemporaryFolder()
    for name in ["b", "a9", "a10", "B", "\u{E4}", "a"] { folder.put("{}\n", to: name) }
    let lines = try outline(.glob(folder.path + "/*")).lines
    #expect(lines.map { $0.split(separator: ":")[0] } == ["B", "a", "a10", "a9", "b", "\u{E4}"])
  }

  @Test("a file that can't be read is an error after the records of those before it")
  func missingFile() throws {
    let (folder, paths) = try folder()
    let result = try DeliveredUntilFailure(.files([paths[0], folder.path + "/gone", paths[2]]))
    #expect(result.good.count == 2)
    #expect(result.error?.code == .io && result.error?.description.contains("/gone") == true)
    #expect(result.position.file == ByteName(paths[0]) && result.position.offset == 15)
    let damaged = folder.put(Array(Compression.gzip.compress([0x7B, 0x7D]).dropLast(3)), to: "z")
    let next = try DeliveredUntilFailure(.files([paths[0], damaged, paths[2]]))
    #expect(next.good.count == 2 && next.error?.code == .decompressionFailed)
    #expect(next.error?.description.contains(damaged) == true)
  }

  @Test("a source of no files is an empty feed")
  func noFiles() throws {
    #expect(try outline(.files([])).lines.isEmpty)
  }

  @Test("a record never crosses the end of a file, whatever the file ends with")
  func boundaries() throws {
    let folder = try TemporaryFolder()
    let (first, second) = ("{\"a\":1,\"b\":", "2}\n{\"c\":3}\n")
    let paths = [folder.put(first, to: "1"), folder.put(second, to: "2")]
    let delivered = try Delivered(.files(paths))
    #expect(delivered.good == ["{\"c\":3}"])
    #expect(delivered.bad.map { String(decoding: $0.bytes, as: UTF8.self) } == [first, "2}"])
  }
}

@Suite("Sources that fail")
struct SourceFailureTests {
  @Test("an EIO in mid-feed is an error after the records that were read")
  func inputOutputError() throws {
    // The other end of a terminal that was closed: its text is read, and then there is an EIO.
    var (terminal, other): (Int32, Int32) = (-1, -1)
    try #require(unsafe feed_test_terminal(&terminal, &other) == 0)
    defer { close(terminal) }
    let text = Array("{\"a\":1}\n{\"a\":2\n{\"a\":3}\n{\"a\":".utf8)
    #expect(unsafe text.withUnsafeBytes { unsafe systemWrite(other, $0) } == text.count)
    close(other)
    let result = try DeliveredUntilFailure(.fileDescriptor(terminal, name: "terminal"))
    #expect(result.good == ["{\"a\":1}", "{\"a\":3}"] && result.bad == 1)
    #expect(result.error?.code == .io)
    #expect(result.error?.description.contains("terminal: Input/output error") == true)
    // The unfinished line is not delivered; reading can resume after the last whole one.
    #expect(result.position == FeedPosition(offset: 23, line: 3, recordNumber: 3))
  }

  @Test("truncating a file while it is read is an error after its whole lines")
  func cutFile() throws {
    let folder = try TemporaryFolder()
    var text: [UInt8] = []
    for i in 0..<1000 { text += Array("{\"n\":\(1000 + i)}\n".utf8) }
    let path = folder.put(text, to: "cut")
    var seen = 0
    var feed = try JSONFeed(.file(path), options: FeedOptions(windowSize: 1024))
    do {
      try feed.forEach { _ in
        seen += 1
        // Inside line 500.
        if seen == 10 { #expect(unsafe truncate(path, 499 * 11 + 3) == 0) }
      } rejected: { _ in
        Issue.record("the cut line was delivered")
      }
      Issue.record("it ended as if it were complete")
    } catch let error as JSONError {
      #expect(
        error.code == .io && error.description.contains("truncated while being read"), "\(error)")
      #expect(error.description.contains("11000 bytes, and now has 5492"))
    }
    #expect(seen == 499 && feed.position.line == 499)
  }

  @Test("truncating a compressed file while it is read is an error of the file")
  func cutCompressedFile() throws {
    let folder = try TemporaryFolder()
    var text: [UInt8] = []
    var sample = SampleFeed(shape: .logs, seed: 3)
    while text.count < 8 << 20 { sample.appendRecords(1000, to: &text) }
    let packed = Compression.gzip.compress(text)
    let path = folder.put(packed, to: "cut.gz")
    var seen = 0
    var feed = try JSONFeed(.file(path))
    do {
      try feed.forEach { _ in
        seen += 1
        if seen == 1 { #expect(unsafe truncate(path, off_t(packed.count / 2 * 2 - 100_000)) == 0) }
      } rejected: { _ in
        Issue.record("the cut line was delivered")
      }
      Issue.record("it ended as if it were complete")
    } catch let error as JSONError {
      #expect(
        error.code == .io && error.description.contains("truncated while being read"), "\(error)")
    }
    #expect(seen > 1000)
  }

  @Test("a path with a NUL in it names no file")
  func pathWithNUL() throws {
    for source in [FeedSource.file("/tmp\u{0}x"), .glob("/tmp\u{0}*"), .follow("/tmp\u{0}x")] {
      let error = DeliveredUntilFailure.opening(source)
      #expect(error?.code == .io && error?.description.contains("NUL") == true)
    }
  }
}
