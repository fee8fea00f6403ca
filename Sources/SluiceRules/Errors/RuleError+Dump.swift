import Sluice

/// Errors of dumps.
extension RuleError {
  /// A number that JSON can't express.
  init(dumping value: Any, _ fault: JSONError) {
    self = .invalidDump(
      Message(Place(underlying: fault)) { "\(fault)" }, nil)
  }
}
