import Sluice

/// A value in an index.
enum IndexedValue {
  /// The end of the value at `token`, and the token after it. Nil: the value does not end in this
  /// window. The same token: the index can't tell. `endsScalar`: a number or word may end with the window.
  @inline(__always)
  static func end(
    _ window: UnsafeBufferPointer<UInt8>, _ tokens: UnsafePointer<UInt32>, _ token: UInt32,
    _ count: UInt32, endsScalar: Bool
  ) -> (end: Int, next: UInt32)? {
    let start = unsafe Int(tokens[Int(token)])
    guard let base = window.baseAddress else { return nil }
    if unsafe Byte.opens(base[start]) {
      switch unsafe ValueEnds.end(ofContainerAt: token, tokens, before: count, in: base) {
      case .token(let next): return unsafe (Int(tokens[Int(next &- 1)]) &+ 1, next)
      case .cut: return nil
      case .odd: return (start, token)
      }
    }
    guard let end = unsafe endOfScalar(in: window, start, endsScalar: endsScalar) else {
      return nil
    }
    return (end, end > start ? token &+ 1 : token)
  }

  /// The end of the string, number or word at `start`. Nil: it does not end in this window. `start` itself: it
  /// is not a scalar.
  private static func endOfScalar(
    in window: UnsafeBufferPointer<UInt8>, _ start: Int, endsScalar: Bool
  ) -> Int? {
    if unsafe window[start] != Byte.quote {
      var end = start
      while end < window.count, unsafe !ValueEnds.endsScalar(window[end]) {
        // Two values without a separator between them.
        if unsafe window[end] == Byte.quote || window[end] == Byte.backslash { return start }
        end += 1
      }
      return end < window.count || endsScalar ? end : nil
    }
    var end = start + 1
    while end < window.count {
      if unsafe window[end] == Byte.quote { return end + 1 }
      unsafe end += window[end] == Byte.backslash ? 2 : 1
    }
    return nil
  }
}
