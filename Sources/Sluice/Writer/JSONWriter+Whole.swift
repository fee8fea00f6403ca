/// What is written as one is taken back as one.
extension JSONWriter {
  /// Where a writer was before something was written: four words, which stay in registers. What else there is to know
  /// follows from them.
  @usableFromInline
  package struct Mark {
    let count: Int
    let flushed: Int
    let depth: Int
    let place: WriterPosition
  }

  /// The state to take back to: see ``takeBack(to:because:)``.
  @usableFromInline
  package var mark: Mark {
    Mark(count: out.count, flushed: flushed, depth: levels.count, place: place)
  }

  /// Forgets what was written since. Bytes that were handed out meanwhile can't be taken back: then each later call
  /// fails with the error.
  @usableFromInline
  package mutating func takeBack(to mark: Mark, because error: any Error) {
    guard failure == nil else { return }
    guard flushed == mark.flushed, levels.count >= mark.depth else {
      return fail(
        error as? JSONError
          ?? JSONError(
            .invalidWrite, at: byteCount, name: nil,
            reason: "a value was given up after its beginning was handed out: \(error)"))
    }
    out.truncate(to: mark.count)
    levels.truncate(to: mark.depth)
    if sorts { written.truncate(objects: levels.objectCount, fieldsBefore: mark.count) }
    place = mark.place
  }

  /// Writes something as one: if the body throws, nothing of it stays, so that something else can be written.
  ///
  /// Cost: four words are noted; allocates nothing.
  @inlinable @inline(__always)
  package mutating func whole<E: Error>(
    _ body: (inout JSONWriter) throws(E) -> Void
  ) throws(E) {
    let before = mark
    do throws(E) {
      try body(&self)
    } catch {
      takeBack(to: before, because: error)
      throw error
    }
  }
}
