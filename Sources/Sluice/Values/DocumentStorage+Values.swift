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

  func key(at token: UInt32) -> String {
    defer { withExtendedLifetime(self) {} }
    return key(RawString(position(token)))
  }

  func key(_ raw: RawString) -> String { sharedKeys?.string(raw) ?? raw.ownedString }
}

/// Positions in a document that is kept and was checked in full.
extension JSONPosition {
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

/// Fields by their positions.
extension DocumentStorage {
  /// The field at a position, or nil.
  func field(_ place: Int, of object: UInt32) -> (key: String, value: JSON)? {
    guard place >= 0 else { return nil }
    guard place < DocumentStorage.few, hasDistinctKeys(object) else {
      return field(place, of: level(of: object))
    }
    let end = close(of: object)
    var value = object &+ 3
    for _ in 0..<place {
      guard value < end else { return nil }
      value = after(value) &+ 3
    }
    return value < end ? (key(at: value &- 2), json(at: value)) : nil
  }

  /// The same where the fields were noted.
  func field(_ place: Int, of level: KeptLevel) -> (key: String, value: JSON)? {
    defer { withExtendedLifetime(self) {} }
    guard let value = level.value(place), let key = level.key(place) else { return nil }
    return (self.key(key), json(at: value))
  }
}
