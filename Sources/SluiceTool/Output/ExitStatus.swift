/// The exit statuses of the tool.
enum ExitStatus: Int32, CaseIterable {
  /// Also when the reader of the output has closed it.
  case success = 0
  case rejected = 1
  case failure = 2
  /// An import keeps what it committed.
  case interrupted = 130

  /// The meaning, for the help.
  var meaning: String {
    switch self {
    case .success: "all went well"
    case .rejected:
      "records were rejected, a document is not valid JSON, something is not there, or feeds differ"
    case .failure: "wrong usage, or something can't be read or written"
    case .interrupted: "Ctrl-C came before the end"
    }
  }
}
