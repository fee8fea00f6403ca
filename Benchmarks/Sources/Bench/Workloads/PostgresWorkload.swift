import Foundation
import Results
import SampleFeeds
import SluiceFeed

/// The events feed into PostgreSQL, eight typed columns: the built tool against a COPY of ready-made rows.
enum PostgresWorkload {
  /// 300 MB, compared to which starting and connecting don't count.
  static let records = 250_000

  static func make(_ settings: Settings) throws -> Workload {
    guard let measure = settings.measure, let tool = settings.tool, let copy = settings.copy,
      let address = ProcessInfo.processInfo.environment["SLUICE_POSTGRES"]
    else {
      throw Unavailable(
        description: "needs --tool, --measure, --copy and a server (scripts/with-postgres)")
    }
    let bytes = Feeds.make(.events, records: records)
    let folder = try ScratchFolder()
    let feed = try folder.write(bytes, to: "events.ndjson")
    let rows = "\(folder.path)/events.rows"
    let options = ImportWorkload.columns.flatMap { ["--column", $0] }
    let arguments = ["import", feed, "--into", address, "--table", "events", "--check", "accessed"]
    // The ready-made rows, as an import leaves them.
    _ = try MeasuredProcess(measure, running: copy, ["reset", address])
    _ = try MeasuredProcess(measure, running: tool, arguments + options)
    _ = try MeasuredProcess(measure, running: copy, ["out", address, rows])
    func contender(_ name: String, _ program: String, _ arguments: [String]) -> PostgresProcess {
      PostgresProcess(
        name, measure: measure, copy: copy, address: address, program: program,
        arguments: arguments, in: folder)
    }
    return Workload(
      name: "import.postgres",
      input: InputReport(
        name: "events feed", bytes: bytes.count, sha256: SHA256.hex(of: bytes), seed: Feeds.seed),
      records: records, recordName: "records",
      contenders: [
        contender("copy", copy, ["in", address, rows]),
        contender("sluice", tool, arguments + options),
      ], counted: [])
  }
}
