import CSimdJSON

/// Checks values of a document that was opened with `.accessed`.
extension JSONPosition {
  /// The bytes of this value, which are valid JSON by RFC 8259, and live as long as the document.
  ///
  /// O(1) for a scalar and in a document that was checked in full; otherwise linear in the value: by its tokens'
  /// kinds, and byte by byte only where these prove nothing. Throws the value's first fault, the same under every
  /// kernel.
  package func checkedRawBytes() throws(JSONError) -> UnsafeBufferPointer<UInt8> {
    let (bytes, end) = try unsafe extent()
    guard Byte.opens(byte), unsafe !context.pointee.isValid,
      !isEvidentlyValid(upTo: end, length: offset + bytes.count)
    else { return unsafe bytes }
    try unsafe scan(bytes)
    return unsafe bytes
  }

  /// Checks the whole document whose root this is. O(1) if that was done before; otherwise as ``checkedRawBytes()``.
  package func checkDocument() throws(JSONError) {
    guard unsafe !context.pointee.isValid else { return }
    let (end, length) = unsafe (index.pointee.end, Int(index.pointee.length))
    if !Byte.opens(byte) || !isEvidentlyValid(upTo: end, length: length) {
      try unsafe scan(UnsafeBufferPointer(start: pointer, count: length - offset))
    }
    unsafe context.pointee.isValid = true
  }

  /// What is wrong with the text of the value here, in all its depth; nil for a valid one.
  ///
  /// O(length), and O(1) in a document that was checked in full.
  package var valueFault: JSONError? {
    guard Byte.opens(byte) else { return scalarFault }
    guard unsafe !context.pointee.isValid else { return nil }
    do throws(JSONError) {
      let (bytes, end) = try unsafe extent()
      if isEvidentlyValid(upTo: end, length: offset + bytes.count) { return nil }
      return unsafe fault(in: bytes)
    } catch {
      // Its brackets do not close. What comes before that is the first fault.
      let left = unsafe Int(index.pointee.length) &- offset
      return unsafe fault(in: UnsafeBufferPointer(start: pointer, count: left)) ?? error
    }
  }

  /// Throws the first fault of a text that begins here.
  private func scan(_ text: UnsafeBufferPointer<UInt8>) throws(JSONError) {
    let depthLimit = unsafe Int(context.pointee.depthLimit)
    guard var fault = unsafe FaultScan.firstFault(in: text, depthLimit: depthLimit) else { return }
    fault.offset += offset
    throw fault
  }

  /// Whether the kinds of the tokens before `end` prove this container valid; its last byte is before `length`.
  func isEvidentlyValid(upTo end: UInt32, length: Int) -> Bool {
    let header = unsafe index.pointee
    guard let kinds = unsafe header.kinds, let escapes = unsafe header.escapes else { return false }
    return unsafe csj_check(
      header.bytes, header.tokens, kinds, escapes, token, end,
      UInt32(truncatingIfNeeded: length), context.pointee.depthLimit, nil)
  }
}
