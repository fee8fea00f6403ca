import Sluice

/// What a framing found next. A step never reads and never throws: what came of it is a value, and the reader delivers it.
enum FramingStep {
  /// A record, which is open in the index.
  case record(RecordExtent)
  /// Records were found at once: `openFound` opens one after another.
  case found
  /// The record that `openFound` has just written is not valid.
  case faulty(JSONError)
  /// A record that is not valid.
  case rejected(RecordExtent, JSONError)
  /// Lines without a record, up to an offset in the source.
  case blank(lines: Int64, to: Int64)
  /// The next lines can be read at once.
  case run
  /// The window is done with, or as much of it as `TextFraming.passed` says.
  case passed
  /// The same, and text that was passed is one bad record.
  case skipped(SkippedText, JSONError)
  /// The window holds too little. Nothing has changed but what the framing's state records, by its offset in the source:
  /// how far a scan has come, or what was skipped (``Skip``).
  case needsMore
  /// The part has ended with text that its writer may still continue. A later feed resumes at the position.
  case left(UnfinishedEnd, at: FeedPosition)
  /// The part has ended.
  case end
  /// The feed can't be read on, for a reason that is no record's.
  case failed(JSONError)
}
