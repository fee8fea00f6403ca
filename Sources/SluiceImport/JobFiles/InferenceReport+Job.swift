public import SluiceFeed

extension InferenceReport {
  /// A job that imports the report's feed: these sources, the framing that was found, the limits that the
  /// feed was read with, and the report's columns. It has no target yet.
  public func jobFile(
    of sources: [String], _ feed: FeedOptions = FeedOptions()
  ) -> ImportJobFile {
    var job = ImportJobFile()
    job.sources = sources
    job.columns = columns.map(\.column)
    job.options.feed.framing = framing
    job.options.feed.lineForm = feed.lineForm
    job.options.feed.duplicateKeys = feed.duplicateKeys
    job.options.feed.maximumRecordSize = feed.maximumRecordSize
    job.options.feed.depthLimit = feed.depthLimit
    job.options.feed.decompression = feed.decompression
    job.options.feed.members = feed.members
    job.options.feed.maximumBadRecords = feed.maximumBadRecords
    job.options.feed.maximumBadShare = feed.maximumBadShare
    return job
  }
}
