/// A strict verdict on a value's text, by RFC 8259 alone: written from the grammar, and sharing nothing with the library.
///
/// It knows what the library's codes are for, so that tests can say which one a text must have. For texts without white
/// space between a scalar and what follows it.
public struct StrictWord {
  private let text: [UInt8]
  private var i = 0

  /// The code of the first fault of a value; nil if it is JSON. `end`: what follows the value.
  public static func fault(in text: String, before end: String = "}") -> String? {
    var word = StrictWord(text: Array((text + end).utf8))
    if let code = word.value() { return code }
    return word.i == text.utf8.count ? nil : "unexpected-token"
  }

  private init(text: [UInt8]) { self.text = text }

  private var byte: UInt8 { i < text.count ? text[i] : 0 }
  private func isAt(_ letters: String) -> Bool { letters.utf8.contains(byte) && i < text.count }

  private mutating func skip(_ letters: String) -> Bool {
    guard isAt(letters) else { return false }
    i += 1
    return true
  }

  private mutating func value() -> String? {
    if isAt("{") { return object() }
    if isAt("[") { return array() }
    if isAt("\"") { return string() }
    if isAt(",:]}") || i == text.count { return "unexpected-token" }
    let start = i
    while i < text.count, !isAt(",:[]{} \t\n\r") { i += 1 }
    let word = String(decoding: text[start..<i], as: UTF8.self)
    if "-0123456789".utf8.contains(text[start]) {
      return StrictWord.isNumber(word) ? nil : "invalid-number"
    }
    return ["true", "false", "null"].contains(word) ? nil : "invalid-literal"
  }

  private static func isNumber(_ word: String) -> Bool {
    var rest = Substring(word)
    func digits() -> Substring {
      let digits = rest.prefix { "0123456789".contains($0) }
      rest = rest.dropFirst(digits.count)
      return digits
    }
    if rest.first == "-" { rest.removeFirst() }
    let whole = digits()
    if whole.isEmpty || (whole.count > 1 && whole.first == "0") { return false }
    if rest.first == "." {
      rest.removeFirst()
      if digits().isEmpty { return false }
    }
    if rest.first == "e" || rest.first == "E" {
      rest.removeFirst()
      if rest.first == "+" || rest.first == "-" { rest.removeFirst() }
      if digits().isEmpty { return false }
    }
    return rest.isEmpty
  }

  private mutating func string() -> String? {
    i += 1
    while i < text.count {
      if skip("\"") { return nil }
      guard skip("\\") else {
        i += 1
        continue
      }
      if skip("\"\\/bfnrt") { continue }
      guard skip("u"), let high = unit() else { return "invalid-escape" }
      if (0xDC00..<0xE000).contains(high) { return "invalid-escape" }
      if (0xD800..<0xDC00).contains(high) {
        guard skip("\\"), skip("u"), let low = unit(), (0xDC00..<0xE000).contains(low) else {
          return "invalid-escape"
        }
      }
    }
    return "unclosed-string"
  }

  private mutating func unit() -> Int? {
    guard i + 4 <= text.count else { return nil }
    let digits = String(decoding: text[i..<i + 4], as: UTF8.self)
    guard digits.allSatisfy({ $0.isASCII && $0.isHexDigit }) else { return nil }
    i += 4
    return Int(digits, radix: 16)
  }

  private mutating func array() -> String? {
    i += 1
    if skip("]") { return nil }
    while true {
      if let fault = value() { return fault }
      if skip("]") { return nil }
      guard skip(",") else { return "unexpected-token" }
    }
  }

  private mutating func object() -> String? {
    i += 1
    if skip("}") { return nil }
    while true {
      guard isAt("\"") else { return "unexpected-token" }
      if let fault = string() { return fault }
      guard skip(":") else { return "unexpected-token" }
      if let fault = value() { return fault }
      if skip("}") { return nil }
      guard skip(",") else { return "unexpected-token" }
    }
  }
}

/// Words that are nearly JSON, and some that are.
public struct RandomWords {
  private var random: SeededGenerator

  public init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  public static let malformed = [
    "NaN", "nul", "nulll", "tru", "True", "garbage", "", "Infinity", "-Infinity", "-", "+1", "01",
    "1.",
    "1e", "1e+", "0x10", ".5", "-.5", "1_000", "'a'", "undefined", "None", "1x", "--1", "-NaN",
    "1\"x\"",
    "null\"x\"", "\"\\q\"", "\"\\u12g4\"", "\"\\ud800\"", "\"\\ud800\\n\"", "fals",
  ]
  private static let valid = [
    "null", "true", "false", "0", "12", "-1.5e3", "9223372036854775808", "0.25", "\"\"", "\"abc\"",
    "\"a\\n\"", "\"2024-05-31\"", "\"\\ud83d\\ude00\"", "\"12\"", "[]", "{}",
  ]

  public mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }

  private mutating func one(of words: [String]) -> String { words[below(words.count)] }

  /// A scalar, or a container with few values; about half of them are JSON.
  public mutating func value(levels: Int = 3) -> String {
    switch below(levels > 0 ? 10 : 7) {
    case 0...1: return one(of: RandomWords.malformed)
    case 2...3: return one(of: RandomWords.valid)
    case 4...6: return mutated(one(of: RandomWords.valid))
    case 7...8:
      let values = (0..<below(4)).map { _ in value(levels: levels - 1) }
      return "[\(values.joined(separator: ","))]"
    default:
      let fields = (0..<below(3)).map { "\"k\($0)\":\(value(levels: levels - 1))" }
      return "{\(fields.joined(separator: ","))}"
    }
  }

  /// The word with one letter changed. Quotes stay in pairs, or what follows would be another text.
  private mutating func mutated(_ word: String) -> String {
    let letters = Array("nultrefas019.-+eEx_NI'")
    var text = Array(word)
    if text.first == "\"" {
      guard text.count > 2 else { return word }
      text.insert(contentsOf: ["\\", letters[below(letters.count)]], at: 1)
      return String(text)
    }
    guard text.first != "[", text.first != "{",
      let place = text.indices.randomElement(using: &random)
    else { return word }
    switch below(3) {
    case 0: text.remove(at: place)
    case 1: text.insert(letters[below(letters.count)], at: place)
    default: text[place] = letters[below(letters.count)]
    }
    return String(text)
  }
}
