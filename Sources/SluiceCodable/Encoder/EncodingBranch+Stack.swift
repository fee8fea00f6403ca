import Sluice

/// Types call each other for their values, and take the thread's stack for it.
extension EncodingBranch {
  /// Values up to this depth take what every thread has.
  static let levelsUnchecked = 4

  /// Throws when the stack is nearly used up.
  @inline(never)
  func checkStack<T>(for value: T) throws {
    if !StackRoom.isLeftOfSmall { throw tooDeep(value) }
  }

  /// Encodes a value in place of the one at a depth, as a single value: no level is begun for it.
  @inline(never)
  func encodeInPlace<T: Encodable>(_ value: T, by encoder: ValueEncoder) throws {
    valuesInPlace += 1
    defer { valuesInPlace -= 1 }
    if depth + valuesInPlace >= EncodingBranch.levelsUnchecked { try checkStack(for: value) }
    try value.encode(to: encoder)
  }

  /// Its text is made here, without a description of the fault: that would take more stack than a small one has left.
  private func tooDeep(_ value: Any) -> EncodingError {
    let reason = "the thread's stack is full"
    let fault = JSONError(.depthExceeded, at: 0, name: depth.description, reason: reason)
    return EncodingError.invalidValue(
      value,
      EncodingError.Context(
        codingPath: codingPath(depth),
        debugDescription: "expected fewer levels than " + depth.description + ": " + reason,
        underlyingError: fault.told))
  }
}
