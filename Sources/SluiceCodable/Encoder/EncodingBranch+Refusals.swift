import Sluice

/// Decides which encoders and containers may write, and refuses the others.
extension EncodingBranch {
  /// Notes that a container was asked for where it can't be, of the value at a depth or of its key. The request can't throw: the
  /// encoding does, at its end, also if nothing was written into the container.
  @inline(never)
  func note(mistakeAt depth: Int, _ key: (any CodingKey)? = nil) {
    types.note(mistakeAt: codingPath(depth) + (key.map { [$0] } ?? []))
  }

  /// Whether an encoder is still the one of its level.
  @inline(__always)
  func isCurrent(_ depth: Int, encoder: UInt32) -> Bool {
    unsafe depth <= self.depth && levels[depth].number == encoder
  }

  /// Whether a container is still one of its level.
  @inline(__always)
  func isCurrent(_ depth: Int, container: UInt32) -> Bool {
    unsafe depth <= self.depth && levels[depth].contents == container
  }

  /// Whether a container may write: its value is the innermost one that is being encoded.
  @inline(__always)
  func isInnermost(_ depth: Int, container: UInt32) -> Bool {
    unsafe depth == self.depth && levels[depth].contents == container
  }

  /// What a container does that is not the innermost one. Its value has ended: nothing. Otherwise another value inside of
  /// it is being encoded, whose text stands where the container would write: throws.
  @inline(never)
  func refuse(_ value: Any, _ depth: Int, container: UInt32) throws {
    guard isCurrent(depth, container: container) else { return }
    throw EncodingError.invalidValue(
      value,
      EncodingError.Context(
        codingPath: codingPath(depth),
        debugDescription:
          "expected the value inside of this container to end first: another one was"
          + " encoded into the container meanwhile"))
  }

  /// The encoder for a value inside of a container that may not write: it changes nothing if the container's value has
  /// ended, and refuses whatever is encoded otherwise.
  @inline(never)
  func refusing(_ depth: Int, container: UInt32) -> ValueEncoder {
    guard isCurrent(depth, container: container) else {
      // No level has this number.
      return ValueEncoder(branch: self, depth: depth, number: 0)
    }
    note(mistakeAt: depth)
    let branch = EncodingBranch(options, types, path: EncodingPath(codingPath(depth)))
    let encoder = branch.begin()
    unsafe branch.levels[encoder.depth].kind = .scalar
    return encoder
  }
}
