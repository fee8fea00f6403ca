/// What is written as one is taken back as one.
extension JSONWriter {
  /// Where a writer was before something was written.
  @usableFromInline
  package struct Mark {
    let count: Int
    let flushed: Int
    let place: WriterPosition
    let depth: Int
    let objects: Int
    let fields: Int
  }

  /// The state to take back to: see ``takeBack(to:because:)``.
  @usableFromInline
  package var mark: Mark {
    Mark(
      count: out.count, flushed: flushed, place: place, depth: levels.count,
      objects: written.firsts.count, fields: written.fields.count)
  }

  /// Forgets what was written since. Bytes that were handed out meanwhile can't be taken back: then each later call
  /// fails with the error.
  @usableFromInline
  package mutating func takeBack(to mark: Mark, because error: any Error) {
    guard failure == nil else { return }
    guard flushed == mark.flushed, levels.count >= mark.depth,
      written.firsts.count >= mark.objects, written.fields.count >= mark.fields
    else {
      return fail(
        error as? JSONError
          ?? JSONError(
            .invalidWrite, at: byteCount, name: nil,
            reason: "a value was given up after its beginning was handed out: \(error)"))
    }
    out.truncate(to: mark.count)
    levels.truncate(to: mark.depth)
    written.truncate(objects: mark.objects, fields: mark.fields)
    place = mark.place
  }

  /// Writes something as one: if the body throws, nothing of it stays, so that something else can be written.
  ///
  /// Cost: some words are noted; allocates nothing.
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
