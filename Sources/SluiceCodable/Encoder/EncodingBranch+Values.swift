import Sluice

/// Values, each by the fastest way for its type.
extension EncodingBranch {
  /// Encodes the value that was begun last, by the fastest way for its type. An encoder is made only for a type's own
  /// code: each counts a reference to the branch.
  @inline(__always)
  func encodeInnermost<T: Encodable>(_ value: T, _ entry: EncodedTypes.Entry) throws {
    guard entry.kind == .own else { return try encodeKnown(value, entry) }
    if depth >= EncodingBranch.levelsUnchecked { try checkStack(for: value) }
    try value.encode(to: innermost)
  }

  @inline(never)
  private func encodeKnown<T: Encodable>(_ value: T, _ entry: EncodedTypes.Entry) throws {
    if try !writesWithoutEncoder(value, entry, depth) { try innermost.known(value, entry) }
  }

  /// Writes an array of numbers or of strings, or a type that does without an encoder. False: it is another type, and
  /// nothing was written.
  @inline(__always)
  func writesWithoutEncoder<T: Encodable>(
    _ value: T, _ entry: EncodedTypes.Entry, _ depth: Int
  ) throws -> Bool {
    func cast<U>(_ type: U.Type = U.self) -> U { unsafe unsafeBitCast(value, to: U.self) }
    // Sound because the table gave the kind for this very type.
    switch entry.kind {
    case .doubles where writeDoubles(cast(), depth): return true
    case .doubleLists where writeDoubleLists(cast(), depth): return true
    case .ints where writeInts(cast(), depth): return true
    case .strings where writeStrings(cast(), depth): return true
    default: break
    }
    guard let type = entry.direct else { return false }
    func write<D: DirectlyEncodable>(_ type: D.Type) throws {
      try cast(type).write(to: self, depth)
    }
    try write(type)
    return true
  }
}
