import Sluice

extension Error {
  /// Whether the error is about the text or the decoding context, not about a value.
  var endsSearch: Bool {
    if let error = self as? JSONError { return !error.isAboutValue }
    return self is CancellationError
  }
}
