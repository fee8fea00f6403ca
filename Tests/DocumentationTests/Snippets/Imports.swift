import PageExamples
import Sluice
import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import TestSupport
import Testing

// example ASinkOfYourOwn.md: final class ArraySink: Sink {

@Suite("Snippets: SluiceImport")
struct ImportSnippets {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  @Test("a job moves records into a table, and bad ones into the reject file")
  func job() throws {
    let path = try folder.write(
      "{\"id\":1,\"actor\":{\"login\":\"ann\"}}\n{\"id\":\"x\"}\n", to: "feed.ndjson")
    let (database, rejects) = (folder["events.sqlite"], folder["rejects.ndjson"])
    // example SluiceImport.md: let job = try ImportJob(
    #expect(summary.rows == 1)
    #expect(summary.rejects == 1)
    #expect(try TestDatabase(database).rows("SELECT * FROM events") == ["1|'ann'"])
    #expect(folder.lines("rejects.ndjson").count == 1)
  }

  @Test("what was imported is verified")
  func verification() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("{\"id\":1}\n{\"id\":\n{\"id\":2}\n", to: "events.ndjson")
    let database = folder["events.sqlite"]
    let job = try ImportJob(
      feed: .file(path), columns: [ImportColumn(parsing: "id:int=id")],
      sink: SQLiteSink(path: database, table: "events"))
    #expect(try job.run().rows == 2)
    var faults: [String] = []
    // example CheckingAnImport.md: let result = try job.verify()
    #expect(faults.isEmpty && result.isSound)
    try TestDatabase(database).execute("DELETE FROM events WHERE id = 1")
    #expect(try !job.verify().isSound)
  }

  @Test("a gate lets nothing in when too many records are bad")
  func gate() throws {
    let feed = try folder.write("{\"id\":1}\n{\"id\":\"x\"}\n", to: "gated.ndjson")
    let database = folder["gated.sqlite"]
    let error = #expect(throws: ImportError.self) {
      // example WhatARunSays.md: var options = ImportOptions()
      #expect(summary.rows == 1)
    }
    #expect(error?.kind == .beyondLimit)
    #expect(!folder.has("gated.sqlite"))
  }

  @Test("a job changes its table, and puts rejects into another one")
  func tableChanges() throws {
    let feed = textOf("{\"id\":1,\"at\":\"x\"}\n{\"id\":1}\n")
    let path = folder["events.sqlite"]
    // example WhereRowsGo.md: let changes = TableChanges(
    _ = sink
    let target = try SinkTarget(parsing: path)
    let job = try ImportJob(
      feed: feed,
      columns: [ImportColumn(parsing: "id:int=id"), ImportColumn(parsing: "at:text=at")],
      sink: target.sink(table: "events", changes: changes, rejectTable: "rejects"))
    #expect(try job.run().rejects == 1)
    var records: [[UInt8]] = []
    // example WhereRowsGo.md: let rejects = try RejectTable(in: SinkTarget(parsing: path), named:
    #expect(records == [Array("{\"id\":1}".utf8)])
  }

  private func textOf(_ text: String) -> FeedSource { .bytes(Array(text.utf8), name: "feed") }

  @Test("a target chooses the sink")
  func target() throws {
    let path = folder["events.sqlite"]
    // example WhereRowsGo.md 1: let target = try SinkTarget(parsing: path)
    let summary = try ImportJob(
      feed: .bytes(Array("{\"id\":1}".utf8), name: "text"),
      columns: [ImportColumn(parsing: "id:int=id")], sink: sink
    ).run()
    #expect(summary.rows == 1)
    #expect(try TestDatabase(path).rows("SELECT * FROM events") == ["1"])
  }

  @Test("a custom sink, and a second run without new records")
  func sink() throws {
    let path = try folder.write("{\"id\":1}\n{}\n{\"id\":3}\n", to: "feed.ndjson")
    let sink = ArraySink()
    let job = try ImportJob(
      feed: .file(path), columns: [ImportColumn(parsing: "id:int=id")], sink: sink)
    #expect(try job.run().rejects == 1)
    #expect(sink.ids == [1, 3])
    #expect(try job.run().records == 0)
    try folder.append("{\"id\":4}\n", to: "feed.ndjson")
    #expect(try job.run().rows == 1)
    #expect(sink.ids == [1, 3, 4])
  }

  @Test("several files, and their new records")
  func severalFiles() throws {
    for i in 1...3 { try folder.write("{\"id\":\(i)}\n", to: "\(i).ndjson") }
    let (folder, database) = (folder.path, folder["events.sqlite"])
    // example SourcesOfJobs.md: let job = try ImportJob(
    #expect(summary.rows == 3)
    #expect(try job.run().records == 0)
  }

  @Test("a log is followed until it has three rows")
  func followed() throws {
    let log = try folder.write("{\"id\":1}\n{\"id\":2}\n{\"id\":3}\n", to: "log")
    let database = folder["events.sqlite"]
    // example SourcesOfJobs.md: let stop = FeedStop()
    #expect(summary.rows == 3 && summary.isStopped)
  }

  @Test("a row for each element of an array")
  func exploded() throws {
    let path = try folder.write(
      "{\"id\":1,\"payload\":{\"commits\":[{\"sha\":\"a\"},{\"sha\":\"b\"}]}}\n{\"id\":2}\n",
      to: "feed.ndjson")
    let database = folder["commits.sqlite"]
    // example ColumnsOfRows.md: var options = ImportOptions()
    let summary = try ImportJob(
      feed: .file(path), columns: columns, sink: SQLiteSink(path: database, table: "commits"),
      options: options
    ).run()
    #expect(summary.rows == 2 && summary.rowRecords == 1 && summary.empty == 1)
    #expect(
      try TestDatabase(database).rows("SELECT * FROM commits") == ["1|0|'a'", "1|1|'b'"])
  }

  @Test("filters, selections and tallies")
  func filters() throws {
    // example RecordFilters.md: let filter = try Filter("type = 'PushEvent' and payload.size >= 3
    let text =
      "{\"type\":\"PushEvent\",\"public\":true,\"payload\":{\"size\":4}}\n"
      + "{\"type\":\"PushEvent\",\"public\":true,\"payload\":{\"size\":6,\"ref\":\"x\"}}\n"
      + "{\"type\":\"ForkEvent\",\"public\":false,\"payload\":{\"size\":8}}\n"
    var total: Int64 = 0
    var feed = try JSONFeed(.bytes(Array(text.utf8), name: "test"))
    do {
      // example RowSelection.swift: let selection = RowSelection(
      #expect(counts.rows == 2 && counts.filtered == 1 && total == 10)
    }
    feed = try JSONFeed(.bytes(Array(text.utf8), name: "test"))
    #expect(try RowSelection(columns: [], where: filter).forEach(in: &feed) { _ in }.rows == 1)
    feed = try JSONFeed(.bytes(Array(text.utf8), name: "test"))
    // example RecordFilters.md: let tally = try Tally(
    #expect(groups.groups.count == 1 && groups.filtered == 1)
    #expect(groups.groups[0].sums[0].value(.average) == .real(5))
  }

  @Test("a job file, and the page's own")
  func jobFile() throws {
    try folder.write("{\"id\":1,\"type\":\"PushEvent\"}\n{\"id\":2}\n", to: "events-1.ndjson.gz")
    let blocks = try CodeBlock.blocks(of: "Sources/SluiceImport/SluiceImport.docc/JobFiles.md")
    let shown = try #require(blocks.first { $0.language == "json" })
    let path = try folder.write(shown.text, to: "job.json")
    // example ImportJobFile.swift: let file = try ImportJobFile(contentsOf: path)
    #expect(summary.rows == 1 && summary.filtered == 1)
    let rows = try TestDatabase(folder["events.sqlite"]).rows("SELECT id, actor, size FROM pushes")
    #expect(rows == ["1|NULL|0"])
    // The table lists the keys of the schema.
    let page = try Documentation.text("Sources/SluiceImport/SluiceImport.docc/JobFiles.md")
    let keys = page.matches(of: /(?m)^\| `([a-z-]+)` \|/).map { String($0.output.1) }
    let properties = ImportJobFile.jsonSchema["properties"]?.object?.keys ?? []
    #expect(keys == properties.filter { $0 != "$schema" })
  }

  @Test("a column with a contract")
  func contract() throws {
    // example ColumnsOfRows.md: var size = try ImportColumn(parsing: "size:int=payload.size")
    let job = try ImportJob(
      feed: .bytes(Array("{\"payload\":{\"size\":\"x\"}}\n{}\n".utf8), name: "test"),
      columns: [size],
      sink: SQLiteSink(path: folder["events.sqlite"], table: "events"))
    #expect(try job.run().nulled == ["size": 1])
    #expect(try TestDatabase(folder["events.sqlite"]).rows("SELECT * FROM events") == ["0", "0"])
  }

  @Test("columns that take what is there")
  func leniency() throws {
    // example WhatColumnsAccept.md: let columns = [
    let text = """
      {"id":"7","zip":90210,"at":"2026-01-31 12:00:00.1234567 UTC","user":{"login":"ann"}}
      {"id":8,"zip":"02134","at":"2026-01-31T12:00:00","actor":{"login":"bob"}}

      """
    let job = try ImportJob(
      feed: .bytes(Array(text.utf8), name: "test"), columns: columns,
      sink: SQLiteSink(path: folder["people.sqlite"], table: "people"))
    #expect(
      try job.run().accepted == [
        "id": ["text": 1], "zip": ["scalars": 1], "at": ["utc": 1, "fraction": 1, "zone": 1],
        "login": ["path": 1],
      ])
    #expect(
      try TestDatabase(folder["people.sqlite"]).rows("SELECT * FROM people") == [
        "7|'90210'|'2026-01-31T12:00:00.123456Z'|'ann'",
        "8|'02134'|'2026-01-31T11:00:00.000000Z'|'bob'",
      ])
  }
}
