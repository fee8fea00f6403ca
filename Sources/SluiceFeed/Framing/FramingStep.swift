/// What a step of a framing found in the bytes that the buffer holds.
///
/// A step never reads. It takes what is in the buffer, and says what came of it; the loop that called it reads more,
/// or asks for more, and calls it again. So no reading can interrupt a step, and no error means that more is needed.
enum FramingStep {
  /// Records or rejects, which were delivered, or text that was passed. All of it is consumed.
  case progress
  /// The buffer holds too little. Nothing has changed but what the framing's state records, by its offset in the
  /// source: how far a scan has come, or what was skipped (``Skip``).
  case needsMore
  /// The part has ended.
  case end
}
