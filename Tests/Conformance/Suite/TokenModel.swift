import Sluice
import SluiceFeed
import SluiceTokenizer

/// The tokens of a whole text up to its first fault, by a parser that shares no code with the tokenizer: one byte after
/// the other, with no index, no windows and no chunks.
public struct TokenModel {
  public struct Token {
    public var kind: JSONToken.Kind
    public var start: Int
    public var end: Int
    public var depth: Int

    var opens: Bool { kind == .beginObject || kind == .beginArray }
    var closes: Bool { kind == .endObject || kind == .endArray }
    var hasQuotes: Bool { kind == .string || kind == .key }
    /// Whether its end shows only in the byte after it.
    var isOpenEnded: Bool { kind.rawValue > JSONToken.Kind.string.rawValue }
    /// The text, for strings without the quotes.
    var content: Range<Int> { hasQuotes ? start + 1..<end - 1 : start..<end }
  }

  public private(set) var tokens: [Token] = []
  /// Whether a fault follows the tokens: also an end that comes too early.
  public private(set) var isFaulty = false

  private enum Place { case root, end, value, firstValue, key, firstKey, colon, behind }

  private let text: [UInt8]
  private let options: TokenizerOptions
  private var at = 0
  private var place = Place.root
  /// For each open container, whether it is an object.
  private var open: [Bool] = []

