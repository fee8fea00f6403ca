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

  public let state: State
  /// Of each of the jobs that were asked for, how far earlier runs have come.
  public let checkpoints: [Checkpoint?]

  public init(state: State, checkpoints: [Checkpoint?]) {
    self.state = state
    self.checkpoints = checkpoints
  }
}
