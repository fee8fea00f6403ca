public import SluiceFeed

extension ImportJobFile {
  /// The sources as one feed. Looks up which files match the patterns.
  ///
  /// Throws `ImportError` without any, and for sources that can't be combined.
  public func feedSource() throws(ImportError) -> FeedSource {
    guard !sources.isEmpty else {
      throw ImportError(
        .badJob, "the job has no sources: name them in the job file (\"sources\"), or as FEED")
    }
    return try SourceDescription.feedSource(sources, isFollowing: isFollowing)
  }

  /// The target. Throws `ImportError` when it is missing, or does not fit the table and the mode.
  public func sinkTarget() throws(ImportError) -> SinkTarget {
    guard let target else {
      throw ImportError(
        .badJob, "the job has no target: name one in the job file (\"into\"), or by --into")
    }
    return try SinkTarget(parsing: target)
  }

  /// The job. Only looks up which files there are.
  ///
  /// Throws `ImportError` for settings that are missing (sources, columns, a target) or contradict each
  /// other.
  public func job() throws(ImportError) -> ImportJob {
    let source = try feedSource()
    let target = try sinkTarget()
    guard !columns.isEmpty else {
      throw ImportError(
        .badJob, "the job has no columns: name them in the job file (\"columns\"), or by --column")
    }
    if target.isDatabase, table == nil {
      throw ImportError(
        .badJob, "\(target) is a database: name a table in the job file (\"table\"), or by --table")
    }
    if mode.key?.isEmpty == true {
      throw ImportError(
        .badJob,
        "\(mode.keyed) needs a key: the columns that tell rows apart (\"key\", --key)")
    }
    return try ImportJob(
      feed: source, columns: columns,
      sink: target.sink(
        table: table, mode: mode, choices: choices, changes: changes,
        rejectTable: rejectTable, messageKey: messageKey),
      options: options)
  }
}
