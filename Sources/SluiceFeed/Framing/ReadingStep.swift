/// What came of reading on in a feed.
enum ReadingStep {
  /// Records or rejects, which were delivered, or text that was passed. All of it is consumed.
  case progress
  /// The buffer holds too little. Nothing has changed but what the framing's state records, by its offset in the
  /// source: how far a scan has come, or what was skipped (``Skip``).
  case needsMore
  /// The part has ended.
  case end
}
