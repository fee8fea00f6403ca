import Sluice

/// Formats JSON for errors: strings without their quotes, containers as written, all cut to 60
/// bytes.
enum JSONDescription {
  /// At most 60 bytes with the three bytes of "…" and those of a character that is cut.
  static let longest = 54
  /// The limit for a key that is a step of a path.
  static let longestKey = 1000

  /// Returns the value at a position.
  static func quote(_ position: JSONPosition, upTo longest: Int = longest) -> String {
    guard position.token < position.end else { return "" }
    switch position.byte {
    case Byte.quote:
      let raw = RawString(position)
      guard raw.count <= longest else { return unsafe cut(raw.buffer, longest) }
      return unsafe raw.string ?? String(decoding: raw.buffer, as: UTF8.self)
    case Byte.openBrace, Byte.openBracket: return container(position, longest)
    default: return unsafe position.isNull ? "<null>" : cut(position.numberText, longest)
    }
  }

  /// Reads no more than it quotes.
  private static func container(_ position: JSONPosition, _ longest: Int) -> String {
    let start = position.offset
    var depth = 0
    var token = position.token
    var end = start
    while token < position.end {
      end = position.offset(of: token) + 1
      let byte = position.byte(at: token)
      if Byte.opens(byte) { depth += 1 }
      if Byte.closes(byte) { depth -= 1 }
      if depth == 0 || end - start > longest { break }
      token += 1
    }
    return unsafe cut(UnsafeBufferPointer(start: position.pointer, count: end - start), longest)
  }

  /// Cuts between two characters.
  private static func cut(_ text: UnsafeBufferPointer<UInt8>, _ longest: Int) -> String {
    guard text.count > longest else { return unsafe String(decoding: text, as: UTF8.self) }
    var end = longest
    while end > 0, unsafe text[end] & 0xC0 == 0x80 { end -= 1 }
    return unsafe String(decoding: text[..<end], as: UTF8.self) + "…"
  }

  /// Returns a quoted value with its kind: `string "12"`, `an object`.
  static func words(_ quoted: String, _ kind: JSONKind?) -> String {
    switch kind {
    case .string: "string \"\(quoted)\""
    case .number: "number \(quoted)"
    case .object: "an object"
    case .array: "an array"
    case .null: "null"
    case .bool, nil: quoted
    }
  }

  /// Returns the upper levels of a value to dump, which may be of any depth.
  static func quote(value: Any) -> String {
    let text = ShallowText.describing(value)
    guard text.utf8.count > longest else { return text }
    return String(decoding: text.utf8.prefix(longest), as: UTF8.self) + "…"
  }
}

extension JSONPosition {
  /// The offset in the document or record that contains this position.
  var placeInDocument: Int { JSONCursor(unchecked: self).offset }

  /// Returns the position of the token at an offset of the window; nil when no token begins there.
  func position(atOffset wanted: Int) -> JSONPosition? {
    var low = unsafe index.pointee.first
    var high = end
    while low < high {
      let middle = low + (high - low) / 2
      let found = offset(of: middle)
      if found == wanted { return at(middle) }
      if found < wanted { low = middle + 1 } else { high = middle }
    }
    return nil
  }
}
