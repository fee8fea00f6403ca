import Sluice
import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import TestSupport
import Testing

@Suite("An unfinished end of a file")
struct UnfinishedEndTests {
  /// The text that a framing's writer has written when the job first runs, and the text that follows.
  struct Case: Sendable, CustomTestStringConvertible {
    let framing: String
    let first: String
    let rest: String
    let rows: [String]
    var left: ImportSummary.Left
    var taken = 1
    var threads = 1
    var testDescription: String { "\(framing): \(first.prefix(60))" }
  }

  static let cases: [Case] = [
    Case(
      framing: "lines", first: "{\"id\":1}\n{\"id\":", rest: "2}\n", rows: ["1", "2"],
      left: .record(bytes: 6)),
    Case(
      framing: "lines", first: "7\n12", rest: "34\n", rows: ["7", "1234"], left: .record(bytes: 2)),
    Case(
      framing: "lines", first: "7\n\"x\"", rest: " \n", rows: ["7"], left: .record(bytes: 3)),
    Case(
      framing: "lines", first: "7\n{\"id\":8}}", rest: "\n9\n", rows: ["7", "9"],
      left: .record(bytes: 9)),
    Case(
      framing: "concatenated", first: "{\"id\":1} 12", rest: "34 ", rows: ["1", "1234"],
      left: .record(bytes: 2)),
    Case(
      framing: "concatenated", first: "{\"id\":1}{\"id\":", rest: "2}", rows: ["1", "2"],
      left: .record(bytes: 6)),
    Case(
      framing: "concatenated", first: "{\"id\":1}\n\"ab", rest: "c\" 5 ", rows: ["1", "5"],
      left: .record(bytes: 3)),
    Case(
      framing: "sequence", first: "\u{1e}{\"id\":1}\n\u{1e}12", rest: "34\n", rows: ["1", "1234"],
      left: .record(bytes: 3)),
    Case(
      framing: "sequence", first: "\u{1e}{\"id\":1}\n\u{1e}", rest: "{\"id\":2}\n",
      rows: ["1", "2"],
      left: .record(bytes: 1)),
    Case(
      framing: "sequence", first: "\u{1e}{\"id\":1}\n\u{1e}{\"id\"", rest: ":2}\n",
      rows: ["1", "2"],
      left: .record(bytes: 6)),
    Case(
      // The next record must show that the last one is not part of another.
      framing: "elements", first: "[{\"id\":1},\n{\"id\":2}", rest: ",{\"id\":3}]",
      rows: ["1", "2", "3"],
      left: .array(bytes: 8)),
    Case(
      framing: "elements", first: "[{\"id\":1},\n12", rest: "34]", rows: ["1", "1234"],
      left: .array(bytes: 2)),
    Case(
      framing: "elements:/a", first: "{\"b\":{\"c\":[1,", rest: "2]},\"a\":[{\"id\":1}]}",
      rows: ["1"],
      left: .array(bytes: 13), taken: 0),
    Case(
      framing: "document", first: "{\"x\":[1,\n2],", rest: "\"id\":5}", rows: ["5"],
      left: .record(bytes: 12), taken: 0),
    Case(
      framing: "document", first: "12", rest: "34\n", rows: ["1234"], left: .record(bytes: 2),
      taken: 0),
  ]

  private func bench(_ framing: String, threads: Int = 1) throws -> ImportBench {
    var bench = try ImportBench()
    bench.framing = try FeedFraming(framing)
    bench.checking = .full
    bench.threads = threads
    // A record that is an object has its number in "id", and one that is a number is it.
    return bench
  }

  private func run(_ bench: ImportBench, isFinal: Bool = false) throws -> ImportSummary {
    var options = ImportOptions(
      feed: FeedOptions(framing: bench.framing, checking: .full, parallel: bench.threads),
      rejectFile: bench.folder["rejects.ndjson"])
    options.isFinal = isFinal
    let job = try ImportJob(
      feed: .file(bench.folder["feed"]), columns: [try ImportColumn(parsing: "raw:raw")],
      sink: try SQLiteSink(path: bench.folder["db.sqlite"], table: "t"), options: options)
    return try job.run()
  }

