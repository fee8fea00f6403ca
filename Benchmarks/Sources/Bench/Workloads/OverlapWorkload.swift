import Results
import SampleFeeds
import SluiceFeed

/// The events feed into SQLite on two threads, compared with the slower of reading and storing alone.
enum OverlapWorkload {
  static let records = 100_000

  static func make(_ settings: Settings) throws -> Workload {
    let bytes = Feeds.make(.events, records: records)
    let folder = try ScratchFolder()
    let feed = try folder.write(bytes, to: "events.ndjson")
    return Workload(
      name: "import.overlap",
      input: InputReport(
        name: "events feed", bytes: bytes.count, sha256: SHA256.hex(of: bytes), seed: Feeds.seed),
      records: records, recordName: "records",
      contenders: [
        ImportAlone(of: feed, records: records, in: folder),
        ImportOverlap(of: feed, records: records, in: folder),
      ], counted: [])
  }
}
