import Results
import SampleFeeds
import SluiceFeed

/// The events feed into SQLite, eight typed columns: the built tool against a C++ program.
enum ImportWorkload {
  static let records = 50_000

  /// The columns of Alone/import.cpp.
  static let columns = [
    "id:int=id", "type:text=type", "actor:text=actor.login", "repo:text=repo.name",
    "size:int=payload.size", "score:real=payload.issue.score", "public:bool=public",
    "created_at:text=created_at",
  ]

  static func make(_ settings: Settings) throws -> Workload {
    guard let measure = settings.measure, let tool = settings.tool, !settings.importers.isEmpty
    else { throw Unavailable(description: "needs --tool, --measure and --importer") }
    let bytes = Feeds.make(.events, records: records)
    let folder = try ScratchFolder()
    let feed = try folder.write(bytes, to: "events.ndjson")
    let references = settings.importers.map { importer in
      ImportProcess(
        "cpp.\(importer.compiler)", measure: measure, program: importer.path, in: folder
      ) { [feed, $0] }
    }
    let options = columns.flatMap { ["--column", $0] }
    let ours = ImportProcess("sluice", measure: measure, program: tool, in: folder) { database in
      ["import", feed, "--into", database, "--table", "events", "--check", "accessed"] + options
    }
    return Workload(
      name: "import.sqlite",
      input: InputReport(
        name: "events feed", bytes: bytes.count, sha256: SHA256.hex(of: bytes), seed: Feeds.seed),
      records: records, recordName: "records",
      contenders: try references + [ours]
        + settings.externals("import.events", feed: bytes, reference: references.first) {
          try ImportProcess.values(ofDatabase: $0)
        }, counted: [])
  }
}
