import Sluice
import SluiceFeed
import SluiceImport
import SluiceRows

/// What to read: a job without a target.
final class Scan: Sendable {
  let job: ImportJobFile

  /// Parses a job file's text. Reads no file.
  init(parsing text: String) throws(ScanError) {
    var job = try Scan.parse(text)
    guard !job.columns.isEmpty else {
      throw ScanError(
        "bad-job", "the job has no columns: name them in \"columns\", or infer them",
        number: ScanError.invalidArgument)
    }
    // Everything at the end of a source is read or rejected: there is no next run.
    job.options.isFinal = true
    self.job = job
    // Shows whether the columns fit what is exploded.
    do throws(ImportError) {
      try selection(job.columns).check(forBatches: true, of: job.options.feed)
    } catch {
      throw ScanError(error)
    }
  }

  /// Parses a job of which only the sources matter.
  static func parse(_ text: String) throws(ScanError) -> ImportJobFile {
    let job: ImportJobFile
    do throws(ImportError) {
      job = try ImportJobFile(parsing: text)
    } catch {
      throw ScanError(error)
    }
    guard !job.sources.isEmpty else {
      throw ScanError(
        "bad-job", "the job has no sources: name files and patterns in \"sources\"",
        number: ScanError.invalidArgument)
    }
    guard !job.isFollowing else {
      throw ScanError(
        "bad-job", "a scan ends with its sources, and can't follow one: \"follow\" is for imports",
        number: ScanError.invalidArgument)
    }
    return job
  }

  /// The columns as a job file has them.
  var columnsText: String {
    var columns = ImportJobFile()
    columns.columns = job.columns
    return columns.json["columns"]?.description ?? "[]"
  }

  /// Keys of columns that are not chosen are known all the same.
  func selection(_ columns: [ImportColumn]) -> RowSelection {
    var selection = RowSelection(
      columns: columns, where: job.options.filter, explode: job.options.explode,
      unknownKeys: job.options.unknownKeys)
    let names = Set(columns.map(\.name))
    selection.unread = job.columns.filter { !names.contains($0.name) }
    return selection
  }

  /// Looks up the sources and opens them.
  func feed(stop: FeedStop) throws -> JSONFeed {
    try JSONFeed(try job.feedSource(), options: job.options.feed, stop: stop)
  }
}
