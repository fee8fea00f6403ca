extension ImportError {
  /// What a job had done when it failed; nil: it had not begun, or no job was running.
  public internal(set) var summary: ImportSummary? {
    get { context as? ImportSummary }
    set { context = newValue }
  }
}
