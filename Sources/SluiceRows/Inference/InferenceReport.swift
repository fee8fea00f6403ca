import Sluice
public import SluiceFeed
import SluiceSystem

/// What a feed's records look like: their paths, what was seen at each, and what follows from it: columns
/// for an import, a table, a JSON Schema, a Swift type.
///
/// ```swift
/// let report = try InferenceReport(reading: .file(path))
/// let columns = report.columns.map(\.column)
/// ```
///
/// The report describes the records that were examined; ``isComplete`` tells whether those are all.
public struct InferenceReport: Sendable {
  /// The feed's name.
  public let source: String
  public let framing: FeedFraming
  /// The number of good records that were examined.
  public let records: Int64
  /// The number of bad records among them.
  public let rejected: Int64
  /// The first bad records, as text: where they are, and what is wrong.
  public let badRecords: [String]
  /// Whether the feed was read to its end.
  public let isComplete: Bool
  /// The number of places of the feed that the records come from. 1: its start.
  public let places: Int
  /// The number of fields that do not count, because their object had several of that name.
  public let duplicateKeys: Int64
  /// Whether the last of them counts, instead of the first.
  let isLastCounted: Bool
  /// The record, and everything below it.
  public let record: InferredValue
  /// Columns by which an import takes each of these records.
  public let columns: [InferredColumn]

  /// The number of bad records that are named.
  public static let namedBadRecords = 10

  init(
    _ sample: FeedSample, source: String, columns kind: InferredColumns, exploded: ColumnPath?
  ) throws(ImportError) {
    self.source = source
    places = sample.places
    framing = sample.framing
    records = sample.records
    rejected = sample.rejected
    badRecords = sample.badRecords
    isComplete = sample.isComplete
    duplicateKeys = sample.tree.duplicateKeys
    isLastCounted = sample.isLastCounted
    record = InferredValue(sample.tree, 0, path: InferredPath([]), objects: nil)
    columns = try InferredColumn.columns(
      for: record, records: sample.records, as: kind,
      exploded: exploded.map { InferredPath(of: $0) })
  }

  /// How many values were only counted, because there were too many paths.
  public var unlisted: Int64 {
    var count: Int64 = 0
    record.forEach { count += $0.unlisted }
    return count
  }

  /// The input in one line: `events.ndjson: 10000 records of 10 places, 2 bad, lines`.
  public var summary: String {
    let which = isComplete ? "all " : places > 1 ? "" : "the first "
    let place = places > 1 && !isComplete ? " of \(places) places" : ""
    let count = "\(records) record\(records == 1 ? "" : "s")"
    return "\(PrintableText.line(source)): \(which)\(count)\(place), \(rejected) bad, \(framing)"
  }

  /// Throws when there is nothing to infer from.
  package func checkForRecords() throws(ImportError) {
    guard records == 0 else { return }
    throw ImportError(
      .source,
      rejected == 0
        ? "\(source) has no records: there is nothing to infer"
        : "\(source) has no good records, and \(rejected) bad ones: there is nothing to infer")
  }
}
