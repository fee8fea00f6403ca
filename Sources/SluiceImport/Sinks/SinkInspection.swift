/// What a job would find at its target.
public struct SinkInspection: Sendable, Hashable {
  public enum State: Sendable, Hashable {
    /// The table or file does not exist and is made, by the statement if there is one.
    case new(creation: String?)
    /// It exists, and takes the columns.
    case fits
    /// The sink can't tell before it is opened.
    case unknown
  }

  /// How a job that replaces the target's rows would begin.
  public enum Replacement: Sendable, Hashable {
    /// It resumes an interrupted one of the same sources and columns.
    case resumed
    /// It begins, and discards the rows that an interrupted one had gathered: from other sources, say. The
    /// text gives the reason.
    case begunAnew(reason: String)
    /// It begins; nothing was interrupted.
    case begun
  }

  public let state: State
  /// Nil when the job replaces nothing.
  public let replacement: Replacement?
  /// The progress of earlier runs of each job.
  public let checkpoints: [Checkpoint?]
  /// The statements by which the job would change the table before its first row.
  public internal(set) var changes: [String]
  /// What should be known of the target: columns that rows of the job leave NULL, say.
  public let notes: [ImportNote]

  public init(
    state: State, checkpoints: [Checkpoint?], replacement: Replacement? = nil,
    changes: [String] = [], notes: [ImportNote] = []
  ) {
    self.state = state
    self.replacement = replacement
    self.checkpoints = checkpoints
    self.changes = changes
    self.notes = notes
  }

  /// The same, for a job that replaces the target's rows.
  func beginning(_ replacement: Replacement) -> SinkInspection {
    SinkInspection(
      state: state, checkpoints: checkpoints, replacement: replacement, changes: changes,
      notes: notes)
  }
}
