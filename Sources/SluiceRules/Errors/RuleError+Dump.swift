import Sluice

/// Errors of dumps.
extension RuleError {
  /// Creates the error for a value that JSON can't express.
  init(_ fault: JSONError) {
    self = .invalidDump(Message(FailureLocation(underlying: fault)) { "\(fault)" }, nil)
  }
}
