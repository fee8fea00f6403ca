import Sluice
import SluiceFeed
import SluiceImport

/// Columns from what a job's sources hold.
enum ScanInference {
  /// The job with columns, as JSON; or an object with it and with what was examined.
  static func job(_ text: String, options: String?) throws -> String {
    var job = try Scan.parse(text)
    var inference = InferenceOptions(feed: job.options.feed)
    let isReport = try ScanInference.read(options, into: &inference)
    // One thread reads the sample.
    inference.feed.parallel = 1
    inference.isForBatches = true
    inference.exploded = job.options.explode
    let report = try InferenceReport(reading: try job.feedSource(), options: inference)
    job.columns = report.columns.map(\.column)
    job.options.feed.framing = report.framing
    guard isReport else { return job.json.description }
    let examined: JSONObject = [
      "records": JSON(report.records), "bad_records": JSON(report.rejected),
      "first_bad_records": .array(report.badRecords.map { .string($0) }),
      "complete": .bool(report.isComplete), "places": JSON(report.places),
    ]
    return JSON.object(["job": job.json, "examined": .object(examined)]).description
  }

  /// Returns whether a report is wanted.
  private static func read(
    _ options: String?, into inference: inout InferenceOptions
  ) throws(ScanError) -> Bool {
    var isReport = false
    guard let options else { return isReport }
    for (key, value) in try ScanOptions.object(options) {
      switch (key, value) {
      case ("records", _):
        guard let count = value.int, count >= 0 else {
          throw .badOptions("$.records: expected a number, 0 for all of them, found \(value)")
        }
        inference.records = count == 0 ? nil : count
      case ("nested", .bool(let isNested)): inference.isNested = isNested
      case ("report", .bool(let isWanted)): isReport = isWanted
      case ("nested", _), ("report", _):
        throw .badOptions("$.\(key): expected true or false, found \(value)")
      default: throw .badOptions("$.\(key): expected \"records\", \"nested\" or \"report\"")
      }
    }
    return isReport
  }
}
