import CSimdJSON

/// Reading `true`, `false` and `null` at a position.
extension JSONPosition {
  @inlinable @inline(__always)
  package var isTrue: Bool { isLiteral(0x6575_7274) }

  @inlinable @inline(__always)
  package var isFalse: Bool {
    let p = unsafe pointer
    return unsafe p[0] == 0x66 && csj_load32(p + 1) == 0x6573_6C61  // "alse"
      && ends(behind: 5)
  }

  /// Whether the value is `null`.
  @inlinable @inline(__always)
  package var isNull: Bool { byte == 0x6E && isLiteral(0x6C6C_756E) }

  @inlinable @inline(__always)
  func isLiteral(_ word: UInt32) -> Bool {
    unsafe csj_load32(pointer) == word && ends(behind: 4)
  }

  /// Whether the token ends `count` bytes after its start. The last token of a document ends with the document, and the
  /// byte after that is not read.
  @inlinable @inline(__always)
  func ends(behind count: Int) -> Bool {
    if token &+ 1 < end { return unsafe csj_ends_scalar(pointer[count]) }
    let left = unsafe Int(index.pointee.length) &- offset
    return unsafe left == count || (left > count && csj_ends_scalar(pointer[count]))
  }

  /// The value's kind by its first byte, with literals checked, or nil if there is no value.
  @inlinable
  package var kind: JSONKind? {
    switch byte {
    case Byte.openBrace: return .object
    case Byte.openBracket: return .array
    case Byte.quote: return .string
    case Byte.minus, 0x30...0x39: return .number
    case 0x74: return isTrue ? .bool : nil
    case 0x66: return isFalse ? .bool : nil
    case 0x6E: return isNull ? .null : nil
    default: return nil
    }
  }
}
