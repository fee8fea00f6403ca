import DocumentTestSupport
import Sluice
import TestSupport
import Testing

struct JSONWriterTests {
  @Test("the output parses back to an equal value", arguments: 0..<300)
  func roundTrip(seed: Int) throws {
    var random = RandomJSON(seed: UInt64(seed))
    let json = random.value(depth: 6)
    for options in [
      JSONWriter.Options.compact, .pretty, .init(layout: .pretty(indent: 0), escapesSlashes: true),
    ] {
      let bytes = try json.serialized(options)
      let again = try JSON(parsing: bytes)
      #expect(again == json, "seed \(seed)")
      #expect(again.hashValue == json.hashValue, "seed \(seed)")
      // The copy of its tokens, laid out again, equals the value written in that layout.
      var reader = JSONReader()
      let copied = try reader.withDocument(bytes) { root in
        var writer = JSONWriter(options: .pretty)
        try writer.value(root)
        return try writer.takeBytes()
      }
      if !options.escapesSlashes {
        #expect(try copied == json.serialized(.pretty), "seed \(seed)")
      }
    }
  }

  @Test("writes integers of every width exactly")
  func integers() throws {
    var writer = JSONWriter()
    try writer.beginArray()
    try writer.value(Int8.min)
    try writer.value(UInt8.max)
    try writer.value(Int16.min)
    try writer.value(UInt16.max)
    try writer.value(Int32.min)
    try writer.value(UInt32.max)
    try writer.value(Int64.min)
    try writer.value(UInt64.max)
    try writer.value(Int128.min)
    try writer.value(UInt128.max)
    try writer.value(0)
    try writer.endArray()
    #expect(
      try writer.takeString()
        == "[-128,255,-32768,65535,-2147483648,4294967295,-9223372036854775808,"
        + "18446744073709551615,-170141183460469231731687303715884105728,"
        + "340282366920938463463374607431768211455,0]")
  }

  @Test("writes integers of every length correctly")
  func lengths() throws {
    var power: UInt64 = 1
    for digits in 1...20 {
      for value in [power, power &- 1, power &+ 7] {
        var writer = JSONWriter()
        try writer.value(value)
        #expect(try writer.takeString() == "\(value)")
      }
      if digits < 20 { power *= 10 }
    }
  }

  @Test("writes doubles of up to three decimals like the standard library")
  func decimals() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("decimals test: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    func next() -> UInt64 { random.next() >> 11 }
    for _ in 0..<100_000 {
      let whole = next() % (1 << (next() % 44))
      let base = (Double(whole) + Double(next() % 1000) / 1000) * (next() % 2 == 0 ? 1 : -1)
      // The decimal itself, its neighbours, and the same with more digits.
      for value in [
        base, base.nextUp, base.nextDown, Double(whole) / 1000, Double(whole) / 10000,
        base / 1_000_000,
      ] {
        var writer = JSONWriter()
        try writer.value(value)
        #expect(try writer.takeString() == value.writtenText, "seed \(seed)")
      }
    }
  }

  @Test(
    "writes doubles as the shortest decimal that reads back",
    arguments: [
      0.0, -0.0, 1.0, -1.5, 0.1, 1e15, 9_007_199_254_740_991, 9_007_199_254_740_992, 1e16, 1e-5,
      .pi, .leastNonzeroMagnitude, .greatestFiniteMagnitude, .leastNormalMagnitude, 123456789.125,
    ])
  func doubles(value: Double) throws {
    var writer = JSONWriter()
    try writer.value(value)
    let text = try writer.takeString()
    #expect(text == value.writtenText)
    #expect(Double(text)?.bitPattern == value.bitPattern)
    try writer.value(Float(value.magnitude > 1e38 ? 1 : value))
    _ = try writer.takeString()
  }

  @Test("refuses NaN and infinity, and something else can be written instead")
  func notFinite() throws {
    var writer = JSONWriter()
    try writer.beginArray()
    for value in [Double.nan, .infinity, -.infinity] {
      do throws(JSONError) {
        try writer.value(value)
        Issue.record("\(value) was written")
      } catch {
        #expect(error.code == .notFinite)
      }
    }
    do throws(JSONError) {
      try writer.value(Float.infinity)
      Issue.record("infinity was written")
    } catch {
      #expect(error.code == .notFinite)
    }
    try writer.null()
    try writer.endArray()
    #expect(try writer.takeString() == "[null]")
  }

  @Test("writes every byte below U+0080 correctly, at every position in a word")
  func escapes() throws {
    let short: [UInt8: String] = [
      8: "\\b", 9: "\\t", 10: "\\n", 12: "\\f", 13: "\\r", 0x22: "\\\"", 0x5C: "\\\\",
    ]
    for byte in UInt8(0)..<0x80 {
      let hex = String(byte, radix: 16)
      let plain = String(Unicode.Scalar(byte))
      let wanted =
        short[byte]
        ?? (byte < 0x20 ? "\\u" + String(repeating: "0", count: 4 - hex.count) + hex : plain)
      for before in 0..<20 {
        let padding = String(repeating: "x", count: before)
        for after in ["", "y", "yyyyyyyyé", String(repeating: "z", count: 40)] {
          var writer = JSONWriter()
          try writer.value(padding + plain + after)
          let text = try writer.takeString()
          #expect(text == "\"\(padding)\(wanted)\(after)\"")
        }
      }
    }
  }

  @Test("escapes slashes on request")
  func slashes() throws {
    var writer = JSONWriter(options: .init(escapesSlashes: true))
    try writer.value("</script>/\n")
    #expect(try writer.takeString() == #""<\/script>\/\n""#)
  }

  @Test("pretty output has one line for each field and element")
  func pretty() throws {
    let json: JSON = ["a": [1, []], "b": [:], "c": ["d": nil]]
    #expect(
      try json.serializedString(.pretty) == """
        {
          "a": [
            1,
            []
          ],
          "b": {},
          "c": {
            "d": null
          }
        }
        """)
  }

  @Test("writes any number of lines, including zero")
  func lines() throws {
    var writer = JSONWriter(options: .lines)
    try writer.finish()
    try writer.value(["a": 1] as JSON)
    try writer.value(2)
    try writer.beginArray()
    try writer.endArray()
    #expect(try writer.takeString() == "{\"a\":1}\n2\n[]\n")
  }

  /// One call to a writer.
  enum Call: CaseIterable { case beginObject, endObject, beginArray, endArray, key, value, finish }

  @Test("no order of calls produces bad JSON or a trap", arguments: 0..<200)
  func misuse(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    var writer = JSONWriter(options: seed.isMultiple(of: 2) ? .compact : .pretty)
    var refused = 0
    for _ in 0..<60 {
      let call = Call.allCases.randomElement(using: &generator) ?? .value
      let before = writer.byteCount
      do throws(JSONError) {
        switch call {
        case .beginObject: try writer.beginObject()
        case .endObject: try writer.endObject()
        case .beginArray: try writer.beginArray()
        case .endArray: try writer.endArray()
        case .key: try writer.key("k")
        case .value: try writer.value(1)
        case .finish:
          try writer.finish()
          let text = try writer.takeString()
          let isJSON = (try? JSON(parsing: text)) != nil
          #expect(isJSON, "seed \(seed): \(text)")
        }
      } catch {
        refused += 1
        #expect(error.code == .invalidWrite)
        #expect(writer.byteCount == before, "seed \(seed): a refused call wrote something")
      }
    }
    #expect(refused > 0)
    // Everything that is open can still be ended.
    while writer.depth > 0 {
      let ended: Void? = (try? writer.endArray()) ?? (try? writer.endObject())
      if ended == nil { try writer.value(0) }
    }
    if writer.byteCount > 0 {
      #expect(throws: Never.self) { try JSON(parsing: writer.takeString()) }
    }
  }

  @Test("a refused call says which calls are allowed")
  func misuseMessage() throws {
    var writer = JSONWriter()
    try writer.beginObject()
    do throws(JSONError) {
      try writer.value(1)
      Issue.record("a value without a key was written")
    } catch {
      #expect(
        error.description
          == "expected calls that make up JSON: a value was to be written where only a key or"
          + " the end of the object can come")
    }
  }

  @Test("copies strings of a document with their spelling")
  func documentStrings() throws {
    var reader = JSONReader()
    let text = try reader.withDocument(#"{"k\u0041":"\u00e9\/é","bad":"\ud800"}"#) { root in
      var writer = JSONWriter()
      try writer.beginObject()
      var fields = try root.fields
      while let field = try fields.next() {
        try writer.key(field.key)
        let text = try field.value.text
        do throws(JSONError) { try writer.value(text) } catch {
          #expect(error.code == .invalidEscape)
          try writer.null()
        }
      }
      try writer.endObject()
      return try writer.takeString()
    }
    #expect(text == #"{"k\u0041":"\u00e9\/é","bad":null}"#)
  }

  @Test("writes bytes as a string only if they are UTF-8")
  func utf8() throws {
    var writer = JSONWriter()
    try writer.beginArray()
    try writer.value(utf8: Array("é\"".utf8))
    try writer.value(utf8: [])
    do throws(JSONError) {
      try writer.value(utf8: [0xC3])
      Issue.record("broken UTF-8 was written")
    } catch {
      #expect(error.code == .invalidUTF8)
    }
    try writer.endArray()
    #expect(try writer.takeString() == #"["é\"",""]"#)
  }

  @Test("checks raw JSON, lays it out again, and keeps its numbers exact")
  func raw() throws {
    var writer = JSONWriter()
    try writer.beginArray()
    try writer.value(rawJSON: #" { "a" : 1.500e+00 , "b" : "\u0041" } "#)
    for bad in ["", "1 2", "[", "{'a':1}", "nul"] {
      do throws(JSONError) {
        try writer.value(rawJSON: bad)
        Issue.record("\(bad) was written")
      } catch {}
    }
    try writer.endArray()
    #expect(try writer.takeString() == #"[{"a":1.500e+00,"b":"\u0041"}]"#)
  }
}
