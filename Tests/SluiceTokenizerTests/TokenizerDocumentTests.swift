import Sluice
import SluiceFeed
import SluiceTokenizer
import Testing

/// Successive documents, marks, encodings, offsets, limits, and errors.
@Suite struct TokenizerDocumentTests {
  private let several = TokenizerOptions(checking: .full, takesSeveralDocuments: true)

  @Test(arguments: [
    ("", 0), (" \n ", 0), ("{}{}[1]2 3 \"a\"\"b\"null", 8), ("{\"a\":1}\n{\"a\":2}\n", 2),
  ])
  func `documents may follow each other if requested`(text: String, count: Int) throws {
    let bytes = Array(text.utf8)
    let found = try Tokens(bytes, several)
    #expect(found.error == nil)
    let ends = found.tokens.filter {
      $0.depth == 0 && $0.kind != .beginObject && $0.kind != .beginArray
    }
    #expect(ends.count == count)
    #expect(try Tokens(chunks: bytes.indices.map { bytes[$0...$0] }, several) == found)
    if count > 1 {
      #expect(try Tokens(bytes).error?.hasPrefix("trailing-content") == true)
    }
  }

  @Test(arguments: [
    ("1 x", "invalid-literal@2"), ("{}]", "unexpected-token@2"), ("[] [", "incomplete@4"),
    ("[]\u{FEFF}[]", "invalid-literal@2"), ("truefalse", "invalid-literal@0"),
    ("1\"a\"", "invalid-number@0"), ("{} \"a", "unclosed-string@3"),
  ])
  func `a fault in a later document is located in the stream`(text: String, error: String) throws {
    #expect(try Tokens(text, several).error == error)
  }

  @Test(arguments: [
    "7\u{C}", "[7\u{1A}]", "true\u{C}", "{\"a\":null\u{1A}}", "\"a\"\u{C}", "[1,\u{C}2]",
    "[1\u{C},2]",
    "[" + String(repeating: "7", count: 100) + "\u{C}, 1, 2, 3, 4]",
  ])
  func `form feed and SUB end no scalar, though stage 1 treats them as operators`(
    text: String
  ) throws {
    let bytes = Array(text.utf8)
    for window in [64, 1 << 17] {
      let options = TokenizerOptions(checking: .full, windowSize: window)
      #expect(try Tokens(bytes, options).error == coreVerdict(bytes), "\(text.debugDescription)")
    }
  }

  @Test func `a byte order mark is skipped at the start and counted`() throws {
    let found = try Tokens("\u{FEFF}[1]")
    #expect(found.tokens.map(\.offset) == [3, 4, 5])
    #expect(found.error == nil)
    #expect(try Tokens("\u{FEFF}").error == "empty@3")
  }

  @Test(arguments: ["UTF-16", "UTF-32"])
  func `other encodings are refused by name`(name: String) throws {
    let text = "[1]"
    let zeros = [UInt8](repeating: 0, count: name == "UTF-16" ? 1 : 3)
    let bytes: [UInt8] = text.utf8.flatMap { [$0] + zeros }
    for chunks in [[bytes[...]], bytes.indices.map { bytes[$0...$0] }] {
      let found = try Tokens(chunks: chunks, TokenizerOptions())
      #expect(found.error == "unsupported-encoding@0")
    }
  }

  @Test func `another encoding is named even if a number in pieces is wrong`() throws {
    let bytes = (0..<40).flatMap { _ in [UInt8(ascii: "8"), 0, 0, 0] }
    let options = TokenizerOptions(checking: .full, windowSize: 96)
    #expect(try Tokens(bytes, options).error == "unsupported-encoding@0")
  }

