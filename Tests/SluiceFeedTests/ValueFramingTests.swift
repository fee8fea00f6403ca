import Sluice
import SluiceFeed
import Testing

@Suite("Framings other than lines")
struct ValueFramingTests {
  static let items = FeedFraming.elements(of: JSONPointer(tokens: ["items"]))

  /// The records of `text`, the same for each window and each way of reading.
  static func outline(
    _ text: String, _ framing: FeedFraming, _ checking: JSONChecking = .full,
    maximumRecordSize: Int = 1 << 20
  ) throws -> [String] {
    let bytes = Array(text.utf8)
    var options = FeedOptions(
      framing: framing, checking: checking, maximumRecordSize: maximumRecordSize)
    let whole = try Delivered(.bytes(bytes, name: "test"), options: options)
    #expect(whole.position.offset == Int64(bytes.count), "\(text)")
    for window in [16, 50] {
      options.windowSize = window
      #expect(try Delivered(.bytes(bytes, name: "test"), options: options) == whole, "\(text)")
      #expect(try Pipe.delivered(bytes, options: options) { _ in 1 } == whole, "\(text)")
    }
    for item in whole.items {
      let range = Int(item.offset)..<Int(item.offset + item.length)
      #expect(Array(bytes[range]) == item.bytes, "\(text)")
      let line = bytes[..<range.lowerBound].filter { $0 == 0x0A }.count + 1
      #expect(Int64(line) == item.line, "\(text)")
    }
    #expect(whole.items.map(\.number) == whole.items.indices.map { Int64($0 + 1) })
    return whole.items.map {
      let text = String(decoding: $0.bytes, as: UTF8.self)
      return $0.isGood ? text : "\($0.code)@\($0.errorOffset):\(text)"
    }
  }

  @Test(
    "concatenated values need no white space between them",
    arguments: [
      ("", []), (" \n ", []), ("{}", ["{}"]), ("{}{}", ["{}", "{}"]),
      ("{\"a\":1}[2]{\"b\":[{}]}", ["{\"a\":1}", "[2]", "{\"b\":[{}]}"]),
      ("1 2\n3", ["1", "2", "3"]), ("\"a\"\"b\" \"c\"", ["\"a\"", "\"b\"", "\"c\""]),
      ("\"\\\"{\"{}", ["\"\\\"{\"", "{}"]), ("true[1]null{}", ["true", "[1]", "null", "{}"]),
      ("{\n \"a\": 1\n}\n{\n \"b\": 2\n}\n", ["{\n \"a\": 1\n}", "{\n \"b\": 2\n}"]),
      ("\u{FEFF}{}[]", ["{}", "[]"]), ("-1.5e3{}", ["-1.5e3", "{}"]), ("\"ü\"12", ["\"ü\"", "12"]),
      ("{\"a\":\"}{\"}{}", ["{\"a\":\"}{\"}", "{}"]),
      ("{\"a\":\"},{\\\"b\\\":1}\"}{}", ["{\"a\":\"},{\\\"b\\\":1}\"}", "{}"]),
    ] as [(String, [String])])
  func concatenated(text: String, records: [String]) throws {
    for checking in [JSONChecking.accessed, .full] {
      #expect(try Self.outline(text, .concatenated, checking) == records)
    }
  }

  @Test(
    "damage in concatenated values is isolated where their lines show it",
    arguments: [
      ("{\"a\":tru}{}", ["invalid-literal@5:{\"a\":tru}", "{}"]),
      ("{},{}", ["unexpected-token@2:{},{}"]),
      ("{}]} {}", ["unexpected-token@2:{}]} {}"]),
      ("{\"a\":[1}{}", ["unexpected-token@7:{\"a\":[1}{}"]),
      ("{\"a\":1]}{}", ["unexpected-token@6:{\"a\":1]}{}"]),
      ("{\"a\":\"x\n{}\n", ["unclosed-string@5:{\"a\":\"x", "{}"]),
      (
        "{\"a\":[1,2\n{\"b\":2}\n{}",
        ["unexpected-token@10:{\"a\":[1,2", "{\"b\":2}", "{}"]
      ),
      ("{}{\"a\":", ["{}", "incomplete@5:{\"a\":"]),
      ("{}\"a", ["{}", "unclosed-string@0:\"a"]),
      ("[1] nul [2]", ["[1]", "invalid-literal@0:nul", "[2]"]),
      ("[1]\u{0}[2]", ["[1]", "invalid-literal@0:\u{0}", "[2]"]),
      ("[1]\u{FEFF}[2]", ["[1]", "invalid-literal@0:\u{FEFF}", "[2]"]),
      ("{\"a\":\"\u{1}\"}{}", ["control-character@6:{\"a\":\"\u{1}\"}", "{}"]),
      ("{ \"a\": [1\n  {}]\n}{}", ["unexpected-token@12:{ \"a\": [1\n  {}]\n}{}"]),
    ] as [(String, [String])])
  func damagedConcatenated(text: String, records: [String]) throws {
    #expect(try Self.outline(text, .concatenated) == records)
  }

