import Sluice
import SluiceSystem

/// Splits a condition into words, strings and signs.
struct FilterLexer {
  enum TokenKind: Equatable {
    /// A path, a number, or a word of the language.
    case word(String)
    /// A path in backticks.
    case path(String)
    case string(String)
    case sign(String)
    case end
  }

  struct Token {
    let kind: TokenKind
    /// In bytes from the start of the text.
    let start: Int
    let end: Int
  }

  private let bytes: [UInt8]
  private var next = 0

  /// The longest condition.
  static let longest = 64 << 10

  init(_ text: String) throws(ImportError) {
    bytes = Array(text.utf8)
    guard bytes.count <= FilterLexer.longest else {
      throw ImportError(
        .badFilter, "the filter has \(bytes.count) bytes; at most \(FilterLexer.longest) are taken")
    }
  }

  mutating func token() throws(ImportError) -> Token {
    while next < bytes.count, FilterLexer.isSpace(bytes[next]) { next += 1 }
    let start = next
    let kind = try kind()
    return Token(kind: kind, start: start, end: next)
  }

  private mutating func kind() throws(ImportError) -> TokenKind {
    guard next < bytes.count else { return .end }
    let byte = bytes[next]
    switch byte {
    case UInt8(ascii: "'"): return .string(try quoted(byte))
    case UInt8(ascii: "`"): return .path(try quoted(byte))
    case UInt8(ascii: "\""): return .string(try escaped())
    case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: ","):
      next += 1
      return .sign(text(next - 1..<next))
    case UInt8(ascii: "="), UInt8(ascii: "!"), UInt8(ascii: "<"), UInt8(ascii: ">"):
      let start = next
      while next < bytes.count, "=!<>".utf8.contains(bytes[next]), next < start + 2 { next += 1 }
      return .sign(text(start..<next))
    default:
      let start = next
      while next < bytes.count, !FilterLexer.endsWord(bytes[next]) { next += 1 }
      return .word(text(start..<next))
    }
  }

  /// Reads up to the same quote; a doubled quote stands for one.
  private mutating func quoted(_ quote: UInt8) throws(ImportError) -> String {
    let start = next
    var content: [UInt8] = []
    next += 1
    while next < bytes.count {
      let byte = bytes[next]
      next += 1
      if byte == quote {
        guard next < bytes.count, bytes[next] == quote else {
          return String(decoding: content, as: UTF8.self)
        }
        next += 1
      }
      content.append(byte)
    }
    throw fault("its closing quote", at: start, "the end")
  }

  /// A JSON string.
  private mutating func escaped() throws(ImportError) -> String {
    let start = next
    next += 1
    while next < bytes.count, bytes[next] != UInt8(ascii: "\"") {
      next += bytes[next] == UInt8(ascii: "\\") ? 2 : 1
    }
    guard next < bytes.count else { throw fault("its closing quote", at: start, "the end") }
    next += 1
    guard let string = FilterLexer.unescaped(Array(bytes[start..<next])) else {
      throw fault("a string with JSON's escapes", at: start, text(start..<next))
    }
    return string
  }

  /// An error at a position; its column counts bytes from 1.
  func fault(_ expected: String, at place: Int, _ found: String) -> ImportError {
    let shown = found.count > 40 ? found.prefix(40) + "…" : found[...]
    return ImportError(
      .badFilter,
      "filter: expected \(expected) at column \(place + 1), found \(shown)\n"
        + "    \(excerpt(around: place))")
  }

  func fault(_ expected: String, at token: Token) -> ImportError {
    let found = token.kind == .end ? "the end" : text(token.start..<token.end)
    return fault(expected, at: token.start, found)
  }

  /// Some text around a position, with a mark below it.
  private func excerpt(around place: Int) -> String {
    let start = max(place - 40, 0)
    let before = line(start..<place)
    return before + line(place..<min(place + 40, bytes.count)) + "\n    "
      + String(repeating: " ", count: before.count) + "^"
  }

  private func line(_ range: Range<Int>) -> String {
    PrintableText.excerpt(text(range))
  }

  private func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  private static func endsWord(_ byte: UInt8) -> Bool {
    isSpace(byte) || "()=!<>,'\"`".utf8.contains(byte)
  }
}
