import CSimdJSON
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
    guard let value = try nextValue() else { return nil }
    do {
      index.open(
        first: value.first, end: value.end, start: UInt32(truncatingIfNeeded: value.start),
        length: UInt32(truncatingIfNeeded: value.length))
      // What numbers are read through describes the window again.
      defer { openIndex() }
      return try body(JSONCursor(unchecked: JSONPosition(rootOf: index)))
    } catch let error as JSONError {
      throw error.leaving(
        stream: UnsafeBufferPointer(start: bytes, count: windowEnd), at: windowOffset)
    }
  }

  /// Lends the container of which the opening bracket is at hand, as ``withValue(_:)`` does. Nil: the
  /// token at hand is none, or more must be fed; then it is `withValue` that goes on.
  @discardableResult
  public mutating func withContainer<R>(_ body: (JSONCursor) throws -> R) throws -> R? {
    guard kind == .beginObject || kind == .beginArray else { return nil }
    levels.pop()
    here = entry
    settle()
    let outer = levels.depth &- 1
    closing =
      outer < 0 ? 0 : levels.isObject(outer) ? Byte.closeBrace : Byte.closeBracket
    place = outer < 0 ? .root : .value
    forget()
    return try withValue(body)
  }

  /// A value in the window.
  private struct Value {
    let first: UInt32
    let end: UInt32
    let start: Int
    let length: Int
  }

  /// Goes to the next value, gathers it, checks it, and passes over it.
  private mutating func nextValue() throws(JSONError) -> Value? {
    if let failure { throw failure }
    do throws(JSONError) {
      forget()
      settle()
      if gathering == nil {
        guard try hasValue() else { return nil }
      }
      var last = lastEntry()
      if last == nil {
        guard try gather() else { return nil }
        last = lastEntry()
      }
      // Gathered, it ends in the window.
      guard let last else { throw pendingFault ?? fault() }
      let base = UnsafePointer(index.pointee.tokens)
      let value = Value(
        first: UInt32(truncatingIfNeeded: here - base),
        end: UInt32(truncatingIfNeeded: last + 1 - base), start: Int(here[0]),
        length: Int(valueEnd(last)))
      try check(value)
      here = last + 1
      place = placeBehindValue
      settle()
      return value
    } catch  where error.code == .tooLarge && failure == nil {
      throw error
    } catch {
      throw fail(error)
    }
  }

  /// Goes up to the next value. False: something else comes next.
  mutating func hasValue() throws(JSONError) -> Bool {
    guard long == nil else { return false }
    while true {
      if here >= stop {
        switch try refill() {
        case .nothing: return false
        case .tokens: continue
        case .longToken:
          if place == .end, options.takesSeveralDocuments { place = .root }
          return place == .value || place == .firstValue || place == .root
        }
      }
      let byte = bytes[Int(here[0])]
      switch place {
      case .behind:
        if byte == closing { return false }
        guard byte == Byte.comma else { throw fault() }
        if isInObject { return false }
        here += 1
        place = .value
      case .colon:
        guard byte == Byte.colon else { throw fault() }
        here += 1
        place = .value
      case .key, .firstKey: return false
      case .firstValue: return byte != closing
      case .value, .root: return true
      case .end:
        guard options.takesSeveralDocuments else { throw fault() }
        place = .root
      }
    }
  }

  /// The last entry of the value at hand; nil: it does not end in the window.
  private func lastEntry() -> UnsafePointer<UInt32>? {
    guard here < stop else { return nil }
    guard Byte.opens(bytes[Int(here[0])]) else { return here }
    let tokens = UnsafePointer(index.pointee.tokens)
    let behind = csj_walk_out(
      bytes, tokens, UInt32(truncatingIfNeeded: here + 1 - tokens),
      UInt32(truncatingIfNeeded: stop - tokens))
    return behind == .max ? nil : tokens + Int(behind) - 1
  }

  /// Refuses a value before it is lent.
  private mutating func check(_ value: Value) throws(JSONError) {
    let first = bytes[value.start]
    let room = options.depthLimit - levels.depth
    guard Byte.opens(first) else {
      // As one that is handed out, which it is not.
      let kept = (here, place)
      _ = try self.value(first)
      (here, place) = kept
      return forget()
    }
    guard room > 0, bytes[value.length - 1] == first &+ 2 else { throw fault() }
    guard options.checking == .full else { return }
    index.pointee.depthLimit = UInt32(truncatingIfNeeded: room)
    index.open(
      first: value.first, end: value.end, start: UInt32(truncatingIfNeeded: value.start),
      length: UInt32(truncatingIfNeeded: value.length))
    defer { openIndex() }
    do throws(JSONError) { try storage.checkInFull() } catch { throw fault() }
  }
}
