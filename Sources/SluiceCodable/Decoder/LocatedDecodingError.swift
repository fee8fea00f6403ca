import Sluice

extension DecodingError {
  /// This error with line, column and offset in its description, looked up in the text that was decoded. Errors that a
  /// type made itself are returned unchanged.
  ///
  /// The text begins `start` bytes after where offsets count from. `added` is the number of bytes in front of the text that the caller's input does not have.
  func located(
    in text: UnsafeBufferPointer<UInt8>, before start: Int, added: Int = 0
  ) -> DecodingError {
    switch self {
    case .typeMismatch(let type, let context):
      guard let context = unsafe context.located(in: text, start, added) else { return self }
      return .typeMismatch(type, context)
    case .valueNotFound(let type, let context):
      guard let context = unsafe context.located(in: text, start, added) else { return self }
      return .valueNotFound(type, context)
    case .keyNotFound(let key, let context):
      guard let context = unsafe context.located(in: text, start, added) else { return self }
      return .keyNotFound(key, context)
    case .dataCorrupted(let context):
      guard let context = unsafe context.located(in: text, start, added) else { return self }
      return .dataCorrupted(context)
    @unknown default: return self
    }
  }
}

extension DecodingError.Context {
  fileprivate func located(
    in text: UnsafeBufferPointer<UInt8>, _ start: Int, _ added: Int
  ) -> DecodingError.Context? {
    guard let fault = underlyingError as? JSONError, fault.location == nil else { return nil }
    let located = unsafe fault.counted(from: start, in: text).located(in: text)
    return DecodingError.Context(
      codingPath: codingPath, debugDescription: located.words(added), underlyingError: located)
  }
}

extension JSONError {
  /// The message with line, column and offset.
  func words(_ added: Int) -> String {
    guard let location else { return description }
    // A brace that was added stands in front of the first line.
    let column = location.line == 1 ? location.column - added : location.column
    return "\(summary) (line \(location.line), column \(column), byte \(offset - added))"
  }
}
