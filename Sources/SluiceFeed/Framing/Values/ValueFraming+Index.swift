import Sluice

/// The fast path: the values of a text that was indexed as a whole.
extension ValueFraming {
  /// Iterates over the index from value to value and opens each in place, without a stage 1 call, a
  /// copy or an allocation. A value is certain once it is proved to be a whole record, as ``RecordProver`` describes.
  ///
  /// Sound because `tokens[count]` is readable and lies at the window's end; because a value's
  /// tokens are found within `count`; and because each is opened with its own range of tokens and
  /// bytes, so that no cursor steps out of it.
  mutating func scan(
    _ text: UnsafeBufferPointer<UInt8>, _ tokens: UnsafePointer<UInt32>, _ count: UInt32,
    isAll: Bool
  ) -> (end: FrontIndex.WindowEnd, used: Int) {
    guard let base = text.baseAddress else { return (.over, 0) }
    let indexer = front.indexer
    let (longest, checksInFull) = (rules.longest, rules.checksInFull)
    let (style, lookahead) = (style, layout.lookahead)
    let endsScalar = front.endsScalar(isAll)
    // By itself, so that this struct is not copied for each value.
    let proof = LineProof(style: style, layout: layout, line: line)
    var token: UInt32 = 0
    var place = place
    // In a variable, so that it is not copied.
    var found: [IndexedExtent] = []
    swap(&found, &front.found)
    var certain = 0
    defer {
      swap(&found, &front.found)
      front.certain = certain
    }
    /// The end of those that are certain.
    func used() -> Int { certain == 0 ? 0 : found[certain &- 1].end }

    while token < count {
      let start = unsafe Int(tokens[Int(token)])
      let byte = unsafe base[start]
      if style == .elements {
        switch ValueFraming.separator(byte, &place) {
        case .value: break
        case .passed:
          token &+= 1
          continue
        case .bad: return (.odd(start), used())
        case .arrayEnd:
          // Only the end of the source proves the end of the root.
          guard token &+ 1 == count, enclosingPath?.levels.isEmpty == true else {
            return (.odd(start), used())
          }
          guard isAll else { return (.cut, used()) }
          certain = found.count
          // After its elements, the bracket is at the front of another window.
          return (.over, certain == 0 ? start &+ 1 : used())
        }
      }
      guard
        let (end, next) = unsafe IndexedValue.end(
          text, tokens, token, count, endsScalar: endsScalar)
      else { return (isAll ? .odd(start) : .cut, used()) }
      guard next > token, end &- start <= longest else { return (.odd(start), used()) }
      let value = IndexedExtent(token, next, start, end)
      guard indexer.isSound(value, from: byte, inFull: checksInFull) else {
        return (.odd(start), used())
      }
      found.append(value)
      token = next
      place = .separator
      if unsafe proof.isProved(text, start..<end) {
        certain = found.count
      } else if end &- found[certain].end >= lookahead {
        while certain < found.count, found[certain].end <= end &- lookahead { certain &+= 1 }
      }
    }
    if isAll, style == .concatenated { certain = found.count }
    if certain == found.count { return (.over, used()) }
    return (isAll ? .odd(found[certain].start) : .cut, used())
  }
}
