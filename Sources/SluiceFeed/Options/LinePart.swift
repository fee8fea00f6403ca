import Sluice

/// A piece of a ``LinePattern``.
enum LinePart: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    case word, integer, time, text
    case words(Int)
  }

  /// Bytes that must be there; a space among them stands for white space.
  case literal([UInt8])
  /// Nil: skipped.
  case part(name: [UInt8]?, Kind)

  /// The most parts of a pattern, and words of a part.
  private static let most = 32

  /// Throws `invalid-value`, which says what is wrong with the pattern.
  static func parse(_ pattern: String) throws(JSONError) -> [LinePart] {
    func wrong(_ reason: String) -> JSONError {
      JSONError(
        .invalidValue, at: 0, name: "a pattern for the start of lines",
        reason: "\"\(pattern)\": \(reason)")
    }
    var parts: [LinePart] = []
    var literal: [UInt8] = []
    var names: Set<ByteName> = []
    let bytes = Array(pattern.utf8)
    var next = 0
    while next < bytes.count {
      let byte = bytes[next]
      next += 1
      let isDoubled = next < bytes.count && bytes[next] == byte
      switch byte {
      case Byte.openBrace where !isDoubled:
        guard let end = bytes[next...].firstIndex(of: Byte.closeBrace) else {
          throw wrong("a part begins with { and has no }; {{ is a brace")
        }
        if literal.isEmpty, case .part? = parts.last {
          throw wrong("between two parts there must be text, to end the first one")
        }
        if !literal.isEmpty { parts.append(.literal(literal)) }
        literal = []
        let text = String(decoding: bytes[next..<end], as: UTF8.self)
        guard let part = LinePart(text) else {
          throw wrong(
            "{\(text)} is not a part: they are {NAME}, {NAME:int}, {NAME:time}, {NAME:text}, and"
              + " {NAME:3} for three words")
        }
        if case .part(let name?, _) = part,
          !names.insert(ByteName(String(decoding: name, as: UTF8.self))).inserted
        {
          throw wrong("two parts have the name \(String(decoding: name, as: UTF8.self))")
        }
        parts.append(part)
        next = end + 1
      case Byte.closeBrace where !isDoubled:
        throw wrong("there is a } without its {; }} is a brace")
      case Byte.openBrace, Byte.closeBrace:
        literal.append(byte)
        next += 1
      case 0x0A, 0x0D, 0: throw wrong("no line contains a line end or NUL before its end")
      // White space in a row stands for the same as one.
      case 0x20, 0x09: if literal.last != 0x20 { literal.append(0x20) }
      default: literal.append(byte)
      }
    }
    guard !literal.isEmpty else {
      throw wrong("it must end with text, such as a space, to end the last part")
    }
    parts.append(.literal(literal))
    guard parts.count <= 2 * most else { throw wrong("it has more than \(most) parts") }
    return parts
  }

  /// Parses what is between the braces.
  private init?(_ text: String) {
    let pieces = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let name = pieces.first.map { Array($0.utf8) } ?? []
    guard name.allSatisfy({ $0 > 0x20 && $0 != Byte.openBrace && $0 != 0x7F }) else { return nil }
    let kind: Kind
    switch pieces.count < 2 ? nil : pieces[1] {
    case nil: kind = .word
    case "int"?: kind = .integer
    case "time"?: kind = .time
    case "text"?: kind = .text
    case let number?:
      guard let count = Int(number), (1...LinePart.most).contains(count) else { return nil }
      kind = .words(count)
    }
    self = .part(name: name.isEmpty ? nil : name, kind)
  }
}
