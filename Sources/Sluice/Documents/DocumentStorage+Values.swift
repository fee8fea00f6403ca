/// Values of ``JSON`` made of a document that was checked in full: nothing throws here.
extension DocumentStorage {
  /// The value at a token. What is in a container stays in the document.
  @inline(__always)
  func json(at token: UInt32) -> JSON {
    defer { withExtendedLifetime(self) {} }
    let here = position(token)
    switch here.byte {
    case Byte.quote: return .string(RawString(here).string ?? "")
    case Byte.minus, 0x30...0x39:
      return .number((try? here.number()) ?? JSONNumber(0))
    case Byte.openBrace:
      return Byte.closes(here.byte(at: token &+ 1))
        ? .object(JSONObject()) : .object(JSONObject(kept: JSONView(self, token)))
    case Byte.openBracket:
      return Byte.closes(here.byte(at: token &+ 1))
        ? .array(JSONArray()) : .array(JSONArray(kept: JSONView(self, token)))
    case UInt8(ascii: "t"): return .bool(true)
    case UInt8(ascii: "f"): return .bool(false)
    default: return .null
    }
  }

  /// The key at a token.
  @inline(__always)
  func key(at token: UInt32) -> String {
    defer { withExtendedLifetime(self) {} }
    return key(RawString(position(token)))
  }

  @inline(__always)
  func key(_ raw: RawString) -> String {
    if raw.count > 15, let shared = sharedKey(raw) { return shared }
    return raw.string ?? ""
  }
}
