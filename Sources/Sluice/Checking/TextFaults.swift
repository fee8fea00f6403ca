/// Tells text that is not JSON from a value of another kind than was asked for. What a document with `.accessed` has of
/// such text shows only here; code and offset are those that a check in full gives.
///
/// Only failures pay for it: a value that was read is checked by reading it.
extension JSONPosition {
  /// The error for a value of another kind than the expected one; for a scalar that is not JSON, what is wrong with it.
  ///
  /// O(1) in a document that was checked in full; otherwise O(length) for a string or a number. It does not examine the
  /// inside of an object or array: see `valueFault`.
  @usableFromInline @inline(never)
  package func mismatch(_ expected: JSONError.Expectation) -> JSONError {
    scalarFault ?? JSONError(.typeMismatch, at: offset, expected: expected)
  }

  /// What is wrong with the text of the scalar here; nil for a valid one, and for what begins an object or array.
  @usableFromInline
  package var scalarFault: JSONError? {
    if Byte.opens(byte) || isNull || isTrue || isFalse { return nil }
    guard unsafe !context.pointee.isValid else { return nil }
    let start = unsafe pointer
    let left = unsafe Int(index.pointee.length) &- offset
    var count = 1
    if byte == Byte.quote {
      let string = RawString(self)
      guard string.hasEscapes else { return nil }
      count = string.count + 2
    } else if !ValueEnds.endsScalar(byte) {
      while count < left, unsafe !ValueEnds.endsScalar(start[count]) { count &+= 1 }
    }
    return unsafe fault(in: UnsafeBufferPointer(start: start, count: min(count, left)))
  }

  /// The first fault of a text that begins here. A number beyond all doubles is JSON.
  func fault(in text: UnsafeBufferPointer<UInt8>) -> JSONError? {
    var scan = unsafe FaultScan(text, depthLimit: Int(context.pointee.depthLimit))
    scan.takesAnyNumber = true
    do throws(JSONError) {
      try scan.run()
      return nil
    } catch {
      var error = error
      error.offset += offset
      return error
    }
  }
}
