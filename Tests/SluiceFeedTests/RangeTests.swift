import Sluice
import SluiceFeed
import TestSupport
import Testing

@Suite("Ranges of a feed")
struct RangeTests {
  /// Records, blank lines, CRLF, damage, a byte order mark, lines longer than a window, and a last
  /// line without a newline.
  static func text(_ random: inout SeededGenerator, lines: Int) -> [UInt8] {
    var text: [UInt8] = random.next() % 2 == 0 ? [0xEF, 0xBB, 0xBF] : []
    for number in 0..<lines {
      switch random.next() % 16 {
      case 0: text += Array("  ".utf8)
      case 1: break
      case 2: text += Array("{\"n\":\(number)".utf8)
      case 3: text += Array("{\"n\":\"".utf8) + [0xFF] + Array("\"}".utf8)
      case 4: text += Array("{\"n\":\"\(String(repeating: "x", count: 700))\"}".utf8)
      case 6: text += Array("{\"s\":\"é\\n\\u00e9😀\\\"\",\"n\":\(number)}".utf8)
      case 5: text += Array("{\"long\":\"\(String(repeating: "y", count: 3000))\"}".utf8)
      default: text += Array("{\"s\":\"x\(number)\",\"n\":\(number)}".utf8)
      }
      text += random.next() % 5 == 0 ? [0x0D, 0x0A] : [0x0A]
    }
    if random.next() % 2 == 0 { text += Array("{\"n\":-1}".utf8) }
    return text
  }

  static func options(window: Int, parallel: Int) -> FeedOptions {
    var options = FeedOptions(
      checking: .full, maximumRecordSize: 2000, windowSize: window, parallel: parallel)
    options.chunkSize = 3 * window
    return options
  }

  /// The contents of a range, with numbers and lines continued from the ranges before it.
  static func delivered(
    _ source: FeedSource, _ options: FeedOptions, _ range: FeedRange, after: inout FeedCounts
  ) throws -> [Delivered.Item] {
    let feed = try JSONFeed(source, options: options, in: range)
    var items: [Delivered.Item] = []
    var bad: [Delivered.Item] = []
    let values = feed.map({ Delivered.Item($0) }, rejected: { bad.append(Delivered.Item($0)) })
    while let item = try values.next() { items.append(item) }
    items = (items + bad).sorted { $0.number < $1.number }
    for item in items { #expect(range.bytes.contains(item.offset)) }
    let before = after
    after.records += feed.counts.records
    after.rejected += feed.counts.rejected
    after.lines += feed.counts.lines
    after.bytes += feed.counts.bytes
    return items.map { item in
      var item = item
      item.number += before.records + before.rejected
      item.line += before.lines
      item.after.line += before.lines
      item.after.recordNumber += before.records + before.rejected
      return item
    }
  }

  @Test(
    "however a file is divided, its ranges together yield exactly what one pass does",
    arguments: 0..<Chaos.rounds(40))
  func divisions(round: UInt64) throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let bytes = Self.text(&random, lines: Int.random(in: 0...120, using: &random))
    let folder = try TemporaryFolder()
    let path = folder.put(bytes, to: "f")
    let source = round % 4 == 0 ? FeedSource.bytes(bytes, name: path) : .file(path)
    let options = Self.options(
      window: [64, 400, 128 << 10][Int(round % 3)], parallel: round % 2 == 0 ? 1 : 2)
    let whole = try Delivered(source, options: options)

    let size = Int64(bytes.count)
    var cuts = (0..<Int.random(in: 0...40, using: &random)).map { _ in
      Int64.random(in: 0...size, using: &random)
    }
    // Around the first bytes, where a byte order mark may be, and after the end.
    if round % 2 == 0 { cuts += [0, 1, 2, 3, 4].filter { $0 <= size } + [size, size + 5] }
    let places = [0] + cuts.sorted() + [size + 10]
    var all = FeedCounts()
    var items: [Delivered.Item] = []
    for (start, end) in zip(places, places.dropFirst()) {
      items += try Self.delivered(source, options, FeedRange(bytes: start..<end), after: &all)
    }
    #expect(items == whole.items, "seed \(seed)")
    #expect(all.lines == whole.counts.lines && all.rejected == whole.counts.rejected)
  }

