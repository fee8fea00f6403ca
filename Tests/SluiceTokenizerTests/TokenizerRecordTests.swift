import Sluice
import SluiceFeed
import SluiceTokenizer
import Testing

/// Values of a stream borrowed through cursors.
@Suite struct TokenizerRecordTests {
  private func fed(_ text: String, _ options: TokenizerOptions = TokenizerOptions()) throws
    -> JSONTokenizer
  {
    var tokenizer = try JSONTokenizer(options: options)
    tokenizer.feed(Array(text.utf8))
    tokenizer.finish()
    return tokenizer
  }

  @Test func `a container is borrowed after its opening bracket`() throws {
    for window in [64, 1 << 17] {
      let filler = String(repeating: "x", count: 200)
      let text = #"{"a": {"s": "\#(filler)", "id": 7}, "b": [1, [2, 3]], "c": 4}"#
      var tokenizer = try fed(text, TokenizerOptions(checking: .full, windowSize: window))
      var ids: [Int] = []
      var kinds: [JSONToken.Kind] = []
      while let kind = try tokenizer.next() {
        kinds.append(kind)
        if tokenizer.token.depth == 1, kind == .beginObject {
          try tokenizer.withContainer { ids.append(try $0["id"].int) }
        } else if tokenizer.token.depth == 2, kind == .beginArray {
          try tokenizer.withContainer { ids.append(try $0[1].int) }
        }
      }
      #expect(ids == [7, 3])
      #expect(
        kinds == [
          .beginObject, .key, .beginObject, .key, .beginArray, .number, .beginArray, .endArray,
          .key, .number, .endObject,
        ])
    }
  }

  @Test func `no value is borrowed before a key, a bracket or the end`() throws {
    var tokenizer = try fed(#"{"a": 1}"#)
    _ = try tokenizer.next()
    #expect(try tokenizer.withValue { _ in true } == nil)
    #expect(try tokenizer.next() == .key)
    #expect(try tokenizer.withValue { try $0.int } == 1)
    #expect(try tokenizer.withValue { _ in true } == nil)
    #expect(try tokenizer.next() == .endObject)
    #expect(try tokenizer.withValue { _ in true } == nil)
    #expect(try tokenizer.withContainer { _ in true } == nil)
    #expect(try tokenizer.next() == nil)
    let needsBytes = tokenizer.needsBytes
    #expect(!needsBytes)
  }

  @Test func `errors from inside a record count from the stream's start`() throws {
    var tokenizer = try fed(#"[{"id": 1}, {"id": "x"}, {"id": 3}]"#)
    var ids: [Int] = []
    let error = #expect(throws: JSONError.self) {
      try tokenizer.forEachElement { ids.append(try $0["id"].int) }
    }
    #expect(ids == [1])
    #expect(error?.offset == 19)
    #expect("\(error as Any)".contains("expected Int, found string"))
    // The record is skipped, and reading continues.
    #expect(try tokenizer.withValue { try $0["id"].int } == 3)
    #expect(try tokenizer.next() == .endArray)
  }

  @Test(arguments: [64, 1 << 17])
  func `a record of invalid JSON gets the verdict of the full check`(window: Int) throws {
    let filler = String(repeating: "x", count: 300)
    for bad in [
      "{\"a\" 1}", "[1,]", "{\"s\":\"\(filler)\",}", "[\"\\q\"]", "[1}", "[\"\u{1}\"]", "[1",
    ] {
      let text = "[{\"a\":1}, \(bad), 2]"
      let bytes = Array(text.utf8)
      var tokenizer = try unsafe JSONTokenizer(
        options: TokenizerOptions(checking: .full, windowSize: window),
        reading: reader(of: bytes, piece: 50))
      var records = 0
      let error = #expect(throws: JSONError.self, "\(bad)") {
        try tokenizer.forEachElement { _ in records += 1 }
        while try tokenizer.next() != nil {}
      }
      #expect(error.map { "\($0.code)@\($0.offset)" } == coreVerdict(bytes), "\(bad)")
      #expect(throws: JSONError.self) { try tokenizer.next() }
    }
  }

  @Test func `a record larger than the limit is refused, and its tokens can be read`() throws {
    let options = TokenizerOptions(windowSize: 64, maximumRecordSize: 200)
    let large = "[" + String(repeating: "1,", count: 200) + "1]"
    var tokenizer = try fed("[[1], \(large), [2]]", options)
    #expect(try tokenizer.next() == .beginArray)
    #expect(try tokenizer.withValue { try $0[0].int } == 1)
    let error = #expect(throws: JSONError.self) { try tokenizer.withValue { _ in } }
    #expect(error?.code == .tooLarge)
    #expect(error?.offset == 6)
    #expect(try tokenizer.skipValue())
    #expect(try tokenizer.withValue { try $0[0].int } == 2)
    #expect(try tokenizer.next() == .endArray)
  }

  @Test func `an incomplete pushed record is awaited`() throws {
    var tokenizer = try JSONTokenizer(options: TokenizerOptions(windowSize: 64))
    tokenizer.feed(Array("[{\"a\":".utf8))
    #expect(try tokenizer.next() == .beginArray)
    for _ in 0..<100 {
      #expect(try tokenizer.withValue { _ in true } == nil)
      let needsBytes = tokenizer.needsBytes
      #expect(needsBytes)
      tokenizer.feed(Array("[1,2],\"a\":".utf8))
    }
    tokenizer.feed(Array("7} ,".utf8))
    #expect(try tokenizer.withValue { try $0.count } == 101)
    #expect(try tokenizer.withValue { _ in true } == nil)
    let needsBytes = tokenizer.needsBytes
    #expect(needsBytes)
    tokenizer.feed(Array("8]".utf8))
    #expect(try tokenizer.withValue { try $0.int } == 8)
    #expect(try tokenizer.next() == .endArray)
  }

  @Test(arguments: [64, 1 << 17])
  func `elements are found at a pointer`(window: Int) throws {
    let filler = String(repeating: "k", count: 150)
    let text = #"{"x": [0, {"\#(filler)": [9]}], "a/b": {"c": [[], [1, 2, 3]]}, "y": 5}"#
    let bytes = Array(text.utf8)
    func elements(_ pointer: String) throws -> [Int] {
      var tokenizer = try unsafe JSONTokenizer(
        options: TokenizerOptions(windowSize: window), reading: reader(of: bytes, piece: 20))
      var found: [Int] = []
      try tokenizer.forEachElement(at: JSONPointer(pointer)) { found.append(try $0.int) }
      return found
    }
    #expect(try elements("/a~1b/c/1") == [1, 2, 3])
    #expect(try elements("/a~1b/c/0") == [])
    #expect(try elements("/x/1/\(filler)") == [9])
    for (pointer, code) in [
      ("/z", "invalid-path"), ("/x/2", "invalid-path"), ("/x/a", "invalid-path"),
      ("/y/a", "invalid-path"), ("/y", "type-mismatch"), ("", "type-mismatch"),
    ] {
      let error = #expect(throws: JSONError.self, "\(pointer)") { try elements(pointer) }
      #expect(error?.code.description == code, "\(pointer)")
    }
  }
}
