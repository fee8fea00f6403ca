import Sluice
import TestSupport
import Testing

/// Keys whose text is made ahead.
struct WrittenKeyTests {
  private static let options: [JSONWriter.Options] = [
    .compact, .pretty, .lines, .canonical, .init(escapesSlashes: true), .init(sortsKeys: true),
    .init(layout: .pretty(indent: 0), escapesSlashes: true, sortsKeys: true),
  ]

  @Test(arguments: [1, 2] as [UInt64])
  func `keys made ahead are written as any others`(seed: UInt64) throws {
    print("WrittenKeyTests: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let alphabet: [Character] = ["a", "\"", "\\", "/", "\n", "\u{0}", "\u{1F}", "\u{7F}", "é", "🔑"]
    for _ in 0..<Rounds.count(500, long: 5000) {
      let names = (0..<Int.random(in: 0...6, using: &random)).map { number in
        String(
          (0..<Int.random(in: 0...Int.random(in: 0...100, using: &random), using: &random)).map {
            _ in
            Int.random(in: 0..<4, using: &random) == 0
              ? alphabet.randomElement(using: &random)! : "x"
          }) + "\(number)"
      }
      for options in Self.options {
        var one = JSONWriter(options: options)
        var other = JSONWriter(options: options)
        try one.beginObject()
        try other.beginObject()
        for name in names {
          try one.key(name)
          try other.key(WrittenKey(name))
          try one.value(1)
          try other.value(1)
        }
        try one.endObject()
        try other.endObject()
        let (text, expected) = (try other.takeString(), try one.takeString())
        #expect(text == expected)
      }
    }
  }

  @Test func `a key made ahead is refused where no key can come`() throws {
    var writer = JSONWriter()
    #expect(throws: JSONError.self) { try writer.key(WrittenKey("a")) }
    try writer.beginArray()
    #expect(throws: JSONError.self) { try writer.key(WrittenKey("a")) }
    try writer.beginObject()
    try writer.key(WrittenKey("a"))
    #expect(throws: JSONError.self) { try writer.key(WrittenKey("b")) }
    try writer.value(1)
    try writer.endObject()
    try writer.endArray()
    #expect(try writer.takeString() == #"[{"a":1}]"#)
  }
}
