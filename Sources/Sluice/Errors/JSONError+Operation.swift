extension JSONError {
  /// The operation of a patch that failed.
  public struct Operation: Sendable, Hashable {
    /// Its position in the patch, counted from 0.
    public let index: Int
    /// What it does: `replace`.
    public let name: String
    /// Where, a JSON Pointer.
    public let path: String

    package init(index: Int, name: String, path: String) {
      (self.index, self.name, self.path) = (index, name, path)
    }

    /// For the front of a message.
    var words: String {
      "operation \(index) (\(name) \"\(TokenDescription.shortened(path))\"): "
    }
  }

  /// The operation of a JSON Patch that failed, if that is what the error is about.
  public var operation: Operation? { detail?.operation }

  package func of(_ operation: Operation) -> JSONError {
    var error = self
    var detail = self.detail ?? Detail(name: nil, reason: nil, location: nil)
    detail.operation = operation
    error.detail = detail
    return error
  }
}
