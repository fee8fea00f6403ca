public import Sluice

/// Reads values of a stream as records: parts of one huge document, each through a cursor.
extension JSONTokenizer {
  /// Lends the next value as a whole: the next element of an array, the value after a key, or a
  /// document. The tokenizer then moves past it, even if `body` throws. There is no current token then.
  ///
  /// Returns nil and skips nothing if no value comes next: a key, a closing bracket or the end comes
  /// next, or more must be fed (``needsBytes``).
  ///
  /// Cost: only the cursor's work if the value lies in the window. Otherwise the value is gathered and
  /// indexed once more. Memory: about six times the value, up to
  /// ``TokenizerOptions/maximumRecordSize``. Under `.full` the value is checked before it is delivered;
  /// under `.accessed` only its brackets must balance.
  ///
  /// Throws the errors of `body`, giving a `JSONError` its absolute offset; `too-large`, which skips
  /// nothing; and the errors of ``next()``.
  @discardableResult
  public mutating func withValue<R>(_ body: (JSONCursor) throws -> R) throws -> R? {
    guard let value = try stream.nextValue() else { return nil }
    return try lend(value, to: body)
  }

  /// Lends the container whose opening bracket was the last token, as ``withValue(_:)`` does, also if more
  /// was fed since.
  ///
  /// Returns nil and changes nothing if the last token is not an opening bracket, or if more must be fed
  /// (``needsBytes``). Then call it again; or ``withValue(_:)``, which lends the container too, unless
  /// another call had an answer in between.
  @discardableResult
  public mutating func withContainer<R>(_ body: (JSONCursor) throws -> R) throws -> R? {
    guard let value = try stream.openedValue() else { return nil }
    return try lend(value, to: body)
  }

  private func lend<R>(
    _ value: TokenStream.Value, to body: (JSONCursor) throws -> R
  ) throws -> R {
    let stream = stream
    do {
      stream.open(value)
      // The index must describe the window again, because numbers are read through it.
      defer { stream.openIndex() }
      return unsafe try body(JSONCursor(unchecked: JSONPosition(rootOf: stream.index)))
    } catch let error as JSONError {
      throw unsafe error.leaving(stream: stream.window, at: stream.walk.windowOffset)
    }
  }
}
