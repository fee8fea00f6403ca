import CSimdJSON
import DocumentTestSupport
import Sluice
import TestSupport
import Testing

/// The fragments of random documents: most are valid, and a few are then replaced by any of `odd`.
private struct Fragments {
  static let scalars = [
    "1", "-0", "0.5", "-12.25", "1e5", "-2.5E-3", "12345678901234567890", "1e308", "true", "false",
    "null", #""""#, #""text""#, #""\\\"\/\b""#, #""\u00e9""#, #""\ud83d\ude00 ""#,
    #""{[,:]}""#, "0.1234567890123456789012345678901234567", "123456789012345678901234567890123",
  ]
  static let odd = [
    "{", "}", "[", "]", ",", ":", "01", "-", "1.", ".5", "-.5", "1..2", "1.2.3", "1-2", "+1", "1e",
    "1e+", "1e400", "-1e999", "00", "-01", "tru", "truee", "True", "nul", "false0", #""\q""#,
    #""\u12""#,
    #""\ud800""#, #""\ude00""#, #""\ud83d\u0041""#, #""a""#, "1", " ", "\u{c}", "\u{1a}", "\\", "x",
    "[]", "{}", "[1]", #"{"a":1}"#, "1 2", "1\u{1}", "true1",
  ]

  var list: [String] = []
  var generator: SeededGenerator

  mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }

  mutating func add(_ text: String) {
    list.append(text)
    if below(6) == 0 { list.append([" ", "\n", "\t", "\r\n  "][below(4)]) }
  }

  mutating func addValue(depth: Int) {
    let form = depth == 0 ? below(2) : below(10)
    guard form < 4, depth < 70 else { return add(Self.scalars[below(Self.scalars.count)]) }
    add(form % 2 == 0 ? "{" : "[")
    for i in 0..<below(depth < 3 ? 12 : 3) {
      if i > 0 { add(",") }
      if form % 2 == 0 {
        add([#""a""#, #""key""#, #""k\n""#][below(3)])
        add(":")
      }
      addValue(depth: depth + 1)
    }
    add(form % 2 == 0 ? "}" : "]")
  }

  /// A document, half of which have one or two faults, or none that counts.
  mutating func document() -> [UInt8] {
    list = []
    addValue(depth: 0)
    if below(2) == 0 {
      for _ in 0...below(2) {
        let place = below(list.count)
        switch below(3) {
        case 0: list[place] = Self.odd[below(Self.odd.count)]
        case 1: list.insert(Self.odd[below(Self.odd.count)], at: place)
        default: list[place] = ""
        }
      }
    }
    return Array(list.joined().utf8)
  }
}

@Suite("The check by kinds of tokens", .serialized)
struct KindCheckTests {
  /// What it says about a document; nil where stage 1 refuses the document, or provides no kinds.
  private static func verdict(
    on text: [UInt8], _ engine: OpaquePointer, depthLimit: UInt32 = 1024,
    proven: OpaquePointer? = nil
  ) -> Bool? {
    // The bytes after the document could continue it.
    let padded = text + [UInt8](repeating: 0x31, count: PaddedBytes.padding)
    var found = unsafe csj_structurals()
    let status = unsafe csj_stage1(engine, padded, UInt64(text.count), CSJ_DOCUMENT, &found)
    guard status == CSJ_OK, let tokens = unsafe found.tokens, let kinds = unsafe found.kinds,
      let escapes = unsafe found.escapes
    else { return nil }
    let verdict = unsafe csj_check(
      padded, tokens, kinds, escapes, 0, found.count, UInt32(text.count), depthLimit, proven)
    unsafe expectSameLinks(padded, text.count, found, depthLimit, verdict)
    return verdict
  }

  /// The check that finds the partner of each opening bracket has the same verdict, and finds those of `csj_make_links`.
  private static func expectSameLinks(
    _ padded: [UInt8], _ length: Int, _ found: csj_structurals, _ depthLimit: UInt32,
    _ verdict: Bool
  ) {
    guard let tokens = unsafe found.tokens, let kinds = unsafe found.kinds,
      let escapes = unsafe found.escapes
    else { return }
    var links = unsafe [UInt32](repeating: 0, count: Int(found.count))
    var expected = links
    let isValid = unsafe csj_check_linking(
      padded, tokens, kinds, escapes, found.count, UInt32(length), depthLimit, &links)
    #expect(isValid == verdict)
    guard isValid else { return }
    unsafe csj_make_links(padded, tokens, found.count, 0, &expected)
    for token in links.indices
    where unsafe padded[Int(tokens[token])] | 0x20 == Byte.openBrace {
      #expect(links[token] == expected[token])
    }
  }

  @Test("accepts exactly the objects and arrays that a strict parser accepts")
  func differential() throws {
    guard StageOneTests.isThere else { return }
    let engine = try unsafe #require(unsafe csj_engine_create())
    defer { unsafe csj_engine_destroy(engine) }
    let seed = UInt64.random(in: 1...999_999)
    print("KindCheckTests: seed \(seed)")
    var fragments = Fragments(generator: SeededGenerator(seed: seed))
    var (differing, accepted, refused) = (0, 0, 0)
    for _ in 0..<6000 {
      let text = fragments.document()
      guard let said = unsafe Self.verdict(on: text, engine) else { continue }
      let fault = unsafe text.withUnsafeBufferPointer {
        unsafe FaultScan.firstFault(in: $0, depthLimit: 64)
      }
      let first = text.first { $0 > 0x20 }
      let wanted = fault == nil && (first == Byte.openBrace || first == Byte.openBracket)
      accepted += said ? 1 : 0
      refused += said ? 0 : 1
      if said != wanted {
        differing += 1
        if differing <= 3 { Issue.record("\(String(decoding: text, as: UTF8.self))") }
      }
    }
    #expect(differing == 0)
    #expect(accepted > 1000 && refused > 1000)
  }

  @Test("refuses NUL and any other byte after a literal or a number, and in any place of it")
  func otherBytes() throws {
    guard StageOneTests.isThere else { return }
    let engine = try unsafe #require(unsafe csj_engine_create())
    defer { unsafe csj_engine_destroy(engine) }
    var (accepted, refused) = (0, 0)
    func compare(_ scalar: [UInt8]) {
      for text in [
        Array("[".utf8) + scalar + Array("]".utf8), Array("[".utf8) + scalar + [0x20, 0x5D],
      ] {
        guard let said = unsafe Self.verdict(on: text, engine) else { continue }
        let fault = unsafe text.withUnsafeBufferPointer {
          unsafe FaultScan.firstFault(in: $0, depthLimit: 64)
        }
        #expect(said == (fault == nil), "\(text)")
        accepted += said ? 1 : 0
        refused += said ? 0 : 1
      }
    }
    for scalar in [
      "true", "false", "null", "0", "-1", "12.5", "1e5", "1234567890123456789012345678",
    ] {
      let bytes = Array(scalar.utf8)
      for byte in UInt8.min...UInt8.max {
        for place in bytes.indices {
          var other = bytes
          other[place] = byte
          compare(other)
          other = bytes
          other.insert(byte, at: place)
          compare(other)
        }
        for count in 1...36 { compare(bytes + [UInt8](repeating: byte, count: count)) }
      }
    }
    #expect(accepted > 1000 && refused > 50_000)
  }

  @Test("says the same of records whose order of tokens it knows, and of those that resemble them")
  func knownOrders() throws {
    guard StageOneTests.isThere else { return }
    let engine = try unsafe #require(unsafe csj_engine_create())
    defer { unsafe csj_engine_destroy(engine) }
    let seed = UInt64.random(in: 1...999_999)
    print("KindCheckTests: seed \(seed)")
    var fragments = Fragments(generator: SeededGenerator(seed: seed))
    var (accepted, refused) = (0, 0)
    for _ in 0..<400 {
      fragments.list = []
      fragments.addValue(depth: 0)
      let template = fragments.list
      // A new memory each time, because it rests where few orders repeat.
      let proven = try unsafe #require(unsafe csj_proven_create())
      defer { unsafe csj_proven_destroy(proven) }
      for _ in 0..<12 {
        var list = template
        // Other scalars and other white space, and rarely something else.
        for place in list.indices where Fragments.scalars.contains(list[place]) {
          list[place] = Fragments.scalars[fragments.below(Fragments.scalars.count)]
        }
        if fragments.below(2) == 0 {
          list[fragments.below(list.count)] = Fragments.odd[fragments.below(Fragments.odd.count)]
        }
        let text = Array(list.joined().utf8)
        let limit = UInt32([1, 2, 3, 64, 1024][fragments.below(5)])
        guard let wanted = unsafe Self.verdict(on: text, engine, depthLimit: limit) else {
          continue
        }
        let said = unsafe Self.verdict(on: text, engine, depthLimit: limit, proven: proven)
        #expect(said == wanted, "\(String(decoding: text, as: UTF8.self)), limit \(limit)")
        accepted += wanted ? 1 : 0
        refused += wanted ? 0 : 1
      }
    }
    #expect(accepted > 500 && refused > 500)
  }

  @Test("leaves deeper nesting than its limit to the walk, which accepts it up to the reader's")
  func depth() throws {
    guard StageOneTests.isThere else { return }
    let engine = try unsafe #require(unsafe csj_engine_create())
    defer { unsafe csj_engine_destroy(engine) }
    func nested(_ levels: Int, _ inner: String = "1") -> [UInt8] {
      Array(
        (String(repeating: "[", count: levels) + inner + String(repeating: "]", count: levels)).utf8
      )
    }
    #expect(unsafe Self.verdict(on: nested(64), engine) == true)
    #expect(unsafe Self.verdict(on: nested(65), engine) == false)
    #expect(unsafe Self.verdict(on: nested(3), engine, depthLimit: 3) == true)
    #expect(unsafe Self.verdict(on: nested(4), engine, depthLimit: 3) == false)
    for inner in ["", "[]", "{}", "[1]", "[1,2]", #"{"a":1}"#] {
      // Four levels with what is inside, or three.
      let levels = inner.isEmpty ? 3 : 4
      let text = nested(3, inner)
      #expect(
        unsafe Self.verdict(on: text, engine, depthLimit: UInt32(levels - 1)) == false, "\(inner)")
      var reader = JSONReader(options: JSONOptions(checking: .full, depthLimit: levels))
      try reader.withDocument(text) { _ in }
    }
    var reader = JSONReader(checking: .full)
    let count = try reader.withDocument(nested(1024)) { root in try root[0].count }
    #expect(count == 1)
    #expect(throws: JSONError.self) { try reader.withDocument(nested(1025)) { _ in } }
  }

  @Test("finds faulty escapes wherever they are in a block, and where they span two")
  func escapes() throws {
    guard StageOneTests.isThere else { return }
    let engine = try unsafe #require(unsafe csj_engine_create())
    defer { unsafe csj_engine_destroy(engine) }
    let good = [#"\\"#, #"\""#, #"\n"#, #"\u0041"#, #"\ud83d\ude00"#, #"\\\\\""#]
    let bad = [#"\q"#, #"\u004"#, #"\ud83d"#, #"\ude00"#, #"\ud83d\n"#, #"\\\x"#, #"\U0041"#]
    for place in 0..<140 {
      for (escapes, isGood) in [(good, true), (bad, false)] {
        for escape in escapes {
          let before = String(repeating: "a", count: place)
          for after in ["", "z", String(repeating: "y", count: 70) + #"\t"#] {
            let text = #"["\#(before)\#(escape)\#(after)"]"#
            #expect(unsafe Self.verdict(on: Array(text.utf8), engine) == isGood, "\(text)")
          }
        }
      }
    }
  }
}
