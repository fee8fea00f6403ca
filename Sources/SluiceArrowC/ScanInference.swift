import Sluice
import SluiceFeed
import SluiceImport

/// Columns from what a job's sources hold.
enum ScanInference {
  /// The job with columns, as JSON.
  static func job(_ text: String, options: String?) throws -> String {
    var job = try Scan.parse(text)
    var inference = InferenceOptions(feed: job.options.feed, records: try records(options))
    // One thread reads the sample.
    inference.feed.parallel = 1
    let report = try InferenceReport(reading: try job.feedSource(), options: inference)
    job.columns = report.columns.map(\.column)
    job.options.feed.framing = report.framing
    return job.json.description
  }

  private static func records(_ options: String?) throws(ScanError) -> Int? {
    guard let options else { return InferenceOptions().records }
    var records = InferenceOptions().records
    for (key, value) in try ScanOptions.object(options) {
      guard key == "records", let count = value.int, count >= 0 else {
        throw .badOptions("$.\(key): expected \"records\" with a number, 0 for all of them")
      }
      records = count == 0 ? nil : count
    }
    return records
  }
}