  public init(_ text: [UInt8], _ options: TokenizerOptions) {
    self.text = text
    self.options = options
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3 }
    while !isFaulty, skipSpace() {
      if !step(text[at]) { isFaulty = true }
    }
    guard !isFaulty else { return }
    isFaulty = !(place == .end || (place == .root && options.takesSeveralDocuments))
  }

  /// The number of the token after the value that begins with a token; nil: there is no whole value.
  func end(ofValueAt first: Int) -> Int? {
    guard tokens.indices.contains(first) else { return nil }
    guard tokens[first].opens else { return first + 1 }
    let depth = tokens[first].depth
    return tokens[first...].firstIndex { $0.closes && $0.depth == depth }.map { $0 + 1 }
  }

  private mutating func skipSpace() -> Bool {
    while at < text.count, [0x20, 0x09, 0x0A, 0x0D].contains(text[at]) { at += 1 }
    return at < text.count
  }

  /// Takes what begins with `byte`. Returns false at a fault.
  private mutating func step(_ byte: UInt8) -> Bool {
    switch place {
    case .end:
      guard options.takesSeveralDocuments else { return false }
      place = .root
      return true
    case .behind where byte == UInt8(ascii: ","):
      at += 1
      place = open.last == true ? .key : .value
      return true
    case .colon:
      at += 1
      place = .value
      return byte == UInt8(ascii: ":")
    case .behind: return close(byte)
    case .firstKey: return byte == UInt8(ascii: "}") ? close(byte) : key()
    case .key: return key()
    case .firstValue: return byte == UInt8(ascii: "]") ? close(byte) : value(byte)
    case .value, .root: return value(byte)
    }
  }

  private mutating func close(_ byte: UInt8) -> Bool {
    guard let isObject = open.last, byte == UInt8(ascii: isObject ? "}" : "]") else { return false }
    open.removeLast()
    take(isObject ? .endObject : .endArray, upTo: at + 1)
    place = open.isEmpty ? .end : .behind
    return true
  }

  private mutating func key() -> Bool {
    guard let end = endOfString() else { return false }
    take(.key, upTo: end)
    place = .colon
    return true
  }

  private mutating func value(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      guard open.count < options.depthLimit else { return false }
      let isObject = byte == UInt8(ascii: "{")
      take(isObject ? .beginObject : .beginArray, upTo: at + 1)
      open.append(isObject)
      place = isObject ? .firstKey : .firstValue
      return true
    case UInt8(ascii: "\""):
      guard let end = endOfString() else { return false }
      take(.string, upTo: end)
    default:
      let rest = text[at...]
      let ends = Array(" \t\n\r,:[]{}\"".utf8)
      let end = rest.firstIndex { ends.contains($0) } ?? text.count
      // No space is needed between two documents, except after a scalar before a string.
      guard end == text.count || text[end] != UInt8(ascii: "\"") else { return false }
      guard let kind = scalarKind(text[at..<end]) else { return false }
      take(kind, upTo: end)
    }
    place = open.isEmpty ? .end : .behind
    return true
  }

  private mutating func take(_ kind: JSONToken.Kind, upTo end: Int) {
    tokens.append(Token(kind: kind, start: at, end: end, depth: open.count))
    at = end
  }

  /// The end of the string that begins here, after its quote; nil if there is no valid string.
  private func endOfString() -> Int? {
    guard text[at] == UInt8(ascii: "\"") else { return nil }
    var i = at + 1
    while i < text.count, text[i] != UInt8(ascii: "\"") {
      guard text[i] >= 0x20 else { return nil }
      i += text[i] == UInt8(ascii: "\\") ? 2 : 1
      // A control character is no escape either.
      if i <= text.count, text[i - 1] < 0x20 { return nil }
    }
    guard i < text.count else { return nil }
    let content = text[at + 1..<i]
    guard String(validating: content, as: UTF8.self) != nil else { return nil }
    return options.checking == .accessed || escapesAreValid(content) ? i + 1 : nil
  }

  private func escapesAreValid(_ content: ArraySlice<UInt8>) -> Bool {
    var i = content.startIndex
    while i < content.endIndex {
      guard content[i] == UInt8(ascii: "\\") else {
        i += 1
        continue
      }
      guard i + 1 < content.endIndex else { return false }
      if content[i + 1] != UInt8(ascii: "u") {
        guard Array("\"\\/bfnrt".utf8).contains(content[i + 1]) else { return false }
        i += 2
        continue
      }
      guard let unit = unit(content, i) else { return false }
      i += 6
      if (0xDC00...0xDFFF).contains(unit) { return false }
      if (0xD800...0xDBFF).contains(unit) {
        guard let low = self.unit(content, i), (0xDC00...0xDFFF).contains(low) else { return false }
        i += 6
      }
    }
    return true
  }

  /// The number in an escape `\uXXXX`.
  private func unit(_ content: ArraySlice<UInt8>, _ at: Int) -> UInt32? {
    guard at + 6 <= content.endIndex, content[at] == UInt8(ascii: "\\"),
      content[at + 1] == UInt8(ascii: "u")
    else { return nil }
    let digits = content[at + 2..<at + 6]
    guard digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
    return UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
  }

  private func scalarKind(_ word: ArraySlice<UInt8>) -> JSONToken.Kind? {
    switch String(decoding: word, as: UTF8.self) {
    case "true": return .true
    case "false": return .false
    case "null": return .null
    default: return isNumber(word) ? .number : nil
    }
  }

  private func isNumber(_ word: ArraySlice<UInt8>) -> Bool {
    var rest = word
    func digits(_ rest: inout ArraySlice<UInt8>) -> Int {
      let count = rest.prefix { (0x30...0x39).contains($0) }.count
      rest = rest.dropFirst(count)
      return count
    }
    if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
    let startsWithZero = rest.first == UInt8(ascii: "0")
    let whole = digits(&rest)
    guard whole == 1 || (whole > 1 && !startsWithZero) else { return false }
    let isInteger = rest.isEmpty
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      guard digits(&rest) > 0 else { return false }
    }
    if let mark = rest.first, mark | 0x20 == UInt8(ascii: "e") {
      rest = rest.dropFirst()
      if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
        rest = rest.dropFirst()
      }
      guard digits(&rest) > 0 else { return false }
    }
    guard rest.isEmpty else { return false }
    guard options.checking == .full, !isInteger else { return true }
    return Double(String(decoding: word, as: UTF8.self))?.isFinite == true
  }
}
