/// The exit statuses of the tool.
enum ExitStatus: Int32, CaseIterable {
  /// Also when the reader of the output has closed it.
  case success = 0
  case rejected = 1
  case failure = 2
  case limitReached = 3
  case mayBeMissing = 4
  case sourceRefused = 5
  case beyondLimit = 6
  /// An import keeps what it committed.
  case interrupted = 130

  /// The meaning, for the help.
  var meaning: String {
    switch self {
    case .success: "all went well"
    case .rejected:
      "records were rejected, within what --max-errors allows, by this run or by one before it that"
        + " was interrupted; or a document is not valid JSON, something is not there, or feeds differ"
    case .failure: "wrong usage, or something can't be read or written"
    case .limitReached:
      "more records are bad than --max-errors allows: what was read before is kept, but for a"
        + " replacement"
    case .mayBeMissing:
      "records may be missing: a log was cut, or messages expired, before it was read"
    case .sourceRefused: "a source was refused, because it has changed; the others are in"
    case .beyondLimit:
      "nothing was imported: an earlier run reached its --max-errors, or the sources did not pass"
        + " --gate"
    case .interrupted: "Ctrl-C came before the end"
    }
  }

  /// What comes first where several are true.
  private static let precedence: [ExitStatus] = [
    .interrupted, .mayBeMissing, .failure, .beyondLimit, .limitReached, .sourceRefused, .rejected,
  ]

  /// The status of what several things say.
  static func first(of statuses: [ExitStatus]) -> ExitStatus {
    precedence.first { statuses.contains($0) } ?? .success
  }
}
