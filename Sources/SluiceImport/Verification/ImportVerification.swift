import SluiceFeed

/// What ``ImportJob/verify(stop:)`` has found.
public struct ImportVerification: Sendable, Hashable {
  /// Something that was compared.
  public struct Finding: Sendable, Hashable {
    public enum State: String, Sendable, Hashable {
      case ok
      /// It could not be compared, for the reason given.
      case unknown
      case fault
    }
    public let state: State
    /// What it is about: a source, the reject file, the target.
    public let subject: String
    public let message: String
  }

  public internal(set) var findings: [Finding] = []

  /// Whether nothing is wrong with what could be compared.
  public var isSound: Bool { !findings.contains { $0.state == .fault } }

  mutating func add(_ state: Finding.State, _ subject: String, _ message: String) {
    findings.append(Finding(state: state, subject: subject, message: message))
  }
}
