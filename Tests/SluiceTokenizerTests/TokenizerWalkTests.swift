import ConformanceSuite
import Sluice
import SluiceFeed
import SluiceTokenizer
import TestSupport
import Testing

/// Calls that need more bytes, and what follows them.
@Suite struct TokenizerWalkTests {
  @Test func `a value that is skipped across chunks is skipped to its end`() throws {
    for asksAgain in [true, false] {
      var tokenizer = try JSONTokenizer()
      tokenizer.feed(Array("[[1,    ".utf8))
      #expect(try tokenizer.next() == .beginArray)
      #expect(try !tokenizer.skipValue())
      #expect(tokenizer.needsBytes.copied)
      tokenizer.feed(Array("2],3]".utf8))
      if asksAgain { #expect(try tokenizer.skipValue()) }
      #expect(try tokenizer.next() == .number)
      #expect(try tokenizer.token.int == 3)
      #expect(try tokenizer.next() == .endArray)
    }
  }

  @Test func `a skip that waits ends before a value or a container is lent`() throws {
    var tokenizer = try JSONTokenizer()
    tokenizer.feed(Array("[{\"a\":[1,".utf8))
    #expect(try tokenizer.next() == .beginArray)
    #expect(try !tokenizer.skipValue())
    #expect(try tokenizer.withContainer { _ in true } == nil)
    #expect(tokenizer.needsBytes.copied)
    tokenizer.feed(Array("2]},[4],5,6]".utf8))
    #expect(try tokenizer.withContainer { _ in true } == nil)
    #expect(!tokenizer.needsBytes.copied)
    #expect(try tokenizer.withValue { try $0[0].int } == 4)
    #expect(try tokenizer.skipValue())
    #expect(try tokenizer.withValue { try $0.int } == 6)
  }

  @Test func `a skip returns false before a closing bracket, and leaves the bracket`() throws {
    var tokenizer = try JSONTokenizer()
    tokenizer.feed(Array("[[1],{}] ".utf8))
    tokenizer.finish()
    #expect(try tokenizer.next() == .beginArray)
    #expect(try tokenizer.next() == .beginArray)
    #expect(try tokenizer.skipValue())
    #expect(try !tokenizer.skipValue())
    #expect(try !tokenizer.skipValue())
    #expect(!tokenizer.needsBytes.copied)
    #expect(try tokenizer.next() == .endArray)
    #expect(try tokenizer.skipValue())
    #expect(try tokenizer.next() == .endArray)
    #expect(try !tokenizer.skipValue())
    #expect(try tokenizer.next() == nil)
  }

  @Test func `a container is lent after more was fed`() throws {
    for space in ["", " ", String(repeating: " \n", count: 3000)] {
      for asked in 0..<3 {
        var tokenizer = try JSONTokenizer(options: TokenizerOptions(windowSize: 64))
        tokenizer.feed(Array("{\"k\":    [\(space)".utf8))
        while try tokenizer.next() != .beginArray {}
        if asked > 0 { #expect(try tokenizer.withContainer { _ in true } == nil) }
        if asked > 1 { #expect(try tokenizer.next() == nil) }
        #expect(tokenizer.depth.copied == 2)
        for byte in "\(space)7,\(space)[8]".utf8 {
          tokenizer.feed(CollectionOfOne(byte))
          if asked > 0 { #expect(try tokenizer.withContainer { _ in true } == nil) }
        }
        tokenizer.feed(Array("],\"n\":9}".utf8))
        let found = try tokenizer.withContainer { [try $0[0].int, try $0[1][0].int, $0.offset] }
        #expect(found == [7, 8, 0])
        #expect(tokenizer.depth.copied == 1)
        #expect(try tokenizer.withContainer { _ in true } == nil)
        #expect(try tokenizer.next() == .key)
        #expect(try tokenizer.withValue { try $0.int } == 9)
      }
    }
  }

  @Test func `a call for a container that waits may be continued by one for a value`() throws {
    var tokenizer = try JSONTokenizer()
    tokenizer.feed(Array("[[1,    ".utf8))
    _ = try tokenizer.next()
    _ = try tokenizer.next()
    #expect(try tokenizer.withContainer { try $0.count } == nil)
    tokenizer.feed(Array("2],3]".utf8))
    #expect(try tokenizer.withValue { try $0.count } == 2)
    #expect(try tokenizer.withValue { try $0.int } == 3)
  }

  @Test func `a container that can't be lent yet may be read by tokens`() throws {
    var tokenizer = try JSONTokenizer()
    tokenizer.feed(Array("[[1,    ".utf8))
    _ = try tokenizer.next()
    _ = try tokenizer.next()
    #expect(try tokenizer.withContainer { try $0.count } == nil)
    #expect(tokenizer.depth.copied == 2)
    #expect(try tokenizer.next() == .number)
    #expect(try tokenizer.withContainer { try $0.count } == nil)
    #expect(!tokenizer.needsBytes.copied)
    tokenizer.feed(Array("2],3]".utf8))
    #expect(try tokenizer.withValue { try $0.int } == 2)
    #expect(try tokenizer.next() == .endArray)
  }

  @Test func `a record is too large or not, wherever it is cut and whatever the window`() throws {
    let text = Array("[[1,2,3],\"abcdefgh\",1234567,[4]]".utf8)
    for window in [64, 128 << 10] {
      let options = TokenizerOptions(windowSize: window, maximumRecordSize: 7)
      for cut in 1..<text.count {
        var tokenizer = try JSONTokenizer(options: options)
        var found: [String] = []
        for chunk in [text[..<cut], text[cut...], []] {
          if chunk.isEmpty { tokenizer.finish() } else { tokenizer.feed(chunk) }
          if found.isEmpty {
            guard try tokenizer.next() != nil else { continue }
            found.append("[")
          }
          while true {
            do {
              let value = try tokenizer.withValue {
                String(decoding: try $0.rawBytes, as: UTF8.self)
              }
              guard let value else { break }
              found.append(value)
            } catch let error as JSONError where error.code == .tooLarge {
              found.append("\(error.offset)")
              guard try tokenizer.skipValue() else { break }
            }
          }
        }
        // A skip that was not answered is part of what was taken.
        #expect(found == ["[", "[1,2,3]", "9", "1234567", "[4]"], "\(cut), window \(window)")
        #expect(try tokenizer.next() == .endArray, "\(cut), window \(window)")
      }
    }
  }

  @Test func `elements of a document that is not fed as a whole are an error that stays`() throws {
    for text in [
      "{\"a\":[1,", "{\"a\":[", "{\"b\":[[1],2", "{\"\(String(repeating: "k", count: 99))",
    ] {
      var tokenizer = try JSONTokenizer(options: TokenizerOptions(windowSize: 64))
      tokenizer.feed(Array(text.utf8))
      for _ in 0..<3 {
        let error = #expect(throws: JSONError.self) {
          try tokenizer.forEachElement(at: JSONPointer("/a")) { _ in }
        }
        #expect(error?.code == .incomplete)
        tokenizer.feed(Array("7],\"a\":[[5]]}".utf8))
      }
      #expect(throws: JSONError.self) { try tokenizer.next() }
    }
  }

  /// What is short enough for all cuts.
  static let short = [
    "[[1,2],3]", "{\"a\":[1,{}],\"b\":-0.5e1}", "[ [ ] , [ [7] ] ]", "[\"é\\n\",\"\",tru]",
    "{\"a\":1,}", "[1 2]", "{\"a\" 1}", "[{\"a\":{\"b\":[]}},null]", "\u{FEFF}[1,[2]]", "[[[[1]]]",
    "7", "\"abc\"", "", " ", "[\"\\q\"]", "[1,]x", "{}{\"a\":[]}[1]2 3",
  ]

  @Test(arguments: short) func `a short document is read alike, wherever it is cut`(
    text: String
  ) throws {
    var random = SeededGenerator(seed: 0x7074)
    let bytes = Array(text.utf8)
    for round in 0..<Rounds.count(4, long: 15) {
      let walk = try TokenizerWalk(bytes, TokenizerWalk.options(&random))
      #expect(walk.differenceOfVerdict() == nil)
      for cut in 0...bytes.count {
        let difference = try walk.difference(cutAt: [cut], seed: UInt64(round))
        #expect(difference == nil, "cut at \(cut), \(walk.options)")
      }
      let single = try walk.difference(cutAt: Array(bytes.indices), seed: UInt64(round))
      #expect(single == nil, "single bytes, \(walk.options)")
    }
  }

  @Test(arguments: ["[[1,2],3]", "{\"a\":[]}", "[{},\"x\"]", "[[],tru]"])
  func `a very short document is read alike, wherever it is cut twice`(text: String) throws {
    var random = SeededGenerator(seed: 0x7075)
    let bytes = Array(text.utf8)
    for round in 0..<Rounds.count(3, long: 10) {
      let walk = try TokenizerWalk(bytes, TokenizerWalk.options(&random))
      for first in 0...bytes.count {
        for second in first...bytes.count {
          let difference = try walk.difference(cutAt: [first, second], seed: UInt64(round))
          #expect(difference == nil, "cut at \(first), \(second), \(walk.options)")
        }
      }
    }
  }

  @Test func `random calls on random documents answer as the model says`() throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    var mutation = Mutation(seed: seed)
    for round in 0..<Rounds.count(800, long: 4_000) {
      let separator = [" ", ",", "\n"][round % 3]
      let values = (0..<(round % 7 == 0 ? 3 : 1)).map { _ in
        TokenizerPropertyTests.value(&random, depth: round % 4)
      }
      let bytes = Array(values.joined(separator: separator).utf8)
      let text = round % 3 == 0 ? mutation.damaged(bytes, other: bytes) : bytes
      let difference = try TokenizerWalk.difference(in: text, &random)
      #expect(difference == nil, "seed \(seed), round \(round)")
      if difference != nil { break }
    }
  }
}

extension Bool {
  /// The value, for `#expect`, which can't borrow a tokenizer.
  fileprivate var copied: Bool { self }
}

extension Int {
  fileprivate var copied: Int { self }
}
