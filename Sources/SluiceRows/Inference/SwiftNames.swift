/// Turns names in JSON into names in Swift.
enum SwiftNames {
  /// `display_login` → `displayLogin`, `URLPath` → `urlPath`, `2nd` → `_2nd`.
  static func property(_ key: String) -> String {
    let words = words(of: key)
    guard let first = words.first else { return "field" }
    return startable(lowered(first) + words.dropFirst().map(raised).joined())
  }

  /// `display_login` → `DisplayLogin`.
  static func type(_ key: String) -> String {
    let words = words(of: key)
    return words.isEmpty ? "Value" : startable(words.map(raised).joined())
  }

  /// A free name: the name itself, or the name with the first number that is free.
  static func free(_ name: String, in taken: inout Set<String>) -> String {
    var free = name
    var number = 2
    while !taken.insert(free).inserted {
      free = "\(name)\(number)"
      number += 1
    }
    return free
  }

  /// The name in a declaration, in backticks where Swift reserves the word.
  static func escaped(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

  /// A Swift literal that is exactly this text.
  static func literal(_ text: String) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": literal += "\\\""
      case "\\": literal += "\\\\"
      case "\n": literal += "\\n"
      case "\r": literal += "\\r"
      case "\t": literal += "\\t"
      case " "..."~": literal.unicodeScalars.append(scalar)
      case _ where scalar.properties.isXIDStart: literal.unicodeScalars.append(scalar)
      default: literal += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      }
    }
    return literal + "\""
  }

  private static func words(of key: String) -> [String] {
    var words: [String] = []
    var word = ""
    for scalar in key.unicodeScalars {
      // Beyond the basic plane the compiler's rules and Unicode's differ.
      if scalar.properties.isXIDContinue, scalar != "_", scalar.value < 0xD800,
        scalar.isASCII || scalar.properties.isXIDStart
      {
        word.unicodeScalars.append(scalar)
      } else if !word.isEmpty {
        words.append(word)
        word = ""
      }
    }
    return word.isEmpty ? words : words + [word]
  }

  private static func raised(_ word: String) -> String {
    word.prefix(1).uppercased() + word.dropFirst()
  }

  /// Lowercases the capitals at the start, except the last one before a small letter.
  private static func lowered(_ word: String) -> String {
    let capitals = word.prefix { $0.isUppercase }.count
    guard capitals > 1, capitals < word.count else {
      return capitals == word.count
        ? word.lowercased() : word.prefix(1).lowercased() + word.dropFirst()
    }
    let isCamel = word.dropFirst(capitals).first?.isLowercase == true
    let count = isCamel ? capitals - 1 : capitals
    return word.prefix(count).lowercased() + word.dropFirst(count)
  }

  private static func startable(_ name: String) -> String {
    guard let first = name.unicodeScalars.first else { return "field" }
    // Words that mean something even in backticks.
    let isTaken = ["self", "Self", "Type", "Protocol", "init", "deinit", "subscript"].contains(name)
    if isTaken { return name + "_" }
    return first.properties.isXIDStart ? name : "_" + name
  }

  /// Names that a type must not have, because the surrounding code uses them.
  static let usedTypes: Set<String> = [
    "Any", "Array", "ArrayRule", "Bool", "BoolRule", "Date", "DateRule", "Dictionary",
    "DictionaryRule", "Double", "DoubleRule", "Foundation", "Int64", "Int64Rule", "JSON",
    "JSONRule", "NullableRule", "Optional", "Sendable", "Sluice", "SluiceFoundation",
    "SluiceRules", "String", "StringRule", "StructRule", "Swift", "UUID", "UUIDRule",
  ]

  /// The same of `Codable` structs.
  static let usedByCodable: Set<String> = [
    "Codable", "CodingKey", "CodingKeys", "Decodable", "Decoder", "Encodable", "Encoder",
  ]

  /// Words that can't be identifiers (The Swift Programming Language, Lexical Structure).
  private static let keywords: Set<String> = [
    "Any", "as", "associatedtype", "await", "break", "case", "catch", "class", "continue",
    "default", "defer", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate",
    "for", "func", "guard", "if", "import", "in", "inout", "internal", "is", "let", "nil",
    "operator", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return",
    "static", "struct", "super", "switch", "throw", "throws", "true", "try", "typealias", "var",
    "where", "while", "open", "_",
  ]
}
