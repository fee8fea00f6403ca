import CSimdJSON

/// Finds where values end in an index of many, for feeds whose records are not lines.
package enum ValueEnds {
  package enum Found {
    /// The token before this one is the value's last.
    case token(UInt32)
    /// Not among these tokens.
    case cut
    /// Brackets that do not match, an opening bracket where no value may be, or nesting deeper than 64 levels: needs an
    /// inspection byte by byte.
    case odd
  }

  /// The end of the object or array that opens at `token`. `tokens[..<end]` are offsets in `bytes`.
  @inline(__always)
  package static func end(
    ofContainerAt token: UInt32, _ tokens: UnsafePointer<UInt32>, before end: UInt32,
    in bytes: UnsafePointer<UInt8>
  ) -> Found {
    switch unsafe csj_value_end(bytes, tokens, token, end) {
    case UInt32.max: .cut
    case UInt32.max - 1: .odd
    case let found: .token(found)
    }
  }

  /// Whether a number or a word ends before this byte: at white space or a structural character.
  @inline(__always)
  package static func endsScalar(_ byte: UInt8) -> Bool { csj_ends_scalar(byte) }

  /// The number of newlines. Some 10 bytes a nanosecond.
  package static func newlines(in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    unsafe bytes.baseAddress.map { unsafe csj_count_newlines($0, bytes.count) } ?? 0
  }
}
