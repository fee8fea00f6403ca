import Sluice

/// Decides which encoders and containers may write, and refuses the others.
extension EncodingBranch {
  /// Whether an encoder or container is still the one of its level.
  @inline(__always)
  func isCurrent(_ depth: Int, _ number: UInt32) -> Bool {
    unsafe depth <= self.depth && levels[depth].number == number
  }

  /// Whether a container may write: its value is the innermost one that is being encoded.
  @inline(__always)
  func isInnermost(_ depth: Int, _ number: UInt32) -> Bool {
    unsafe depth == self.depth && levels[depth].number == number
  }

  /// What a container does that is not the innermost one. Its value has ended: nothing. Otherwise another value inside of
  /// it is being encoded, whose text stands where the container would write: throws.
  @inline(never)
  func refuse(_ value: Any, _ depth: Int, _ number: UInt32) throws {
    guard isCurrent(depth, number) else { return }
    throw EncodingError.invalidValue(
      value,
      EncodingError.Context(
        codingPath: codingPath(depth),
        debugDescription:
          "expected the value inside of this container to end first: another one was"
          + " encoded into the container meanwhile"))
  }

  /// An encoder, of a value at a depth, that refuses whatever is encoded.
  func refusing(_ depth: Int) -> ValueEncoder {
    let branch = EncodingBranch(options, types, path: codingPath(depth), indent: 0)
    let encoder = branch.begin()
    unsafe branch.levels[encoder.depth].kind = .scalar
    return encoder
  }
}
