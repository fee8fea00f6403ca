import FeedTestSupport
import Foundation
import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import TestSupport
import Testing

/// A job's rejects are those of the rows that its target has now.
@Suite("The rejects of a job that began anew", .serialized)
struct JobRejectTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("{\"id\":1}\n{\"id\":\"x\"}\n{\"id\":3}\n", to: "f")
    try folder.write("{\"id\":\"y\"}\n", to: "g")
  }

  @discardableResult
  private func run(
    _ feed: String, into target: SinkTarget, _ mode: WriteMode = .append,
    _ choices: TableChoices = [], rejects: String? = nil
  ) throws -> ImportSummary {
    let sink = try target.sink(
      table: target.isDatabase ? "t" : nil, mode: mode, choices: choices,
      rejectTable: rejects == nil ? "bad" : nil)
    return try ImportJob(
      feed: .file(folder[feed]), columns: [try ImportColumn(parsing: "id:int=id")], sink: sink,
      options: ImportOptions(batchSize: 1, rejectFile: rejects.map { folder[$0] })
    ).run()
  }

  private func places(_ name: String = "r") -> [String] {
    folder.lines(name).map { line in
      line.contains("\\\"y\\\"") ? "g" : line.contains("\\\"x\\\"") ? "f" : line
    }
  }

  @Test("in a file leave the old ones, and keep those of other jobs and other lines")
  func restartedFile() throws {
    try folder.write("{\"source\":\"other\"}\n", to: "r")
    let one = try SinkTarget(parsing: folder["a.sqlite"])
    let two = try SinkTarget(parsing: folder["b.csv"])
    for (feed, target) in [("f", one), ("g", one), ("f", two)] {
      try run(feed, into: target, rejects: "r")
    }
    #expect(places() == ["{\"source\":\"other\"}", "f", "g", "f"])
    // The one in the other target stays.
    #expect(try run("f", into: one, .append, .restart, rejects: "r").rejects == 1)
    #expect(places() == ["{\"source\":\"other\"}", "g", "f", "f"])
    #expect(try run("f", into: two, .append, .restart, rejects: "r").rejects == 1)
    #expect(places() == ["{\"source\":\"other\"}", "g", "f", "f"])
    // What comes next is appended to the file that took the place.
    try folder.append("{\"id\":\"y\"}\n", to: "f")
    try run("f", into: one, rejects: "r")
    #expect(places() == ["{\"source\":\"other\"}", "g", "f", "f", "g"])
  }

  @Test("were kept by a file after each replacement")
  func replacedFile() throws {
    let target = try SinkTarget(parsing: folder["a.sqlite"])
    try run("g", into: try SinkTarget(parsing: folder["b.csv"]), rejects: "r")
    for feed in ["f", "f", "g", "f"] {
      try run(feed, into: target, .replace, rejects: "r")
      #expect(places() == ["g", feed])
    }
  }

  @Test(
    "are removed by the run that comes to its end, wherever others were stopped", arguments: 0..<6)
  func stopped(commits: Int) throws {
    let target = try SinkTarget(parsing: folder["a.sqlite"])
    try run("f", into: target, rejects: "r")
    let stop = FeedStop()
    var left = commits
    let sink = try target.sink(table: "t", mode: .append, choices: .restart)
    let options = ImportOptions(batchSize: 1, rejectFile: folder["r"])
    _ = try ImportJob(
      feed: .file(folder["f"]), columns: [try ImportColumn(parsing: "id:int=id")], sink: sink,
      options: options
    ).run(stop: stop) { _ in
      if left == 0 { stop.stop() }
      left -= 1
    }
    let summary = try run("f", into: target, rejects: "r")
    #expect(places() == ["f"] && summary.totalRejects == 1)
    #expect(try run("f", into: target, rejects: "r").records == 0)
    #expect(places() == ["f"])
  }

  @Test(
    "stayed beside the new ones when the run that began anew had not read anything",
    arguments: ["a.sqlite", "a.csv"])
  func unread(name: String) throws {
    let target = try SinkTarget(parsing: folder[name])
    func run(_ choices: TableChoices = [], isStopped: Bool = false) throws -> ImportSummary {
      let stop = FeedStop()
      if isStopped { stop.stop() }
      let sink = try target.sink(
        table: target.isDatabase ? "t" : nil, mode: .append, choices: choices)
      return try ImportJob(
        feed: .files(["f", "g"].map { folder[$0] }),
        columns: [try ImportColumn(parsing: "id:int=id")], sink: sink,
        options: ImportOptions(rejectFile: folder["r"])
      ).run(stop: stop)
    }
    #expect(try run().rejects == 2)
    #expect(try run(.restart, isStopped: true).records == 0)
    #expect(places() == ["f", "g"])
    let summary = try run()
    #expect((summary.rows, summary.rejects, summary.totalRejects) == (2, 2, 2))
    #expect(places() == ["f", "g"])
    #expect(try run().records == 0)
  }

  @Test("of a source that can't be read again stay, as each of its runs is another one")
  func unrepeatable() throws {
    let target = try SinkTarget(parsing: folder["a.sqlite"])
    for count in 1...2 {
      let sink = try target.sink(table: "t", mode: .append)
      _ = try ImportJob(
        feed: .bytes(Array("{\"id\":\"x\"}\n".utf8), name: "m"),
        columns: [try ImportColumn(parsing: "id:int=id")], sink: sink,
        options: ImportOptions(rejectFile: folder["r"])
      ).run()
      #expect(places().count == count)
    }
  }

  @Test("of a followed log left a length that no later run found, and all of them were refused")
  func followed() throws {
    let target = try SinkTarget(parsing: folder["a.sqlite"])
    func follow(_ choices: TableChoices = [], upTo records: Int64) throws -> ImportSummary {
      let stop = FeedStop()
      let job = try ImportJob(
        feed: .follow(folder["f"]), columns: [try ImportColumn(parsing: "id:int=id")],
        sink: try target.sink(table: "t", choices: choices),
        options: ImportOptions(batchSize: 1, rejectFile: folder["r"]))
      return try job.run(stop: stop) { if $0.records == records { stop.stop() } }
    }
    #expect(try follow(upTo: 3).rejects == 1)
    try FileManager.default.moveItem(atPath: folder["f"], toPath: folder["f.1"])
    try folder.write("{\"id\":4}\n{\"id\":\"y\"}\n", to: "f")
    #expect(try follow(upTo: 2).rejects == 1)
    #expect(places() == ["f", "g"])
    for choices in [TableChoices.restart, [], .restart, .restart, []] {
      if choices.isEmpty { try folder.append("{\"id\":5}\n", to: "f") }
      let records = choices.isEmpty ? 1 : folder.lines("f").count
      let summary = try follow(choices, upTo: Int64(records))
      #expect(summary.records == records && summary.notes == [])
      #expect(places() == ["g"])
    }
  }

  @Test("that were removed from a file that another job shares, which was stopped, are noted")
  func shared() throws {
    let (one, two) = (
      try SinkTarget(parsing: folder["a.sqlite"]), try SinkTarget(parsing: folder["b.sqlite"])
    )
    try run("f", into: one, rejects: "r")
    let stop = FeedStop()
    let options = ImportOptions(batchSize: 1, rejectFile: folder["r"])
    let job = try ImportJob(
      feed: .follow(folder["g"]), columns: [try ImportColumn(parsing: "id:int=id")],
      sink: try two.sink(table: "t"), options: options)
    _ = try job.run(stop: stop) { if $0.records == 1 { stop.stop() } }
    #expect(places() == ["f", "g"])
    // The stopped job's note keeps others away from the file; it is given up.
    try? FileManager.default.removeItem(atPath: folder["r.sluice"])
    try folder.write("{\"id\":1}\n", to: "f")
    try run("f", into: one, .append, .restart, rejects: "r")
    #expect(places() == ["g"])
    let summary = try run("g", into: two, rejects: "r")
    #expect(places() == ["g"])
    #expect(summary.notes.map(\.kind) == [.unchecked])
    #expect(summary.notes.first?.message.contains("is another file since then") == true)
  }

  @Test(
    "in a table leave the old ones, and so does a replacement",
    arguments: RenamedTableTests.Kind.there)
  func table(kind: RenamedTableTests.Kind) throws {
    let database = try RenamedTableTests.Database(kind, in: folder)
    let target = try SinkTarget(parsing: database.target)
    func sources() throws -> [String] {
      try database.rows("SELECT source FROM bad ORDER BY source").map {
        String($0.split(separator: "/").last ?? "")
      }
    }
    for _ in 0..<2 {
      try run("f", into: target)
      try run("g", into: target)
      #expect(try sources() == ["f", "g"])
    }
    try run("f", into: target, .append, .restart)
    #expect(try sources() == ["f", "g"])
    // ClickHouse can't show them together with the rows of a replacement.
    for feed in kind == .clickHouse ? [] : ["f", "g", "f"] {
      try run(feed, into: target, .replace)
      #expect(try sources() == [feed])
    }
  }

  @Test(
    "a quote before a combining mark, in a record and in its file's name, ended the literal of a statement",
    arguments: RenamedTableTests.Kind.there)
  func quotedMark(kind: RenamedTableTests.Kind) throws {
    let database = try RenamedTableTests.Database(kind, in: folder)
    let target = try SinkTarget(parsing: database.target)
    let name = "a'\u{301}\\\u{301}`\u{301}\"\u{301}b"
    let record = "{\"id\":\"'\u{301}); DROP TABLE t; --\"}"
    try folder.write("{\"id\":1}\n\(record)\n", to: name)
    for rows in [1, 0] {
      let summary = try run(name, into: target)
      #expect(summary.rows == rows && summary.totalRejects == 1)
    }
    #expect(try database.ids("t") == [1])
    for (column, text) in [("raw", record), ("source", folder[name])] {
      let digits =
        switch kind {
        case .postgreSQL: "upper(encode(convert_to(\(column), 'UTF8'), 'hex'))"
        case .duckDB: "hex(encode(\(column)))"
        default: "hex(\(column))"
        }
      let expected = text.utf8.map { String(format: "%02X", $0) }.joined()
      #expect(try database.rows("SELECT \(digits) FROM bad") == [expected])
    }
  }
}
