import Sluice
import SluiceFeed
import SluiceImport

/// Columns from what a job's sources hold.
enum ScanInference {
  /// The job with columns, as JSON.
  static func job(_ text: String, options: String?) throws -> String {
    var job = try Scan.parse(text)
    var inference = InferenceOptions(feed: job.options.feed)
    try ScanInference.read(options, into: &inference)
    // One thread reads the sample.
    inference.feed.parallel = 1
    inference.isForBatches = true
    let report = try InferenceReport(reading: try job.feedSource(), options: inference)
    job.columns = report.columns.map(\.column)
    job.options.feed.framing = report.framing
    return job.json.description
  }

  private static func read(
    _ options: String?, into inference: inout InferenceOptions
  ) throws(ScanError) {
    guard let options else { return }
    for (key, value) in try ScanOptions.object(options) {
      switch (key, value) {
      case ("records", _):
        guard let count = value.int, count >= 0 else {
          throw .badOptions("$.records: expected a number, 0 for all of them, found \(value)")
        }
        inference.records = count == 0 ? nil : count
      case ("nested", .bool(let isNested)): inference.isNested = isNested
      case ("nested", _):
        throw .badOptions("$.nested: expected true or false, found \(value)")
      default: throw .badOptions("$.\(key): expected \"records\" or \"nested\"")
      }
    }
  }
}