  @Test(
    "each of a sequence's texts comes after a record separator",
    arguments: [
      ("\u{1E}{}\n\u{1E}[1]\n", ["{}", "[1]"]), ("\u{1E}\u{1E}{}\n\u{1E}", ["{}"]),
      ("\u{1E}\"a\"\u{1E}\"b\"\n", ["\"a\"", "\"b\""]), ("\u{1E}1\n\u{1E}true\n", ["1", "true"]),
      ("\u{1E} {\n\"a\":1\n} \n\u{1E}{}", ["{\n\"a\":1\n}", "{}"]),
      // Section 2.4: a number or word without the line end may be cut short.
      ("\u{1E}12\u{1E}{}\n", ["incomplete@2:12", "{}"]), ("\u{1E}12", ["incomplete@2:12"]),
      ("\u{1E}true", ["incomplete@4:true"]),
      // Each separator starts a new text.
      ("\u{1E}{\"a\":[1,\u{1E}{}\n", ["incomplete@8:{\"a\":[1,", "{}"]),
      ("\u{1E}{\"a\":\"x\u{1E}{}\n", ["unclosed-string@5:{\"a\":\"x", "{}"]),
      ("{}\n\u{1E}[1]\n", ["unexpected-token@0:{}", "[1]"]),
      ("\u{1E}{} x y\n\u{1E}[]\n", ["trailing-content@3:{} x y", "[]"]),
    ] as [(String, [String])])
  func sequence(text: String, records: [String]) throws {
    #expect(try Self.outline(text, .sequence) == records)
  }

  @Test(
    "the elements of an array are records, at the root and inside",
    arguments: [
      ("[]", []), ("[1]", ["1"]), (" [ {} , \"a,]\" ,null]\n", ["{}", "\"a,]\"", "null"]),
      ("[[1,2],{\"a\":[3]}]", ["[1,2]", "{\"a\":[3]}"]),
      ("[\n  {\"a\": 1},\n  {\"a\": 2}\n]\n", ["{\"a\": 1}", "{\"a\": 2}"]),
      // Faults between the elements and after them.
      ("[1,2", ["1", "incomplete@1:2"]),
      ("[1,", ["1", "incomplete@0:"]), ("[", ["incomplete@0:"]), ("", ["empty@0:"]),
      ("[{\"a\":1", ["incomplete@6:{\"a\":1"]),
      ("[{\"a\":tru},{}]", ["invalid-literal@5:{\"a\":tru}", "{}"]),
      ("[{\"a\":\"x},\n{\"b\":1},\n{}]", ["unclosed-string@5:{\"a\":\"x},", "{\"b\":1}", "{}"]),
    ] as [(String, [String])])
  func rootElements(text: String, records: [String]) throws {
    #expect(try Self.outline(text, .rootElements) == records)
    // The same inside other values, which are skipped.
    guard !["", "[1] 2\n", "[1}{,2]"].contains(text) else { return }
    let isCut = records.last?.hasPrefix("incomplete") == true
    let before = "{\"x\":{\"items\":[7,{}]},\"y\":\"]\" , \"items\" :"
    let inside = before + text + (isCut ? "" : ",\"z\":[[8]],\"items\":[9]}\n")
    #expect(try Self.outline(inside, Self.items) == records)
  }

  @Test("a pointer may lead through arrays, and escapes count as their characters")
  func pointers() throws {
    let text = "[0,{\"a\\u002fb\":[[],[1,{}]]},{\"a/b\":[[],[3]]}]"
    let pointer = try JSONPointer("/1/a~1b/1")
    #expect(try Self.outline(text, .elements(of: pointer)) == ["1", "{}"])
  }

