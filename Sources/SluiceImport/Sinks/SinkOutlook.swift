/// What a job would find at its target.
public struct SinkOutlook: Sendable, Hashable {
  public enum State: Sendable, Hashable {
    /// There is no such table or file: it is made. With the statement, where there is one.
    case new(creation: String?)
    /// It is there, and takes the columns.
    case fits
    /// The sink can't tell before it is opened.
    case unknown
  }

  /// How a job that replaces the target's rows would begin.
  public enum Replacement: Sendable, Hashable {
    /// It resumes one of the same sources and columns that was interrupted.
    case resumed
    /// It begins, and discards the rows that an interrupted one had gathered: from other sources, say. The
    /// text says why.
    case begunAnew(reason: String)
    /// It begins; nothing was interrupted.
    case begun
  }

  public let state: State
  /// Nil: the job replaces nothing.
  public let replacement: Replacement?
  /// Of each of the jobs that were asked for, how far earlier runs have come.
  public let checkpoints: [Checkpoint?]

  public init(state: State, checkpoints: [Checkpoint?], replacement: Replacement? = nil) {
    self.state = state
    self.replacement = replacement
    self.checkpoints = checkpoints
  }

  /// The same, of a job that replaces the target's rows.
  func beginning(_ replacement: Replacement) -> SinkOutlook {
    SinkOutlook(state: state, checkpoints: checkpoints, replacement: replacement)
  }
}
