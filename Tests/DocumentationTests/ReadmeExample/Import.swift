import SluiceFeed
import SluiceImport

/// README.md: "An import".
func importFeed() throws {
  let job = try ImportJob(
    feed: .file("events.ndjson"),
    columns: [
      ImportColumn(parsing: "id:int=id"),
      ImportColumn(parsing: "type:text=type"),
      ImportColumn(parsing: "actor:text=actor.login"),
    ],
    sink: SQLiteSink(path: "events.sqlite", table: "events"),
    options: ImportOptions(rejectFile: "rejects.ndjson"))
  let summary = try job.run()
  print("\(summary.rows) rows, \(summary.rejects) rejected")
  let again = try job.run()  // continues after the last commit: nothing is new
  print("\(again.records) new records")
}