  /// The numbers in the rows.
  private func numbers(_ bench: ImportBench) throws -> [String] {
    try bench.rows().compactMap { row in
      let digits = row.filter { ("0"..."9").contains($0) }
      if row.contains("\"x\":") { return "5" }
      return digits.isEmpty ? nil : digits
    }
  }

  @Test("is left for the next run, which takes it whole", arguments: cases, [1, 3])
  func left(test: Case, threads: Int) throws {
    let bench = try bench(test.framing, threads: threads)
    try bench.folder.write(test.first, to: "feed")
    let first = try run(bench)
    #expect(first.sources[0].left == test.left && first.rejects == 0 && first.rows == test.taken)
    #expect(first.leftBytes == test.left.bytes)
    // Nothing is new, and it is reported again.
    let again = try run(bench)
    #expect(again.rows == 0 && again.rejects == 0 && again.sources[0].left == test.left)
    try bench.folder.append(test.rest, to: "feed")
    let whole = try run(bench)
    #expect(whole.sources[0].left == nil)
    #expect(try numbers(bench) == test.rows)
  }

  @Test("is taken or rejected by the final run", arguments: cases)
  func final(test: Case) throws {
    let bench = try bench(test.framing)
    try bench.folder.write(test.first, to: "feed")
    let summary = try run(bench, isFinal: true)
    #expect(summary.sources[0].left == nil)
    // A record separator alone gives no record.
    if !test.first.hasSuffix("\u{1e}") { #expect(summary.records > Int64(test.taken)) }
  }

  @Test(
    "is taken when it is a closed object or array",
    arguments: ["{\"id\":2}", "[2]", "{\"id\":2} \r"])
  func closed(last: String) throws {
    let bench = try bench("lines")
    try bench.folder.write("{\"id\":1}\n" + last, to: "feed")
    let summary = try run(bench)
    #expect(summary.rows == 2 && summary.leftBytes == 0)
    #expect(try run(bench).rows == 0)
  }

  @Test("is final in a source that can't be read again, such as a pipe")
  func pipe() throws {
    let bench = try bench("lines")
    let summary = try bench.run(text: "{\"id\":1}\n{\"id\":", "id:int=id")
    #expect(summary.rows == 1 && summary.rejects == 1 && summary.leftBytes == 0)
  }

  @Test(
    "is left by several threads, even when it is longer than a piece of the file")
  func large() throws {
    let bench = try bench("lines", threads: 4)
    let text = (1...60_000).map { "{\"id\":\($0),\"text\":\"some more text in this line\"}\n" }
      .joined()
    let tail = "{\"id\":0,\"text\":\"" + String(repeating: "x", count: 700_000)
    try bench.folder.write(text + tail, to: "feed")
    let first = try run(bench)
    #expect(first.rows == 60_000 && first.sources[0].left == .record(bytes: Int64(tail.utf8.count)))
    try bench.folder.append("\"}\n", to: "feed")
    #expect(try run(bench).rows == 1)
  }

  @Test("is left even when it exceeds the limit for records: its end does not become a record")
  func tooLong() throws {
    let bench = try bench("lines")
    func run() throws -> ImportSummary {
      var options = ImportOptions(feed: FeedOptions(checking: .full, maximumRecordSize: 100))
      options.rejectFile = bench.folder["rejects.ndjson"]
      return try ImportJob(
        feed: .file(bench.folder["feed"]), columns: [try ImportColumn(parsing: "raw:raw")],
        sink: try SQLiteSink(path: bench.folder["db.sqlite"], table: "t"), options: options
      ).run()
    }
    try bench.folder.write("1\n[" + String(repeating: "1,", count: 200), to: "feed")
    #expect(try run().sources[0].left == .record(bytes: 401))
    try bench.folder.append("2]\n3\n", to: "feed")
    let second = try run()
    #expect(second.rows == 1 && second.rejects == 1)
    #expect(try numbers(bench) == ["1", "3"])
  }

  @Test("is reported in the summary's JSON")
  func json() throws {
    let bench = try bench("lines")
    try bench.folder.write("1\n12", to: "feed")
    let json = try run(bench).json(seconds: 1)
    #expect(json["left_bytes"]?.int64 == 2)
    #expect(
      json["sources"]?.array?.first?["left"]?.description == "{\"kind\":\"record\",\"bytes\":2}")
  }
}