  @Test func `offsets are exact beyond 4 GiB`() throws {
    let start = Int64(UInt32.max) * 3 + 17
    var tokenizer = try JSONTokenizer(options: TokenizerOptions(checking: .full), offset: start)
    tokenizer.feed(Array(#"["a", 1.5, tru]"#.utf8))
    var offsets: [Int64] = []
    var error: JSONError?
    do {
      while try tokenizer.next() != nil { offsets.append(tokenizer.token.offset - start) }
      tokenizer.finish()
      while try tokenizer.next() != nil { offsets.append(tokenizer.token.offset - start) }
    } catch let thrown { error = thrown }
    #expect(offsets == [0, 1, 6])
    #expect(error?.code == .invalidLiteral)
    #expect(error.map { Int64($0.offset) - start } == 11)
    // Even the last possible offsets cause no overflow.
    var last = try JSONTokenizer(offset: .max - 2)
    last.feed(Array("[1, 2]".utf8))
    while try last.next() != nil {}
  }

  @Test func `an error is thrown again, and reports what was found`() throws {
    var tokenizer = try JSONTokenizer()
    tokenizer.feed(Array(#"{"a": 1, "b" 2}"#.utf8))
    var messages: [String] = []
    for _ in 0..<6 {
      do { _ = try tokenizer.next() } catch { messages.append("\(error)") }
    }
    #expect(messages == Array(repeating: "expected ':', found number 2 (byte 13)", count: 2))
  }

  @Test func `values longer than a window come in pieces`() throws {
    let options = TokenizerOptions(checking: .full, windowSize: 64)
    let long = String(repeating: "é\\n😀\\ud83d\\ude00", count: 40)
    let digits = String(repeating: "123456789", count: 40)
    let text = "{\"\(long)\": [\(digits).\(digits)e-400, \"\(long)\"]}"
    let found = try Tokens(text, options)
    #expect(found.error == nil)
    let strings = found.tokens.filter { $0.kind == .string }
    #expect(strings.count > 5)
    #expect(strings.first?.isFirst == true && strings.last?.isLast == true)
    #expect(strings.dropFirst().allSatisfy { !$0.isFirst })
    #expect(strings.dropLast().allSatisfy { !$0.isLast })
    let expected = String(repeating: "é\n😀😀", count: 40)
    #expect(strings.compactMap(\.value).joined() == expected)
    #expect(found.tokens.filter { $0.kind == .key }.compactMap(\.value).joined() == expected)
    let numbers = found.tokens.filter { $0.kind == .number }
    #expect(numbers.flatMap(\.raw) == Array("\(digits).\(digits)e-400".utf8))
    #expect(numbers.allSatisfy { $0.value == nil })
    // Each piece's bytes follow those before it.
    for (one, next) in zip(strings, strings.dropFirst()) {
      #expect(one.offset + Int64(one.raw.count) + (one.isFirst ? 1 : 0) == next.offset)
    }
  }

  @Test(arguments: [
    "1" + String(repeating: "0", count: 400), "0." + String(repeating: "0", count: 400) + "1",
    "1" + String(repeating: "0", count: 400) + ".0",
    "1" + String(repeating: "0", count: 400) + "e-100",
    "0." + String(repeating: "0", count: 300) + "1e700", "0" + String(repeating: "0", count: 100),
    "17976931348623158079" + String(repeating: "9", count: 200) + "e89",
    "17976931348623158080" + String(repeating: "0", count: 200) + "e89",
    "1" + String(repeating: "0", count: 100) + "e" + String(repeating: "9", count: 100),
    "-" + String(repeating: "1", count: 100) + ".", "1" + String(repeating: "1", count: 100) + "e+",
    String(repeating: "1", count: 100) + "x", String(repeating: "1", count: 100) + "\"a\"",
    "0e" + String(repeating: "9", count: 200), "0.0e" + String(repeating: "9", count: 200),
  ])
  func `a number in pieces has the verdict of the full check`(number: String) throws {
    for text in [number, "[\(number)]", "{\"a\": \(number), \"b\": 1}"] {
      let bytes = Array(text.utf8)
      for window in 64...70 {
        let options = TokenizerOptions(checking: .full, windowSize: window)
        #expect(try Tokens(bytes, options).error == coreVerdict(bytes), "\(text) \(window)")
      }
    }
  }

  @Test func `the depth is limited and costs a bit`() throws {
    let deep = [UInt8](repeating: UInt8(ascii: "["), count: 300_000)
    let found = try Tokens(deep, TokenizerOptions(depthLimit: 200_000))
    #expect(found.tokens.count == 200_000)
    #expect(found.error == "depth-exceeded@200000")
    #expect(found.tokens.last?.depth == 199_999)
  }

  @Test func `bytes fed before all tokens were read are not lost`() throws {
    let bytes = Array(TokenizerTests.small.utf8)
    let expected = try Tokens(bytes)
    var tokenizer = try JSONTokenizer()
    var tokens: [KeptToken] = []
    for byte in bytes {
      tokenizer.feed(CollectionOfOne(byte))
      if try tokenizer.next() != nil { tokens.append(KeptToken(tokenizer.token)) }
    }
    tokenizer.finish()
    while try tokenizer.next() != nil { tokens.append(KeptToken(tokenizer.token)) }
    #expect(tokens == expected.tokens)
    // The tokenizer is reused.
    tokenizer.reset()
    tokenizer.feed(bytes)
    tokenizer.finish()
    tokens = []
    while try tokenizer.next() != nil { tokens.append(KeptToken(tokenizer.token)) }
    #expect(tokens == expected.tokens)
  }

  @Test func `a reader's error is thrown, again and again`() throws {
    var calls = 0
    var tokenizer = try unsafe JSONTokenizer { (room) throws(JSONError) in
      calls += 1
      if calls > 1 { throw JSONError(.io, at: 0, name: "pipe", reason: "broken") }
      unsafe room.copyBytes(from: "[1, 2".utf8)
      return 5
    }
    var kinds: [JSONToken.Kind] = []
    #expect(throws: JSONError.self) {
      while let kind = try tokenizer.next() { kinds.append(kind) }
    }
    #expect(kinds == [.beginArray, .number])
    #expect(throws: JSONError.self) { try tokenizer.next() }
    #expect(calls == 2)
  }
}
