import CSimdJSON

/// Checks one value of a document that was opened with `.accessed`.
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
    let depthLimit = unsafe Int(context.pointee.depthLimit)
    guard var fault = unsafe FaultScan.firstFault(in: bytes, depthLimit: depthLimit) else {
      return unsafe bytes
    }
    fault.offset += offset
    throw fault
  }

  /// Whether the kinds of the tokens before `end` prove this container valid; its last byte is before `length`.
  private func isEvidentlyValid(upTo end: UInt32, length: Int) -> Bool {
    let header = unsafe index.pointee
    guard let kinds = unsafe header.kinds, let escapes = unsafe header.escapes else { return false }
    return unsafe csj_check(
      header.bytes, header.tokens, kinds, escapes, token, end,
      UInt32(truncatingIfNeeded: length), context.pointee.depthLimit, nil)
  }
}
