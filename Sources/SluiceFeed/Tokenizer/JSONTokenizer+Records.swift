public import Sluice

/// Values of a stream as records: one huge document is read part by part, each through a cursor.
extension JSONTokenizer {
  /// Lends the next value as a whole: the next element of an array, the value behind a key, or a
  /// document. The tokenizer stands behind it then, also when `body` throws.
  ///
  /// Nil, and nothing is passed over: no value comes next, but a key, a closing bracket or the end,
  /// or more must be fed (``needsBytes``).
  ///
  /// Cost: what the cursor is asked for, when the value lies in the window; one that does not is
  /// gathered and indexed once more. Memory: about six times the value, up to
  /// ``TokenizerOptions/maximumRecordSize``. Under `.full` the value is checked before it is lent,
  /// under `.accessed` only that its brackets balance.
  ///
  /// Throws what `body` throws, a `JSONError` with the absolute offset; `too-large`, which passes over
  /// nothing; what ``next()`` throws.
  @discardableResult
  public mutating func withValue<R>(_ body: (JSONCursor) throws -> R) throws -> R? {
    guard let value = try stream.nextValue() else { return nil }
    let stream = stream
    do {
      stream.open(value)
      // What numbers are read through describes the window again.
      defer { stream.openIndex() }
      return try body(JSONCursor(unchecked: JSONPosition(rootOf: stream.index)))
    } catch let error as JSONError {
      throw error.leaving(stream: stream.window, at: stream.walk.windowOffset)
    }
  }

  /// Lends the container of which the opening bracket is at hand, as ``withValue(_:)`` does. Nil: the
  /// token at hand is none, or more must be fed; then it is `withValue` that goes on.
  @discardableResult
  public mutating func withContainer<R>(_ body: (JSONCursor) throws -> R) throws -> R? {
    guard stream.stepBack() else { return nil }
    return try withValue(body)
  }
}
