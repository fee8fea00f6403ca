/// Describes in words what is at an offset of a text: `string "256 Error!"`, `number 12.5`, `'}'`.
package enum TokenDescription {
  package static func describe(_ text: UnsafeBufferPointer<UInt8>, at offset: Int) -> String {
    guard offset < text.count else { return "the end of the text" }
    switch unsafe text[offset] {
    case UInt8(ascii: "{"): return "an object"
    case UInt8(ascii: "["): return "an array"
    case UInt8(ascii: "\""): return unsafe "string \"\(string(text, from: offset + 1))\""
    case UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ","), UInt8(ascii: ":"):
      return unsafe "'\(Character(Unicode.Scalar(text[offset])))'"
    case UInt8(ascii: "\\"): return unsafe "'\(escape(text, at: offset))'"
    case 0..<0x20, 0x7F: return unsafe "the control character \(hex(text[offset]))"
    default:
      let word = unsafe scalar(text, from: offset)
      switch word {
      case "true", "false", "null": return word
      default: break
      }
      let first = unsafe text[offset]
      let number = first == UInt8(ascii: "-") || (0x30...0x39).contains(first)
      return number ? "number \(word)" : "'\(word)'"
    }
  }

  /// The most characters of a value that are shown, and the most bytes, because one character may be as long as a text.
  private static let longest = 40
  private static let mostBytes = 60

  private static func string(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> String {
    var end = start
    while end < text.count, unsafe text[end] != UInt8(ascii: "\""), unsafe text[end] >= 0x20,
      end - start < longest * 4
    {
      unsafe end += text[end] == UInt8(ascii: "\\") && end + 1 < text.count ? 2 : 1
    }
    return unsafe shortened(text[start..<min(end, text.count)])
  }

  private static func scalar(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> String {
    var end = start
    while end < text.count, end - start < longest * 4 {
      switch unsafe text[end] {
      case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "{"), UInt8(ascii: "}"),
        UInt8(ascii: "["), UInt8(ascii: "]"), 0...0x20:
        return unsafe shortened(text[start..<end])
      default: end += 1
      }
    }
    return unsafe shortened(text[start..<end])
  }

  private static func shortened(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
    unsafe shortened(String(decoding: bytes, as: UTF8.self))
  }

  /// A key or a text of the document; a long one is cut after its start.
  package static func shortened(_ words: String) -> String {
    let start = words.prefix(longest + 1)
    guard start.count > longest || start.utf8.count > mostBytes else { return words }
    var shown = String(start.prefix(longest - 1)).unicodeScalars[...]
    while String(shown).utf8.count > mostBytes - "…".utf8.count { shown.removeLast() }
    return String(shown) + "…"
  }

  /// An escape as it is written: a backslash and a character, or, for `\u`, what may be its digits.
  private static func escape(_ text: UnsafeBufferPointer<UInt8>, at offset: Int) -> String {
    let written = unsafe String(decoding: text[offset...].prefix(6), as: UTF8.self)
    let length = written.dropFirst().first == "u" ? 6 : 2
    return String(written.prefix(length).prefix { $0 != "\"" || written.dropFirst().first == $0 })
  }

  private static func hex(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