  @Test("every range of a small feed reads the lines that begin in it")
  func everyRange() throws {
    for text in ["{}\n\n[1]\r\n{\"a\":2}", "\u{FEFF}{}\n[2]\n", "\n\n", "", "[1]", "[1]\n"] {
      let bytes = Array(text.utf8)
      let whole = try Delivered(.bytes(bytes, name: "f"))
      for start in 0...bytes.count + 1 {
        for end in start...bytes.count + 2 {
          var none = FeedCounts()
          let items = try Self.delivered(
            .bytes(bytes, name: "f"), Self.options(window: 16, parallel: 1),
            FeedRange(bytes: Int64(start)..<Int64(end)), after: &none)
          let range = start..<end
          let expected = whole.items.map(\.offset).filter { range.contains(Int($0)) }
          #expect(items.map(\.offset) == expected, "\(text.debugDescription) \(range)")
          #expect(items.map(\.number) == Array(1..<Int64(items.count + 1)))
        }
      }
    }
  }

  @Test("a range in a pipe is read like one in a file")
  func pipes() throws {
    let text = (0..<500).map { "{\"n\":\($0)}\n" }.joined()
    let range = FeedRange(bytes: 1000..<3000)
    let pipe = try OpenPipe()
    try pipe.write(text)
    pipe.end()
    var none = FeedCounts()
    let options = Self.options(window: 64, parallel: 1)
    let piped = try Self.delivered(
      .fileDescriptor(pipe.output, name: "p"), options, range, after: &none)
    none = FeedCounts()
    #expect(
      try piped
        == Self.delivered(.bytes(Array(text.utf8), name: "p"), options, range, after: &none))
    #expect(piped.count > 100)
  }

  @Test("a range can be resumed from a position, and places name it")
  func resume() throws {
    let lines = (0..<100).map { $0 % 10 == 9 ? "{\"n\":\n" : "{\"n\":\($0)}\n" }
    let bytes = Array(lines.joined().utf8)
    let range = FeedRange(bytes: 300..<700)
    let source = FeedSource.bytes(bytes, name: "f")
    let options = Self.options(window: 64, parallel: 1)
    var none = FeedCounts()
    let whole = try Self.delivered(source, options, range, after: &none)
    #expect(whole.count > 30)
    for (i, item) in whole.enumerated() {
      var rest: [Int64] = []
      var feed = try JSONFeed(source, options: options, in: range, from: item.after)
      try feed.forEach {
        rest.append($0.offset)
        #expect($0.number == whole[i + rest.count].number && $0.line == whole[i + rest.count].line)
      } rejected: { bad in
        rest.append(bad.offset)
        #expect(
          bad.description.hasPrefix(
            "f[300..<700]:\(whole[i + rest.count].line), byte \(bad.offset): "))
        #expect(bad.source == "f" && bad.range == range)
      }
      #expect(rest == whole[(i + 1)...].map(\.offset))
      #expect(feed.progress.snapshot.fraction == 1 || rest.isEmpty)
    }
    let error = Self.refusal(
      source, options, range: range, from: FeedPosition(offset: 10, line: 1, recordNumber: 1))
    #expect(error?.code == .invalidValue)
    #expect(error?.description.contains("it is at byte 10 of f") == true)
  }

  private static func refusal(
    _ source: FeedSource, _ options: FeedOptions = FeedOptions(),
    range: FeedRange = FeedRange(bytes: 5..<20), from position: FeedPosition = .start
  ) -> JSONError? {
    do throws(JSONError) {
      _ = try JSONFeed(source, options: options, in: range, from: position)
      return nil
    } catch {
      return error
    }
  }

  @Test("sources that can't be divided are refused, and the error says why")
  func refusals() throws {
    let text = Array((0..<50).map { "{\"n\":\($0)}\n" }.joined().utf8)
    let folder = try TemporaryFolder()
    let path = folder.put(text, to: "plain")
    #expect(Self.refusal(.file(path)) == nil)
    func check(_ error: JSONError?, _ reason: String) {
      #expect(error?.code == .invalidValue)
      #expect(error?.description.contains(reason) == true, "\(error?.description ?? "no error")")
    }
    for compression in Compression.allCases {
      let packed = folder.put(compression.compress(text), to: "packed")
      check(
        Self.refusal(.file(packed)),
        "it is compressed by \(compression.title)")
    }
    check(
      Self.refusal(.bytes(TestEncoding.allCases[0].encode("[1]\n[2]\n", mark: true), name: "u")),
      "it is in UTF-")
    check(Self.refusal(.files([path, path])), "it is several files")
    check(Self.refusal(.glob(folder.path + "/*")), "it is several files")
    check(Self.refusal(.follow(path)), "it has no end")
    for framing in ValueChaosTests.framings + [.document] {
      check(
        Self.refusal(.file(path), FeedOptions(framing: framing)),
        "it is \(framing), whose records can't be told apart")
    }
    #expect(Self.refusal(.file(folder.path + "/none"))?.code == .io)
  }

  @Test("a range counts lines and records from the start of the source, if asked to")
  func countsFromStart() throws {
    for _ in 0..<20 {
      let seed = UInt64.random(in: 0 ... .max)
      var random = SeededGenerator(seed: seed)
      let bytes = Self.text(&random, lines: 60)
      let source = FeedSource.bytes(bytes, name: "f")
      let options = Self.options(window: 64, parallel: Int.random(in: 1...2, using: &random))
      let whole = try Delivered(source, options: options)
      let size = Int64(bytes.count)
      let cuts = (0..<5).map { _ in Int64.random(in: 0...size, using: &random) }.sorted()
      let places = [0] + cuts + [size + 3]
      var items: [Delivered.Item] = []
      for (start, end) in zip(places, places.dropFirst()) {
        var options = options
        options.range = FeedRange(bytes: start..<end, countsFromStart: true)
        let found = try Delivered(source, options: options)
        items += found.items
        #expect(found.counts.rejected == Int64(found.bad.count), "seed \(seed)")
      }
      #expect(items == whole.items, "seed \(seed)")
    }
    let text = Array("{}\n\n[1\n{}\n".utf8)
    let range = FeedRange(bytes: 3..<8, countsFromStart: true)
    var feed = try JSONFeed(
      .bytes(text, name: "f"),
      options: FeedOptions(checking: .full, badRecords: .collect(limit: 9)),
      in: range)
    try feed.forEach { _ in }
    #expect(feed.badRecords.map(\.line) == [3] && feed.badRecords.map(\.number) == [2])
    #expect(feed.badRecords.first?.range == nil)
    #expect(feed.badRecords.first?.description.hasPrefix("f:3: ") == true)
  }

  @Test("auto examines the start of a source, whatever the range")
  func autoFraming() throws {
    func ids(_ text: String, _ range: Range<Int64>) throws -> [Int64] {
      var options = FeedOptions(framing: .auto)
      options.range = FeedRange(bytes: range)
      return try Delivered(.bytes(Array(text.utf8), name: "f"), options: options).items.map(
        \.offset)
    }
    #expect(try ids("{}\n{}\n{}\n", 1..<6) == [3])
    #expect(throws: JSONError.self) { try ids("[\n1,\n2]\n", 1..<6) }
    let pipe = try OpenPipe()
    pipe.end()
    let error = Self.refusal(
      .fileDescriptor(pipe.output, name: "p"), FeedOptions(framing: .auto))
    #expect(error?.description.contains("which can't be read twice; name lines") == true)
  }

  @Test("a range that holds no line yet finds those that are appended")
  func noLineYet() throws {
    let folder = try TemporaryFolder()
    let path = folder.put(Array("{\"a\":1".utf8), to: "f")
    var options = FeedOptions()
    options.range = FeedRange("7..")
    let empty = try Delivered(.file(path), options: options)
    #expect(empty.items.isEmpty && empty.position == .start)
    try folder.append("}\n{}\n", to: "f")
    let more = try Delivered(.file(path), options: options, from: empty.position)
    #expect(more.items.map(\.offset) == [8])
  }

  @Test("a reject of a range tells in its file what its line counts from")
  func rejectFile() throws {
    let folder = try TemporaryFolder()
    let path = folder.put(Array("{}\n{}\n[1\n{}\n".utf8), to: "f")
    for countsFromStart in [false, true] {
      var options = FeedOptions(checking: .full, badRecords: .reject(to: folder["r"]))
      options.range = FeedRange("1..9", countsFromStart: countsFromStart)
      var feed = try JSONFeed(.file(path), options: options)
      try feed.forEach { _ in }
    }
    var replay = try RejectReplay(.file(folder["r"]))
    var found: [Reject] = []
    try replay.forEach { found.append($0) }
    #expect(found.map(\.source) == [path, path] && found.map(\.offset) == [6, 6])
    #expect(found.map(\.line) == [2, 3] && found.map(\.record) == [2, 3])
    #expect(found.map(\.range) == [FeedRange("1..9"), nil])
  }

  @Test("a range may end anywhere after the source")
  func openEnds() throws {
    let text = FeedSource.bytes(Array("{}\n[1]\n{}".utf8), name: "f")
    for start in 0...12 as ClosedRange<Int64> {
      for countsFromStart in [false, true] {
        var options = FeedOptions(windowSize: 16)
        options.range = FeedRange(bytes: start ..< .max, countsFromStart: countsFromStart)
        let found = try Delivered(text, options: options)
        #expect(found.items.map(\.offset) == [0, 3, 7].filter { $0 >= start })
      }
    }
  }

  @Test("counting the lines before a range ends when the feed is stopped")
  func stopped() throws {
    let stop = FeedStop()
    stop.stop()
    let range = FeedRange(bytes: 7..<9, countsFromStart: true)
    #expect(throws: JSONError.self) {
      _ = try JSONFeed(.bytes(Array("{}\n[1]\n{}\n".utf8), name: "f"), in: range, stop: stop)
    }
  }

  @Test("ranges have a text")
  func text() {
    #expect(FeedRange("10..20")?.bytes == 10..<20)
    #expect(FeedRange("10..")?.bytes == 10 ..< .max)
    #expect(FeedRange("0..0", countsFromStart: true)?.countsFromStart == true)
    for text in [
      "", "..", "5", "5.", "..5", "5..4", "-1..4", "+1..4", "1...4", "1..4 ", "1_0..40",
      "1..1000000000000000000", "١..٢",
    ] {
      #expect(FeedRange(text) == nil, "\(text)")
    }
    for text in ["10..20", "7.."] { #expect(FeedRange(text)?.text == text) }
  }

  @Test("any size is divided evenly")
  func dividing() {
    #expect(
      FeedRange.dividing(10, into: 3).map(\.bytes) == [0..<4, 4..<7, 7..<10])
    #expect(FeedRange.dividing(2, into: 3).map(\.bytes) == [0..<1, 1..<2, 2..<2])
    #expect(FeedRange.dividing(5, into: 0).map(\.bytes) == [0..<5])
    #expect(FeedRange.dividing(-5, into: 2).map(\.bytes) == [0..<0, 0..<0])
    #expect(FeedRange(bytes: -5..<3).bytes == 0..<3)
    #expect(FeedRange(bytes: 7 ..< .max).description == "7..<9223372036854775807")
  }
}