  @Test(
    "damage in elements on one line makes the rest of the line uncertain",
    arguments: [("1 2]", 2), ("1,,2]", 2), ("1,]", 2), ("1] 2", 3), ("1}{,2]", 1)])
  func damagedElements(text: String, offset: Int) throws {
    #expect(try Self.outline("[" + text, .rootElements) == ["unexpected-token@\(offset):\(text)"])
    let inside = try Self.outline("{\"items\":[\(text)}", Self.items)
    #expect(inside == ["unexpected-token@\(offset):\(text)}"])
  }

  @Test(
    "the enclosingPath of the array are checked under .full, as far as they can be read",
    arguments: [
      ("{\"a\":tru,\"items\":[1]}", ["invalid-literal@0:tru", "1"]),
      ("{\"items\":[1],\"a\":01}", ["1", "invalid-number@0:01"]),
      ("{\"items\":[1]", ["1", "incomplete@0:"]), ("{\"items\":", ["incomplete@0:"]),
      ("{\"items\":[1],\"a\"}", ["unexpected-token@6:1],\"a\"}"]),
      ("{\"items\":[1]]", ["unexpected-token@2:1]]"]), ("{\"a\" 1}", ["unexpected-token@0:1}"]),
      ("{\"items\":[1],\"b\":[1,", ["1", "incomplete@3:[1,"]),
    ] as [(String, [String])])
  func enclosingPath(text: String, records: [String]) throws {
    #expect(try Self.outline(text, Self.items) == records)
  }

  @Test(
    "a feed without the array is an error that names the pointer",
    arguments: [
      "{}", "{\"a\":[1]}", "{\"items\":{\"b\":1}}", "{\"items\":7}", "[1]", "7",
    ])
  func noArray(text: String) throws {
    let error = #expect(throws: JSONError.self) {
      try Delivered(
        .bytes(Array(text.utf8), name: "test"), options: FeedOptions(framing: Self.items))
    }
    #expect(error?.code == .invalidPath)
    #expect(error?.description.contains("/items") == true)
  }

  @Test(
    "a document is one record",
    arguments: [
      ("{\n\"a\":1}\n", ["{\n\"a\":1}"]), (" 7 ", ["7"]),
      ("{} {}", ["trailing-content@3:{} {}"]), ("[1", ["incomplete@2:[1"]),
    ] as [(String, [String])])
  func document(text: String, records: [String]) throws {
    #expect(try Self.outline(text, .document) == records)
  }

  /// Each value caused a search of its whole window for a missing bracket or newline: minutes for these
  /// feeds.
  @Test(
    "a run of scalars without brackets or newlines does not search its window for each",
    arguments: [
      ("[", "17", ",", "]", .rootElements), ("", "17", " ", "", .concatenated),
      ("[", #""a, 1, \"b\", \"c\"""#, ", ", "]", .rootElements),
      ("[", "17", "\u{1}\u{1},", "]", .rootElements),
    ] as [(String, String, String, String, FeedFraming)])
  func manyScalars(
    before: String, value: String, between: String, behind: String, framing: FeedFraming
  ) throws {
    let count = 20_000
    var bytes = Array(before.utf8)
    for _ in 1..<count { bytes += Array((value + between).utf8) }
    bytes += Array((value + behind).utf8)
    var (good, bad) = (0, 0)
    var feed = try JSONFeed(
      .bytes(bytes, name: "scalars"), options: FeedOptions(framing: framing, checking: .full))
    try feed.forEach { record in
      if record.rawBytes.count == value.utf8.count { good += 1 }
    } rejected: { _ in
      bad += 1
    }
    let isSound = !between.contains("\u{1}")
    #expect(good == (isSound ? count : 1) && bad == (isSound ? 0 : count - 1))
  }

  @Test("a value over the limit is one bad record, and those around it are read")
  func limit() throws {
    let long = "{\"s\":\"\(String(repeating: "x", count: 200))\"}"
    for (framing, before, between, after) in [
      (FeedFraming.concatenated, "", "", ""), (.sequence, "\u{1E}", "\n\u{1E}", "\n"),
      (.rootElements, "[", ",", "]"), (Self.items, "{\"items\":[", ",", "]}"),
    ] {
      let text = before + "{}" + between + long + between + "[1]" + after
      for (limit, isOver) in [(208, false), (207, true), (20, true)] {
        let expected = ["{}", isOver ? "too-large@0:\(long)" : long, "[1]"]
        #expect(try Self.outline(text, framing, maximumRecordSize: limit) == expected)
      }
    }
    let document = try Self.outline(long, .document, maximumRecordSize: 50)
    #expect(document == ["too-large@0:\(long)"])
  }
}
