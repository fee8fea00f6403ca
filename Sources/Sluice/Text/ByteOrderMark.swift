extension TextEncoding {
  /// The byte order mark with which a text in UTF-8 may begin.
  package static let utf8Mark: [UInt8] = [0xEF, 0xBB, 0xBF]
}

extension UnsafeBufferPointer<UInt8> {
  /// These bytes without a UTF-8 byte order mark at their start.
  @inline(__always)
  package var behindByteOrderMark: UnsafeBufferPointer<UInt8> {
    guard count >= 3, unsafe self[0] == 0xEF, unsafe self[1] == 0xBB, unsafe self[2] == 0xBF else {
      return unsafe self
    }
    return unsafe UnsafeBufferPointer(rebasing: self[3...])
  }
}
