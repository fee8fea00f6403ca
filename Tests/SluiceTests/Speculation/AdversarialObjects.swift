import ConformanceSuite
import TestSupport

/// Objects that resemble the previous one but differ: they could mislead shape speculation.
struct AdversarialObjects {
  enum Field: String, CaseIterable {
    case level, user, status
    case message = "a longer name than others"
  }

  /// Names of at most 16 bytes, which a picker compares as two words.
  enum ShortField: String, CaseIterable {
    case level, user, status
    case empty = ""
    case eight = "exactly8"
    case sixteen = "sixteen-byte-key"
  }

  private var generator: SeededGenerator
  /// Whether keys come in any order, so that no guess at the next one comes true.
  private let isShuffled: Bool
  /// The fields that most objects have, each with its key and value as written.
  private var template: [(key: String, value: String)] = []

  private static let names = [
    "level", "user", "status", "a longer name than others", "host", "lever", "used", "statuS",
    "a longer name than other5", "", "exactly8", "exactly9", "exactly", "sixteen-byte-key",
    "sixteen-byte-kez", "sixteen-byte-keys",
  ]
  private static let escaped = [
    #"l\u0065vel"#, #"\u0075ser"#, #"status\u0000"#, #"us\\er"#, #"a longer n\u0061me than others"#,
    #"\u0065xactly8"#, #"sixteen-byte\/key"#, #"sixteen\u002dbyte-key"#, #"\\"#,
  ]

  init(seed: UInt64, isShuffled: Bool = false) {
    generator = SeededGenerator(seed: seed)
    self.isShuffled = isShuffled
    template = freshTemplate()
  }

  private mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }

  private mutating func one(of texts: [String]) -> String { texts[below(texts.count)] }

  private mutating func scalar() -> String {
    one(of: [
      "1", "-2.5e3", "true", "null", #""user""#, #""""#, #""level\":1,\"user""#, #""é\n""#, "false",
      #"",{[:]}""#,
    ])
  }

  private mutating func value() -> String {
    guard below(5) == 0 else { return scalar() }
    let name = one(of: AdversarialObjects.names)
    return one(of: [
      "{}", "[]", #"{"\#(name)":\#(scalar())}"#, #"["\#(name)",\#(scalar())]"#,
      #"[{"user":1},{"user":[]}]"#, #"{"a":{"user":{"level":2}},"level":3}"#,
    ])
  }

  private mutating func freshTemplate() -> [(key: String, value: String)] {
    (0..<1 + below(7)).map { _ in (one(of: AdversarialObjects.names), value()) }
  }

  /// The next object: usually like the previous one, often with one change, rarely quite different.
  mutating func next() -> String {
    if below(60) == 0 { template = freshTemplate() }
    // Scalars change each time; containers stay, which keeps the shape.
    var fields = template.map { field in
      "{[".contains(field.value.first ?? " ") ? field : (key: field.key, value: scalar())
    }
    if isShuffled { fields.shuffle(using: &generator) }
    guard below(2) == 0 else { return written(fields) }
    let place = below(fields.count)
    let other = one(of: AdversarialObjects.names)
    switch below(12) {
    case 0: fields[place].key = other
    case 1: fields[place].key = one(of: AdversarialObjects.escaped)
    case 2: fields[place].value = #"{"\#(fields[place].key)":\#(fields[place].value)}"#
    case 3: fields[place].value = #"["\#(fields[place].key)",1,\#(fields[place].value)]"#
    case 4: fields.insert((fields[place].key, scalar()), at: below(fields.count + 1))
    case 5: fields.remove(at: place)
    case 6: fields.shuffle(using: &generator)
    case 7: fields[place].value = #""\#(other)""#
    case 8: fields[place].value = value()
    case 9: fields.append((other, scalar()))
    case 10: return #"{"wrap":\#(written(fields)),"\#(other)":\#(scalar())}"#
    default: return damaged(written(fields))
    }
    return written(fields)
  }

  private mutating func written(_ fields: [(key: String, value: String)]) -> String {
    let spaced = below(8) == 0
    let separator = spaced ? one(of: [" :", ": ", " : ", "\t:"]) : ":"
    let comma = spaced ? one(of: [", ", " ,", ","]) : ","
    return "{" + fields.map { "\"\($0.key)\"\(separator)\($0.value)" }.joined(separator: comma)
      + "}"
  }

  /// Replaces or removes one structural character, so that a walk meets the fault.
  private mutating func damaged(_ text: String) -> String {
    var bytes = Array(text.utf8)
    let places = bytes.indices.filter { "{}[]:,".utf8.contains(bytes[$0]) && $0 > 0 }
    guard !places.isEmpty else { return text }
    let place = places[below(places.count)]
    if below(2) == 0 {
      bytes.remove(at: place)
    } else {
      bytes[place] = Array("{}[]:,x".utf8)[below(7)]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
