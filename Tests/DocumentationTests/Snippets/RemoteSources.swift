import Sluice
import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import SluiceRemote
import TestSupport
import Testing

@Suite(
  "Snippets: objects on servers",
  .enabled(if: ObjectServer.python != nil, "python3 is not installed"))
struct RemoteSourceSnippets {
  @Test("an object of a server is a feed")
  func feed() throws {
    SourceKind.register(.remote)
    let server = try ObjectServer()
    try server.put("/events.ndjson", "{\"size\":1}\n{\"size\n{\"size\":2}\n")
    let site = server.site
    var total = 0
    var messages: [String] = []
    // example RemoteSources.md: var feed = try JSONFeed(.url(site + "/events.ndjson"))
    #expect(total == 3 && messages.count == 1 && resumed.position.offset == feed.position.offset)
  }

  @Test("an object of a server is imported")
  func job() throws {
    // example SluiceRemote.md: SourceKind.register(.remote)
    let server = try ObjectServer()
    try server.put("/events.ndjson", "{\"id\":1}\n{\"id\":2}\n")
    let site = server.site
    let folder = try TemporaryFolder()
    let database = folder["events.sqlite"]
    let job = try ImportJob(
      feed: .url(site + "/events.ndjson"), columns: [ImportColumn(parsing: "id:int=id")],
      sink: SQLiteSink(path: database, table: "events"))
    let summary = try job.run()
    #expect(summary.rows == 2)
    #expect(try job.run().rows == 0)
    #expect(try TestDatabase(database).rows("SELECT id FROM events") == ["1", "2"])
  }
}
