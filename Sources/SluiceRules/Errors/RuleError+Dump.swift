import Sluice

/// Errors of dumps.
extension RuleError {
  /// A value that JSON can't express.
  init(_ fault: JSONError) {
    self = .invalidDump(Message(Place(underlying: fault)) { "\(fault)" }, nil)
  }
}
