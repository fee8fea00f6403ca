public import SluiceFeed

extension InferenceReport {
  /// A job that imports what the report is of: these sources, by the framing that was found and within
  /// the limits that the feed was read with, and the report's columns. Where to is left open.
  public func jobFile(
    of sources: [String], _ feed: FeedOptions = FeedOptions()
  ) -> ImportJobFile {
    var job = ImportJobFile()
    job.sources = sources
    job.columns = columns.map(\.column)
    job.options.feed.framing = framing
    job.options.feed.duplicateKeys = feed.duplicateKeys
    job.options.feed.maximumRecordSize = feed.maximumRecordSize
    job.options.feed.maximumBadRecords = feed.maximumBadRecords
    job.options.feed.maximumBadShare = feed.maximumBadShare
    return job
  }
}
