/// Values of ``JSON`` made of a document that was checked in full: nothing throws here.
extension DocumentStorage {
  /// The value at a token. What is in a container stays in the document.
  @inline(__always)
  func json(at token: UInt32) -> JSON {
    defer { withExtendedLifetime(self) {} }
    let here = position(token)
    let byte = here.byte
    return Byte.opens(byte) ? container(token, byte, here.close) : here.scalar(byte)
  }

  /// The array or object between two brackets.
  @inline(__always)
  func container(_ token: UInt32, _ byte: UInt8, _ close: UInt32) -> JSON {
    if byte == Byte.openBrace {
      return .object(
        close == token &+ 1 ? JSONObject() : JSONObject(kept: JSONView(self, token)))
    }
    return .array(close == token &+ 1 ? JSONArray() : JSONArray(kept: JSONView(self, token)))
  }

  /// The key at a token.
  func key(at token: UInt32) -> String {
    defer { withExtendedLifetime(self) {} }
    return key(RawString(position(token)))
  }

  func key(_ raw: RawString) -> String { sharedKeys?.string(raw) ?? raw.ownedString }
}

/// Positions in a document that is kept and was checked in full.
extension JSONPosition {
  /// The bracket that closes the container. A document that is kept has links.
  @inline(__always)
  var close: UInt32 {
    if let links = unsafe context.pointee.links { return unsafe links[Int(token)] }
    return skip(token) &- 1
  }

  /// The number, string or literal that begins with `byte`.
  @inline(__always)
  func scalar(_ byte: UInt8) -> JSON {
    switch byte {
    case Byte.quote: .string(RawString(self).ownedString)
    case Byte.minus, 0x30...0x39: .number((try? number()) ?? JSONNumber(0))
    case UInt8(ascii: "t"): .bool(true)
    case UInt8(ascii: "f"): .bool(false)
    default: .null
    }
  }
}

extension RawString {
  /// The string, whose text was checked in full.
  @inline(never)
  var ownedString: String {
    if hasEscapes { return unescapedString ?? "" }
    return count > 15 ? checkedString : smallString
  }
}
