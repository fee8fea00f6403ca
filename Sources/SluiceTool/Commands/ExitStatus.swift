/// How the tool ends.
enum ExitStatus: Int32, CaseIterable {
  /// Also when the reader of the output went away.
  case success = 0
  case rejected = 1
  case failure = 2
  /// What an import committed stays.
  case interrupted = 130

  /// As the help says it.
  var meaning: String {
    switch self {
    case .success: "all went well"
    case .rejected:
      "records were rejected, a document is not valid JSON, or a value is not there"
    case .failure: "wrong usage, or something can't be read or written"
    case .interrupted: "Ctrl-C came before the end"
    }
  }
}
