extension SinkInspection {
  /// What a job finds where it makes the table.
  static func new(
    _ creation: String, for jobs: [JobIdentity?], _ mode: WriteMode, changes: [String]
  ) -> SinkInspection {
    SinkInspection(
      state: .new(creation: creation), checkpoints: jobs.map { _ in nil },
      replacement: mode == .replace ? .begun : nil, changes: changes)
  }

  /// What a job finds in a table that takes its columns.
  ///
  /// `found`: how a replacement would begin without the caller's choices; `checkpoint`: what an earlier run has left of
  /// a job, asked for only when the job would continue with it.
  static func fits(
    _ jobs: [JobIdentity?], replacing found: Replacement? = nil, _ choices: TableChoices,
    changes: [String], notes: [ImportNote],
    checkpoint: (JobIdentity) throws(ImportError) -> Checkpoint?
  ) throws(ImportError) -> SinkInspection {
    let restarts = choices.contains(.restart)
    let isContinued = !restarts && (found == nil || found == .resumed)
    return SinkInspection(
      state: .fits,
      checkpoints: try jobs.map { job throws(ImportError) in
        guard isContinued, let job else { return nil }
        return try checkpoint(job)
      },
      replacement: restarts && found == .resumed
        ? .begunAnew(reason: "it is to be restarted") : found,
      changes: changes, notes: notes)
  }
}
