import Sluice
import SluiceFeed
import SluiceTokenizer
import TestSupport
import Testing

@Suite("Snippets: the tokenizer")
struct TokenizerSnippets {
  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = try folder.write(
      #"{"total": 2, "items": [{"id": 7}, {"id": 8.5e1}]}"#, to: "items.json")
  }

  @Test("a file is read token by token")
  func reading() throws {
    var sum = 0.0
    var tokenizer = try JSONTokenizer(.file(path))
    while let kind = try tokenizer.next() {
      if kind == .number { sum += try tokenizer.token.double }
    }
    #expect(sum == 94)
  }

  @Test("chunks are fed as they come")
  func feeding() throws {
    let chunks = [Array(#"{"a": [tr"#.utf8), Array("ue, 1".utf8), Array("2]}".utf8)]
    var kinds: [JSONToken.Kind] = []
    var tokenizer = try JSONTokenizer()
    for chunk in chunks {
      tokenizer.feed(chunk)
      while let kind = try tokenizer.next() { kinds.append(kind) }
    }
    tokenizer.finish()
    while let kind = try tokenizer.next() { kinds.append(kind) }
    #expect(kinds == [.beginObject, .key, .beginArray, .true, .number, .endArray, .endObject])
  }

  @Test("elements of an array are read one by one")
  func elements() throws {
    var ids: [Int] = []
    var tokenizer = try JSONTokenizer(.file(path))
    try tokenizer.forEachElement(at: JSONPointer("/items")) { item in
      ids.append(try item["id"].int)
    }
    #expect(ids == [7, 85])
  }

  @Test("the value after a key is borrowed as a whole")
  func values() throws {
    var total: Int?
    var tokenizer = try JSONTokenizer(.file(path))
    while let kind = try tokenizer.next() {
      guard kind == .key, try tokenizer.token.string == "total" else { continue }
      total = try tokenizer.withValue { try $0.int }
    }
    #expect(total == 2)
  }
}
